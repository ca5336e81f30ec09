"""How many words of each group a system gets right: rare and frequent, function and content words, by their form.

A word of the output is right if the reference has it, as often as the reference has it. Of several references, each
segment is compared with the one that it shares most words with (the largest F1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium._core import Tokens, Vocabulary, tally_word_groups
from tertium.contrast.breakdown import Bucket, BucketPart, compare_parts, count_ahead
from tertium.contrast.buckets import FREQUENCIES, Buckets, bucket_numbers
from tertium.contrast.frequencies import Frequencies, look_up
from tertium.contrast.setting import ContrastSetting
from tertium.frame import Frame
from tertium.json_result import JsonResult
from tertium.lexicon.function_words import load_function_words
from tertium.metrics.metric import ratio
from tertium.types import Array, Matrix, Offsets

Grouping = Callable[[Sequence[str]], Buckets]
"""From distinct words to the group of each."""

_FORMS = ("lower case", "capitalised", "upper case", "with digits", "punctuation", "other")


@dataclass(frozen=True, kw_only=True)
class WordGroup(JsonResult):
    """How well two systems get the words of a group right.

    Attributes:
        test: Both systems' F1 in per cent, their difference and its significance. Its ``count`` is the number of
            segments in which the references or one of the outputs has such words.
        matches: The matched words of both systems.
        words: The words of both outputs.
        reference_words: The words of the references that both outputs were compared with.
    """

    json_fields = (
        "name=test.name count=test.count scores=test.scores ahead=test.ahead difference=test.difference low=test.low "
        "high=test.high p_value=test.p_value adjusted=test.adjusted better=test.better reason=test.reason matches "
        "words reference_words precision recall"
    )

    test: Bucket
    matches: tuple[int, int]
    words: tuple[int, int]
    reference_words: tuple[int, int]

    @property
    def precision(self) -> tuple[float, float]:
        """The share of the outputs' words that is right, of both systems, in per cent."""
        return _share(self.matches[0], self.words[0]), _share(self.matches[1], self.words[1])

    @property
    def recall(self) -> tuple[float, float]:
        """The share of the references' words that is there, of both systems, in per cent."""
        return _share(self.matches[0], self.reference_words[0]), _share(self.matches[1], self.reference_words[1])


@dataclass(frozen=True, kw_only=True)
class WordAccuracy(JsonResult):
    """How well two systems get words right, group by group.

    Attributes:
        by: What the words are divided by: ``frequency``, ``function`` or ``form``.
        groups: The groups of which references have words.
    """

    by: str
    groups: Sequence[WordGroup]

    def to_frame(self) -> Frame:
        """Return one row per group."""
        return frame_words([self])


def group_by_frequency(frequencies: Frequencies, edges: Sequence[int] = FREQUENCIES) -> Grouping:
    """Return a grouping of words by their frequencies.

    Args:
        frequencies: How frequent words are.
        edges: Where groups begin, after the first.
    """
    return lambda words: bucket_numbers("frequency", look_up(words, frequencies), edges)


def group_by_function(name_or_path: str) -> Grouping:
    """Return a grouping into function words, by a list, and content words; punctuation counts as neither.

    Args:
        name_or_path: As for ``load_function_words``.
    """
    listed = load_function_words(name_or_path)

    def group(words: Sequence[str]) -> Buckets:
        places = [2 if _is_punctuation(word) else int(word.lower() not in listed) for word in words]
        return Buckets("function", ("function words", "content words", "punctuation"), np.array(places, dtype=np.int64))

    return group


def group_by_form(words: Sequence[str]) -> Buckets:
    """Group words by how they are written: lower case, capitalised, upper case, with digits, punctuation, other.

    >>> group_by_form(["the", "Berlin", "EU", "1990s", ",", "猫"]).places.tolist()
    [0, 1, 2, 3, 4, 5]
    """
    return Buckets("form", _FORMS, np.array([_find_form(word) for word in words], dtype=np.int64))


def compare_words(
    systems: tuple[Tokens, Tokens],
    references: Tokens,
    offsets: Offsets,
    groupings: Sequence[Grouping],
    setting: ContrastSetting,
) -> list[WordAccuracy]:
    """Compare how well two systems get the words of some groups right.

    Args:
        systems: The tokens of both systems.
        references: The tokens of all references.
        offsets: Where the references of each segment start.
        groupings: What divides words into groups.
        setting: The systems, and how differences are tested.
    """
    vocabularies = [Vocabulary(system, references) for system in systems]
    words = [vocabulary.words() for vocabulary in vocabularies]
    # Each word is grouped once, though both vocabularies may have it.
    places = {word: place for place, word in enumerate(dict.fromkeys([*words[0], *words[1]]))}
    found = []
    for grouping in groupings:
        buckets = grouping(list(places))
        rows = []
        for vocabulary, own in zip(vocabularies, words, strict=True):
            groups = buckets.places[[places[word] for word in own]].astype(np.uint32)
            rows.append(tally_word_groups(vocabulary, offsets, groups, len(buckets.names), setting.threads))
        found.append(_compare_groups(buckets, rows[0], rows[1], setting))
    return found


def _compare_groups(buckets: Buckets, first: Matrix, second: Matrix, setting: ContrastSetting) -> WordAccuracy:
    parts = []
    for place, name in enumerate(buckets.names):
        columns = slice(3 * place, 3 * place + 3)
        both = first[:, columns] + second[:, columns]
        inside = both.any(axis=1)
        # Of words that no reference has, all are wrong in both systems: there is nothing to compare.
        if both[:, 2].any():
            ours, theirs = first[inside, columns], second[inside, columns]
            parts.append(BucketPart(name=name, first=ours, second=theirs, ahead=count_ahead(_f1(ours), _f1(theirs))))
    tests = compare_parts(parts, _f1, setting)
    groups = []
    for part, test in zip(parts, tests, strict=True):
        sums = part.first.sum(axis=0).astype(int).tolist(), part.second.sum(axis=0).astype(int).tolist()
        matches, words, reference_words = zip(*sums, strict=True)
        groups.append(WordGroup(test=test, matches=matches, words=words, reference_words=reference_words))
    return WordAccuracy(by=buckets.by, groups=groups)


def frame_words(accuracies: Sequence[WordAccuracy]) -> Frame:
    """Return one row per group of words, of all groupings."""
    rows = [(each.by, group) for each in accuracies for group in each.groups]
    groups = [group for _, group in rows]
    columns: dict[str, Any] = {"by": [by for by, _ in rows], "group": [group.test.name for group in groups]}
    for name, kind in (("matches", int), ("words", int), ("reference_words", int), ("precision", float)):
        for place, which in enumerate(("first", "second")):
            values = [getattr(group, name)[place] for group in groups]
            columns[f"{which}_{name}"] = np.array(values, dtype=np.int64 if kind is int else np.float64)
    for place, which in enumerate(("first", "second")):
        columns[f"{which}_recall"] = np.array([group.recall[place] for group in groups], dtype=np.float64)
        columns[f"{which}_f1"] = np.array([group.test.scores[place] for group in groups], dtype=np.float64)
    columns["segments"] = np.array([group.test.count for group in groups], dtype=np.int64)
    for name in ("difference", "low", "high", "p_value", "adjusted"):
        columns[name] = np.array([getattr(group.test, name) for group in groups], dtype=np.float64)
    columns["better"] = [group.test.better or "" for group in groups]
    columns["reason"] = [group.test.reason for group in groups]
    return Frame(columns)


def _f1(rows: Matrix) -> Array:
    """F1 in per cent, from matches, words of the output and words of the reference."""
    return 200 * ratio(rows[..., 0], rows[..., 1] + rows[..., 2])


def _share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def _is_punctuation(word: str) -> bool:
    return not any(character.isalnum() for character in word)


def _find_form(word: str) -> int:
    if _is_punctuation(word):
        return 4
    if any(character.isdigit() for character in word):
        return 3
    if word.islower():
        return 0
    # One capital letter, as of "I", begins a word as others do.
    if word.isupper() and len(word) > 1:
        return 2
    return 1 if word[:1].isupper() else 5
