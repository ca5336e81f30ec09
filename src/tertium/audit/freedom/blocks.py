"""Blocks, which can be reordered without losing a match (Callison-Burch, Osborne and Koehn 2006, section 3.1).

A *site* is a place between two words whose bigram no reference has. The *blocks* between sites can be put in any
order: all n-grams that match are inside blocks, so none is lost. If b bigrams of k words match, the paper counts
(k - b)! orders. That counts orders of equal blocks twice, and includes orders that make new matches where blocks meet.

``orders`` counts equal blocks once; two orders may still make the same text. ``equal`` counts only orders in which no
two blocks meet in a bigram of the references. Each of these is a different sequence of words, since its sites have not
moved. Each has exactly the same n-gram counts, since an n-gram across a site contains a bigram that no reference has.
They are counted by inclusion and exclusion: ``sum_m (-1)^m f_m (n - m)!``, where f_m is the number of ways to join
blocks by m forbidden meetings into paths. Paths are counted separately for each group of blocks that can meet.

*Our deviations*: a bigram that the hypothesis has more often than any reference is not a site here, though the paper's
b does not count it: a longer n-gram there may match. So there may be fewer blocks than k - b.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from tertium.audit.segment import AuditedSegment, Words
from tertium.json_result import JsonResult

# Joining this many blocks in all ways takes a second; groups that large are very rare.
_LARGEST_GROUP = 14


@dataclass(frozen=True)
class Blocks(JsonResult):
    """The blocks of a segment.

    Attributes:
        segment: The segment.
        blocks: The blocks, in their order.
    """

    json_fields = (
        "words matched_bigrams blocks=block_texts bound=bound_text log10_bound orders=orders_text equal=equal_text"
    )

    segment: AuditedSegment
    blocks: tuple[Words, ...]

    @classmethod
    def of(cls, segment: AuditedSegment) -> Blocks:
        """Divide a segment at its sites."""
        words = segment.hypothesis
        starts = [0, *find_sites(segment), len(words)] if words else []
        return cls(segment, tuple(words[start:end] for start, end in pairwise(starts)))

    @property
    def words(self) -> int:
        """The number of words: the paper's k."""
        return len(self.segment.hypothesis)

    @property
    def matched_bigrams(self) -> int:
        """The number of matching bigrams, clipped: the paper's b; 0 for BLEU of order 1."""
        return int(self.segment.row[3]) if self.segment.metric.order > 1 else 0

    @property
    def bound(self) -> int:
        """The paper's (k - b)!."""
        return math.factorial(self.words - self.matched_bigrams)

    @property
    def log10_bound(self) -> float:
        """The decimal logarithm of the bound, which never overflows."""
        return math.lgamma(self.words - self.matched_bigrams + 1) / math.log(10)

    @cached_property
    def orders(self) -> int:
        """The number of distinct orders of the blocks."""
        return math.factorial(len(self.blocks)) // self._repeats

    @cached_property
    def equal(self) -> int | None:
        """The number of orders that certainly have the same counts, since no two blocks meet in a reference's bigram.

        There may be more: a bigram that the hypothesis already has often enough adds nothing when it is made again.
        None if too many blocks can meet to count the orders.
        """
        count = 0
        for joined, ways in enumerate(self._joinings or []):
            count += (-1) ** joined * ways * math.factorial(len(self.blocks) - joined)
        return None if self._joinings is None else count // self._repeats

    def is_safe(self, order: Sequence[int]) -> bool:
        """Return whether no two blocks meet in a bigram of the references; then all counts stay the same."""
        return not any(self.meetings[first, second] for first, second in pairwise(order))

    @cached_property
    def meetings(self) -> np.ndarray:
        """Which blocks, one after the other, would make a bigram of the references."""
        lasts, firsts = [block[-1] for block in self.blocks], [block[0] for block in self.blocks]
        known = self.segment.bigrams
        found = np.array([[(last, first) in known for first in firsts] for last in lasts], dtype=bool)
        found = found.reshape(len(lasts), len(lasts))
        np.fill_diagonal(found, False)
        return found

    @cached_property
    def _repeats(self) -> int:
        """The number of ways to exchange equal blocks."""
        return math.prod(math.factorial(count) for count in Counter(self.blocks).values())

    @cached_property
    def _joinings(self) -> list[int] | None:
        """The number of ways to join blocks by forbidden meetings into paths, by the number of meetings."""
        found = [1]
        for group in _find_groups(self.meetings):
            if len(group) > _LARGEST_GROUP:
                return None
            found = _multiply(found, _count_joinings(self.meetings[np.ix_(group, group)]))
        return found

    @property
    def block_texts(self) -> list[str]:
        """The words of each block."""
        return [" ".join(block) for block in self.blocks]

    @property
    def bound_text(self) -> str:
        """The bound in digits, since it may be too large for a number of JSON."""
        return str(self.bound)

    @property
    def orders_text(self) -> str:
        """The number of distinct orders, in digits."""
        return str(self.orders)

    @property
    def equal_text(self) -> str | None:
        """The number of orders that certainly have the same counts, in digits."""
        return None if self.equal is None else str(self.equal)


def find_sites(segment: AuditedSegment, words: Words | None = None) -> list[int]:
    """Return the places of the hypothesis, or of other words, whose bigram no reference has.

    A place is the number of words before it: 3 is the place before the fourth word.
    """
    pairs = pairwise(segment.hypothesis if words is None else words)
    return [place for place, pair in enumerate(pairs, start=1) if pair not in segment.bigrams]


def _find_groups(meetings: np.ndarray) -> list[list[int]]:
    """Group the blocks that can meet, directly or through others; blocks that cannot meet any are left out."""
    either = meetings | meetings.T
    left = set(np.flatnonzero(either.any(axis=1)).tolist())
    groups = []
    while left:
        reached, edge = set(), {left.pop()}
        while edge:
            reached |= edge
            edge = {int(other) for one in edge for other in np.flatnonzero(either[one])} - reached
        groups.append(sorted(reached))
        left -= reached
    return groups


def _count_joinings(meetings: np.ndarray) -> list[int]:
    """Return the same for one group, with sets of blocks as the bits of a number."""
    size = len(meetings)
    follows = [[after for after in range(size) if meetings[before, after]] for before in range(size)]
    ending: dict[tuple[int, int], int] = {(1 << block, block): 1 for block in range(size)}
    paths: dict[int, int] = {}
    edge = ending
    while edge:
        longer: dict[tuple[int, int], int] = {}
        for (members, last), ways in edge.items():
            paths[members] = paths.get(members, 0) + ways
            for after in follows[last]:
                if not members >> after & 1:
                    key = members | 1 << after, after
                    longer[key] = longer.get(key, 0) + ways
        edge = longer
    by_lowest: dict[int, list[tuple[int, int]]] = {}
    for members, ways in paths.items():
        by_lowest.setdefault(members & -members, []).append((members, ways))
    memory: dict[int, list[int]] = {0: [1]}

    def count(members: int) -> list[int]:
        if members not in memory:
            found = [0] * size
            for path, ways in by_lowest[members & -members]:
                if path & members == path:
                    for joined, others in enumerate(count(members ^ path)):
                        if others:
                            found[joined + path.bit_count() - 1] += ways * others
            memory[members] = found
        return memory[members]

    return count((1 << size) - 1)


def _multiply(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the product of two polynomials."""
    found = [0] * (len(one) + len(other) - 1)
    for first, a in enumerate(one):
        for second, b in enumerate(other):
            found[first + second] += a * b
    return found
