"""Other words with the same statistics, drawn from the references (Callison-Burch, Osborne and Koehn 2006, 3.2).

BLEU asks how many n-grams match, not which. So as many others may be taken from the references: the search starts from
spans as long as the hypothesis' runs of matching words, with filling words between them, and changes them until all
counts are the same; then it goes on for as few of the hypothesis' own matched words as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.pieces import Mover, Pieces, cut_words, join_pieces
from tertium.audit.twins.search import Budget, anneal
from tertium.audit.twins.substitutions import invent_word
from tertium.errors import InputError
from tertium.types import Array

_STARTS = 8
_TEMPERATURE = 0.3

# A draw with all counts right is worth more than any number of fresh words.
_FRESHNESS = 0.5


@dataclass(frozen=True)
class Draw:
    """The outcome of a search for other words of equal statistics.

    Attributes:
        found: Whether BLEU cannot tell the words from the hypothesis, and they match by at least one other word.
        words: The words, or those that came closest; None if nothing with another matched word was seen.
        distance: By how many matches in all, over the orders of n-grams, they differ from the hypothesis.
        fresh: How many words match that the hypothesis does not match with.
        matched: How many words match.
        evaluations: How many variants were looked at.
        seed: The seed of the search.
    """

    found: bool
    words: Words | None
    distance: int | None
    fresh: int
    matched: int
    evaluations: int
    seed: int

    @property
    def text(self) -> str | None:
        """The words as a text."""
        return None if self.words is None else " ".join(self.words)

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {**asdict(self), "words": None if self.words is None else list(self.words), "text": self.text}


def draw_from_references(segment: AuditedSegment, budget: int = 20_000, seed: int = 0) -> Draw:
    """Searches for words of the references that have the hypothesis' statistics and are not the hypothesis' own.

    Args:
        segment: The segment.
        budget: How many variants to look at.
        seed: What to search with.

    Raises:
        InputError: If there is no budget.
    """
    return draw_with(segment, (), budget, seed)


def draw_with(segment: AuditedSegment, wanted: Pieces, budget: int, seed: int) -> Draw:
    """The same, and some pieces must be in it; with such pieces, others need not be fresh.

    Raises:
        InputError: If there is no budget.
    """
    if budget < 1:
        raise InputError("there is no budget to search with", remedy="Give one or more evaluations")
    rng = Random(seed)  # noqa: S311 - no secret
    judge = _Judge(segment, wanted)
    used = 0
    starts = _start(segment, wanted, rng)
    if starts and segment.row[2] > 0 and segment.vocabulary:
        mover = Mover(segment, _list_fillers(segment), locked=wanted)
        used = anneal(starts, mover, judge, Budget(budget), _TEMPERATURE, rng)
    is_found = judge.best is not None and judge.distance == 0 and bool(segment.is_twin([judge.best])[0])
    return Draw(
        found=is_found,
        words=judge.best,
        distance=judge.distance,
        fresh=judge.fresh,
        matched=0 if judge.best is None else judge.count_matched(judge.best).total(),
        evaluations=used,
        seed=seed,
    )


class _Judge:
    """How far the counts of variants are from the hypothesis'; remembers the closest, of these the freshest."""

    def __init__(self, segment: AuditedSegment, wanted: Pieces) -> None:
        self.segment, self.wanted = segment, wanted
        self.best: Words | None = None
        self.distance: int | None = None
        self.fresh = 0
        self._most: Counter[str] = Counter()
        for words in segment.references:
            self._most |= Counter(words)
        self._ours = self.count_matched(segment.hypothesis)
        # No more words than match at all can be fresh, nor more than the references have beside those.
        self._freshest = min(self._ours.total(), (self._most - self._ours).total())

    def count_matched(self, words: Words) -> Counter[str]:
        """The words that match, each as often as it does."""
        return Counter(words) & self._most

    @property
    def is_done(self) -> bool:
        """Whether all counts are right, and no word could be fresher."""
        if not self.wanted and self._freshest == 0:
            return True
        return self.distance == 0 and (bool(self.wanted) or self.fresh >= self._freshest)

    def judge(self, variants: Sequence[Words]) -> Array:
        """The distance of each, and a little more for words that are the hypothesis' own."""
        distances = np.abs(self.segment.tally(variants) - self.segment.row).sum(axis=1)
        fresh = np.array([(self.count_matched(words) - self._ours).total() for words in variants])
        for place, words in enumerate(variants):
            if self._is_eligible(words, int(fresh[place])) and (
                self.distance is None or (distances[place], -fresh[place]) < (self.distance, -self.fresh)
            ):
                self.best, self.distance, self.fresh = words, int(distances[place]), int(fresh[place])
        share = fresh / max(self._freshest, 1)
        return np.asarray(distances + _FRESHNESS * (1 - share), dtype=np.float64)

    def _is_eligible(self, words: Words, fresh: int) -> bool:
        if self.wanted:
            return all(_contains(words, piece) for piece in self.wanted)
        return fresh > 0


def _contains(words: Words, piece: Words) -> bool:
    size = len(piece)
    return any(words[place : place + size] == piece for place in range(len(words) - size + 1))


def _list_fillers(segment: AuditedSegment) -> Words:
    """The hypothesis' own unmatched words, or an invented one."""
    own = tuple(dict.fromkeys(word for word in segment.hypothesis if word not in segment.vocabulary))
    return own or (invent_word(segment),)


def _start(segment: AuditedSegment, wanted: Pieces, rng: Random) -> list[Words]:
    """Spans of references as long as the hypothesis' runs of matching words, and filling words as it has them."""
    length = len(segment.hypothesis)
    fillers = _list_fillers(segment)
    mover = Mover(segment, fillers)
    if sum(map(len, wanted)) > length:
        return []
    runs = cut_words(segment, segment.hypothesis)
    found = []
    for _ in range(_STARTS):
        pieces = list(wanted)
        left = length - sum(map(len, wanted))
        for run in rng.sample(runs, len(runs)):
            size = min(len(run), left)
            if size:
                is_matched = run[0] in segment.vocabulary
                pieces.append(mover.draw_span(size, rng) if is_matched else (rng.choice(fillers),))
                left -= size if is_matched else 1
        rng.shuffle(pieces)
        found.append(join_pieces(tuple(pieces)))
    return found
