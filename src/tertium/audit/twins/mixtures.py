"""Mixtures of references: BLEU accepts matches in any of them (Callison-Burch, Osborne and Koehn 2006, section 3.2).

Two references may say *carry* and *take* for the same word of the source. BLEU rewards a hypothesis which says both.
Such *rivals* are found where references differ between words that they share. Synonyms are tried first, since a twin
that says both of them is the easiest to see through; then other words, and function words and punctuation last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import combinations
from random import Random

from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.draws import draw_with
from tertium.audit.twins.pieces import find_piece
from tertium.audit.twins.search import Budget
from tertium.json_result import JsonResult
from tertium.lexicon import load_function_words, load_wordnet

# Longer differences are other sentences, rather than other words for the same thing.
_LONGEST = 4

# How many variants are rated per pair of rivals, and from how many beginnings: most searches that succeed do so soon.
_EACH = 4000
_BEGINNINGS = 4


@dataclass(frozen=True)
class Mixture(JsonResult):
    """The matches of the hypothesis in each reference.

    Attributes:
        words: The number of words of the hypothesis.
        alone: By reference, the matching n-grams of each order with this reference only.
        together: The matching n-grams of each order with all references.
        best: The reference with the most matching words, from 0; the first of several.
    """

    json_fields = "words alone together best gained"

    words: int
    alone: tuple[tuple[int, ...], ...]
    together: tuple[int, ...]
    best: int

    @property
    def gained(self) -> tuple[int, ...]:
        """By order, the additional matches compared with the best reference alone."""
        return tuple(both - one for both, one in zip(self.together, self.alone[self.best], strict=True))


@dataclass(frozen=True, kw_only=True)
class Rival(JsonResult):
    """Different words of two references in the same place.

    Attributes:
        first: The words of one reference.
        second: The words of the other.
        first_references: The references that have the first there, from 0.
        second_references: The references that have the second there, from 0.
        before: The word before both; None at the beginning, or inside a longer difference.
        after: The word after both; None at the end, or inside a longer difference.
    """

    json_fields = "first=first_text second=second_text first_references second_references before after"

    first: Words
    second: Words
    first_references: tuple[int, ...]
    second_references: tuple[int, ...]
    before: str | None
    after: str | None

    @property
    def first_text(self) -> str:
        """The first words, as text."""
        return " ".join(self.first)

    @property
    def second_text(self) -> str:
        """The second words, as text."""
        return " ".join(self.second)


@dataclass(frozen=True)
class BothUsed(JsonResult):
    """A twin that says the same thing twice.

    Attributes:
        words: The words of the twin.
        rival: The pair that it has both of.
        seed: The seed of the search.
    """

    json_fields = "words text rival seed"

    words: Words
    rival: Rival
    seed: int

    @property
    def text(self) -> str:
        """The twin as a text."""
        return " ".join(self.words)


def measure_mixture(segment: AuditedSegment) -> Mixture:
    """Measure how much of the hypothesis each reference has, and all together."""
    order = segment.metric.order
    alone = tuple(
        tuple(int(count) for count in replace(segment, references=(words,)).row[2 : 2 + order])
        for words in segment.references
    )
    together = tuple(int(count) for count in segment.row[2 : 2 + order])
    best = max(range(len(alone)), key=lambda number: alone[number])
    return Mixture(len(segment.hypothesis), alone, together, best)


def find_rivals(references: Sequence[Words]) -> list[Rival]:
    """Return words or short phrases of different references that stand in the same place.

    References are aligned in pairs. What differs between shared words is a pair of rivals. Where that is more than one
    word on both sides, so are the words next to the shared ones.
    """
    found: dict[frozenset[Words], Rival] = {}
    for (one, first), (other, second) in combinations(enumerate(references), 2):
        for left, right, before, after in _list_differences(first, second):
            key = frozenset((left, right))
            known = found.get(key) or Rival(
                first=left, second=right, first_references=(), second_references=(), before=before, after=after
            )
            sides = (one, other) if known.first == left else (other, one)
            found[key] = replace(
                known,
                first_references=tuple(sorted({*known.first_references, sides[0]})),
                second_references=tuple(sorted({*known.second_references, sides[1]})),
            )
    return list(found.values())


def use_both(segment: AuditedSegment, seed: int = 0, budget: int = 40_000) -> BothUsed | None:
    """Search for a twin that uses both of a pair of rivals.

    Args:
        segment: The segment.
        seed: The seed of the search.
        budget: The maximum number of variants to rate, over all pairs.

    Returns:
        The twin; None if there are no rivals, or the search found none.

    Raises:
        InputError: If the budget is not positive.
    """
    budget = Budget(budget).evaluations
    rng = Random(seed)  # noqa: S311 - no secret
    rivals = find_rivals(segment.references)
    rng.shuffle(rivals)
    # Short pairs are the easiest to read, and to fit in.
    rivals.sort(key=lambda rival: (_rank(rival), len(rival.first) + len(rival.second)))
    for rival in rivals:
        if any(
            find_piece(words, rival.first) is not None and find_piece(words, rival.second) is not None
            for words in segment.references
        ):
            continue  # a reference says both, so this makes sense
        for _ in range(_BEGINNINGS):
            if budget <= 0:
                return None
            few = min(budget, _EACH // _BEGINNINGS)
            draw = draw_with(segment, (rival.first, rival.second), few, rng.randrange(2**32))
            budget -= max(draw.evaluations, 1)
            if draw.found and draw.words is not None and draw.words != segment.hypothesis:
                return BothUsed(draw.words, rival, seed)
    return None


def _rank(rival: Rival) -> int:
    """Return 0 for synonyms, as far as WordNet has them, 1 for other words, 2 for function words, 3 for punctuation."""
    words = [*rival.first, *rival.second]
    if not all(any(map(str.isalnum, "".join(side))) for side in (rival.first, rival.second)):
        return 3
    function_words = load_function_words("english")
    if any(all(word.lower() in function_words for word in side) for side in (rival.first, rival.second)):
        return 2
    if len(words) == 2:
        (start, middle, end), synsets = (found.tolist() for found in load_wordnet().synsets(words))
        return 0 if set(synsets[start:middle]) & set(synsets[middle:end]) else 1
    return 1


def _list_differences(first: Words, second: Words) -> Iterator[tuple[Words, Words, str | None, str | None]]:
    """List differing words in the same place, with the words before and after."""
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
