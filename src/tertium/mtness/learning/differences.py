"""The differences between a text and what became of it on its way to another language and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from tertium.corpus.language_model import LanguageModel
from tertium.mtness.resources.confusions import LONGEST, START, Confusion

# Function words are short, in the languages that are written in an alphabet.
_LONG = 4

LONGEST_SIDE = 3
"""The most words on either side of a difference that is learned."""


@dataclass(frozen=True, slots=True)
class WordDifference:
    """Some words of a returned text, and those of the original in their place.

    Attributes:
        first: The first word of the returned text.
        stop: The one after the last.
        words: Those of the original.
    """

    first: int
    stop: int
    words: tuple[str, ...]


def find_differences(returned: Sequence[str], original: Sequence[str]) -> list[WordDifference]:
    """Return where two texts differ.

    >>> find_differences("el disco llevar".split(), "el disco duro".split())
    [WordDifference(first=2, stop=3, words=('duro',))]
    """
    if returned == original:
        return []
    matcher = SequenceMatcher(None, returned, original, autojunk=False)
    return [
        WordDifference(first, stop, tuple(original[start:end]))
        for kind, first, stop, start, end in matcher.get_opcodes()
        if kind != "equal"
    ]


def learn_confusions(
    returned: Sequence[Sequence[str]],
    originals: Sequence[Sequence[str]],
    model: LanguageModel | None = None,
    *,
    least: int = 3,
    min_share: float = 0.01,
) -> list[Confusion]:
    """Return what a system confuses, by the words of texts and of what they became.

    Args:
        returned: The words of each text that went to the source language and back.
        originals: The words of each text before.
        model: Says by how much the originals are more probable. It has to be of other text than this.
        least: How often a confusion has to occur.
        min_share: In which share of the occurrences of the words it has to be right.
    """
    counts: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    sums: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for words, difference, gain in _weigh(returned, originals, model):
        for pair in _place(words, difference):
            counts[pair] += 1
            sums[pair] += gain  # type: ignore[assignment]
    often = {pair for pair, count in counts.items() if count >= least}
    occurrences = _count_runs(returned, {replaced for replaced, _ in often})
    found = [
        Confusion(
            replaced=pair[0],
            replacement=pair[1],
            count=counts[pair],
            occurrences=occurrences[pair[0]],
            gain=round(sums[pair] / counts[pair], 1),
        )
        for pair in often
        if counts[pair] >= min_share * occurrences[pair[0]]
    ]
    return sorted(_drop_repeated(found), key=lambda each: (-each.count, each.replaced, each.replacement))


def _weigh(
    returned: Sequence[Sequence[str]], originals: Sequence[Sequence[str]], model: LanguageModel | None
) -> Iterator[tuple[Sequence[str], WordDifference, float]]:
    """Each difference that is short enough, in its text, and by how much it makes the text more probable."""
    found = [
        (words, each)
        for words, original in zip(returned, originals, strict=True)
        for each in find_differences(list(words), list(original))
        if each.stop - each.first <= LONGEST_SIDE
        and len(each.words) <= LONGEST_SIDE
        and not _loses_content(words[each.first : each.stop], each.words)
    ]
    gains = np.zeros(len(found))
    if model is not None:
        gains = model.compare([(words, each.first, each.stop, each.words) for words, each in found])
    for (words, each), gain in zip(found, gains.tolist(), strict=True):
        yield words, each, gain


def _loses_content(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether a long word goes, and no other comes: what a translation adds to its source is not a confusion."""
    return not any(map(_is_long, new)) and any(map(_is_long, old))


def _is_long(word: str) -> bool:
    return len(word) > _LONG


def _place(words: Sequence[str], difference: WordDifference) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """A difference by itself, with the word before it, and with the word after it; no word by itself is nothing."""
    old, new = tuple(words[difference.first : difference.stop]), difference.words
    before = words[difference.first - 1] if difference.first else START
    after = words[difference.stop] if difference.stop < len(words) else START
    if old and new:
        yield old, new
    yield (before, *old), (before, *new)
    yield (*old, after), (*new, after)


def _count_runs(texts: Sequence[Sequence[str]], wanted: set[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    """How often some runs of words occur."""
    found: Counter[tuple[str, ...]] = Counter()
    for words in texts:
        padded = (START, *words, START)
        # The mark of the end by itself is not counted: as that of the beginning, it is there once per text.
        for first in range(len(padded) - 1):
            for stop in range(first + 1, min(first + LONGEST, len(padded)) + 1):
                run = padded[first:stop]
                if run in wanted:
                    found[run] += 1
    return found


def _drop_repeated(confusions: Sequence[Confusion]) -> Iterator[Confusion]:
    """Confusions without those that say no more with a word beside them than without it."""
    alone = {(each.replaced, each.replacement): each for each in confusions}
    for each in confusions:
        before, after, new = each.trim()
        stop = len(each.replaced) - after
        general = alone.get((each.replaced[before:stop], new))
        if general is None or general is each or each.share > 1.2 * general.share:
            yield each
