"""Several references at once: BLEU takes what it finds in any of them (Callison-Burch, Osborne and Koehn 2006, 3.2).

Two references may say *carry* and *take* for the same word of the source. BLEU does not know that, and rewards a
hypothesis which says both. Such *rivals* are found where references differ between words that they share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from itertools import combinations
from random import Random
from typing import Any

from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.draws import draw_with
from tertium.errors import InputError

# Longer stretches that differ are other sentences, rather than other words for the same.
_LONGEST = 4

# How many variants are looked at for one pair of rivals.
_EACH = 4000


@dataclass(frozen=True)
class Mixture:
    """What the hypothesis owes to each reference.

    Attributes:
        words: How many words the hypothesis has.
        alone: By reference, how many n-grams of each order match if there were no other.
        together: How many match in all references together.
        best: The reference with the most matching words, the first of several.
    """

    words: int
    alone: tuple[tuple[int, ...], ...]
    together: tuple[int, ...]
    best: int

    @property
    def gained(self) -> tuple[int, ...]:
        """By order, how many more n-grams match than in the best reference alone."""
        return tuple(both - one for both, one in zip(self.together, self.alone[self.best], strict=True))

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {**asdict(self), "gained": list(self.gained)}


@dataclass(frozen=True)
class Rival:
    """Words of two references that stand in each other's place.

    Attributes:
        first: The words of one reference.
        second: Those of the other.
        first_references: The references that have the first in such a place, from 0.
        second_references: Those that have the second.
        before: The word that comes before both; None at the beginning, or where one is a part of a longer difference.
        after: The word that comes after both; None likewise.
    """

    first: Words
    second: Words
    first_references: tuple[int, ...]
    second_references: tuple[int, ...]
    before: str | None
    after: str | None

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {**asdict(self), "first": " ".join(self.first), "second": " ".join(self.second)}


@dataclass(frozen=True)
class BothUsed:
    """A twin that says the same thing twice.

    Attributes:
        words: The words of the twin.
        rival: The pair that it has both of.
        seed: The seed of the search.
    """

    words: Words
    rival: Rival
    seed: int

    @property
    def text(self) -> str:
        """The twin as a text."""
        return " ".join(self.words)

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {"words": list(self.words), "text": self.text, "rival": self.rival.to_dict(), "seed": self.seed}


def measure_mixture(segment: AuditedSegment) -> Mixture:
    """How much of the hypothesis each reference has, and all together."""
    order = segment.metric.order
    alone = tuple(
        tuple(int(count) for count in replace(segment, references=(words,)).row[2 : 2 + order])
        for words in segment.references
    )
    together = tuple(int(count) for count in segment.row[2 : 2 + order])
    best = max(range(len(alone)), key=lambda number: alone[number])
    return Mixture(len(segment.hypothesis), alone, together, best)


def find_rivals(references: Sequence[Words]) -> list[Rival]:
    """Words or short phrases of different references that stand in each other's place.

    References are aligned two by two. What differs between words that both have is a pair of rivals; where that is
    more than a word on both sides, so are the words next to what both have.
    """
    found: dict[frozenset[Words], Rival] = {}
    for (one, first), (other, second) in combinations(enumerate(references), 2):
        for left, right, before, after in _list_differences(first, second):
            key = frozenset((left, right))
            known = found.get(key) or Rival(left, right, (), (), before, after)
            sides = (one, other) if known.first == left else (other, one)
            found[key] = replace(
                known,
                first_references=tuple(sorted({*known.first_references, sides[0]})),
                second_references=tuple(sorted({*known.second_references, sides[1]})),
            )
    return list(found.values())


def use_both(segment: AuditedSegment, seed: int = 0, budget: int = 40_000) -> BothUsed | None:
    """Searches for a twin that uses both of a pair of rivals.

    Args:
        segment: The segment.
        seed: What to search with.
        budget: How many variants to look at, over all pairs.

    Returns:
        The twin; None if there are no rivals, or the search found none.

    Raises:
        InputError: If there is no budget.
    """
    if budget < 1:
        raise InputError("there is no budget to search with", remedy="Give one or more evaluations")
    rivals = find_rivals(segment.references)
    Random(seed).shuffle(rivals)  # noqa: S311 - no secret
    # Short pairs are the easiest to read, and to fit in.
    rivals.sort(key=lambda rival: len(rival.first) + len(rival.second))
    for rival in rivals:
        if any(_has(words, rival.first) and _has(words, rival.second) for words in segment.references):
            continue  # a reference says both, so both are no nonsense
        if budget <= 0:
            return None
        draw = draw_with(segment, (rival.first, rival.second), min(budget, _EACH), seed)
        budget -= max(draw.evaluations, 1)
        if draw.found and draw.words is not None and draw.words != segment.hypothesis:
            return BothUsed(draw.words, rival, seed)
    return None


def _has(words: Words, part: Words) -> bool:
    return any(words[start : start + len(part)] == part for start in range(len(words) - len(part) + 1))


def _list_differences(first: Words, second: Words) -> Iterator[tuple[Words, Words, str | None, str | None]]:
    """What stands in each other's place, with the words before and after."""
    for tag, start, end, begin, stop in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag != "replace":
            continue
        left, right = first[start:end], second[begin:stop]
        before = first[start - 1] if start and begin else None
        after = first[end] if end < len(first) and stop < len(second) else None
        if max(len(left), len(right)) <= _LONGEST:
            yield left, right, before, after
        if min(len(left), len(right)) > 1:
            if before is not None and left[0] != right[0]:
                yield left[:1], right[:1], before, None
            if after is not None and left[-1] != right[-1]:
                yield left[-1:], right[-1:], None, after
