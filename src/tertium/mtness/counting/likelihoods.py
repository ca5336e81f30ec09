"""By how much each repair makes a segment more probable, and what is known of it from the system's own output.

All repairs are brought to the words that are counted. What a table of confusions and the choices between small words
propose is added to what the rules propose. Repairs that make the text far less probable are dropped, unless counts
alone may settle them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tertium.corpus.language_model import LanguageModel
from tertium.edits import apply_edits
from tertium.mtness.repairs.learned_repairs import LocatedWord, changes_name, make_repair
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.resources.confusions import ConfusionTable, WordChange
from tertium.mtness.resources.word_choices import WordChoices
from tertium.mtness.segment import Segment

_SURROGATE = re.compile("[\ud800-\udfff]")

LEAST_GAIN = -3.0
"""Repairs that make a text less probable than by this are dropped, unless counts alone may settle them."""


def weigh_repairs(
    segments: Sequence[Segment],
    model: LanguageModel,
    table: ConfusionTable | None = None,
    choices: WordChoices | None = None,
) -> tuple[list[Segment], list[list[str]]]:
    """Return segments with repairs that are worth counting, and the words of each as they are counted.

    Args:
        segments: The segments with what the rules propose.
        model: The language model.
        table: What the system confuses, if that is known.
        choices: Which small words fit which words around them, if that is known.
    """
    located = model.normalisation.locate_many([_make_valid(segment.text) for segment in segments])
    known_changes = _find_changes(segments, located, model)
    found: list[dict[WordChange, Repair]] = []
    for segment, words, known in zip(segments, located, known_changes, strict=True):
        repairs: dict[WordChange, Repair] = {}
        borrowed: dict[WordChange, Repair] = {}
        for repair, change in zip(segment.repairs, known, strict=True):
            if change is not None:
                some = borrowed if repair.action.borrowed else repairs
                some.setdefault(change, replace(repair, change=change))
        if table is not None:
            for change, confusion in table.find([word for word, _, _ in words]).items():
                if change in repairs:
                    repairs[change] = replace(repairs[change], confusion=confusion)
                elif not changes_name(segment, words, change):
                    repairs[change] = make_repair(segment, words, change, confusion)
        if choices is not None:
            repairs = _choose(segment, words, repairs, choices)
        found.append(borrowed | repairs)
    plain = [[word for word, _, _ in words] for words in located]
    changes = [(words, *change) for words, repairs in zip(plain, found, strict=True) for change in repairs]
    gains = model.compare(changes).tolist()
    gains.reverse()
    weighed = []
    for segment, repairs in zip(segments, found, strict=True):
        kept = [
            each
            for each in (replace(repair, gain=gains.pop()) for repair in repairs.values())
            if is_likely(each) or each.action.is_counted_anyway
        ]
        weighed.append(segment.with_repairs(tuple(sorted(kept, key=lambda each: (each.start, each.end, each.rank)))))
    return weighed, plain


def _choose(
    segment: Segment, words: Sequence[LocatedWord], repairs: dict[WordChange, Repair], choices: WordChoices
) -> dict[WordChange, Repair]:
    """Repairs with the odds that the words around them give, and those that these propose."""
    plain = [word for word, _, _ in words]
    proposed = (change for change in choices.propose(plain) if change not in repairs)
    more = {change: make_repair(segment, words, change) for change in proposed}
    return {change: replace(repair, choice=choices.weigh(plain, change)) for change, repair in (repairs | more).items()}


def is_likely(repair: Repair) -> bool:
    """Return whether a repair that the language model has judged does not make the text far less probable."""
    return repair.gain is not None and repair.gain > LEAST_GAIN


def _make_valid(text: str) -> str:
    """The text with another character in the place of each lone surrogate, which cannot be counted."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def _find_changes(
    segments: Sequence[Segment], located: Sequence[Sequence[LocatedWord]], model: LanguageModel
) -> list[list[WordChange | None]]:
    """What each repair changes in the words that are counted; None if nothing."""
    places: list[list[tuple[int, int]]] = []
    texts: list[str] = []
    for segment, words in zip(segments, located, strict=True):
        own: list[tuple[int, int]] = []
        for repair in segment.repairs:
            first = next((place for place, word in enumerate(words) if word[2] > repair.start), len(words))
            stop = next((place for place in range(first, len(words)) if words[place][1] >= repair.end), len(words))
            start = min(repair.start, words[first][1]) if first < len(words) else repair.start
            end = max(repair.end, words[stop - 1][2]) if stop > first else repair.end
            own.append((first, stop))
            texts.append(_make_valid(apply_edits(segment.text[start:end], repair.edits, start)))
        places.append(own)
    new = iter(model.normalisation.split_many(texts))
    return [
        [_trim([word for word, _, _ in words], first, stop, next(new)) for first, stop in own]
        for words, own in zip(located, places, strict=True)
    ]


def _trim(words: Sequence[str], first: int, stop: int, new: list[str]) -> WordChange | None:
    """A change without words at its ends that stay."""
    while first < stop and new and words[first] == new[0]:
        first, new = first + 1, new[1:]
    while first < stop and new and words[stop - 1] == new[-1]:
        stop, new = stop - 1, new[:-1]
    return (first, stop, tuple(new)) if first < stop or new else None
