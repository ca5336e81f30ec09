"""How often a repair is right in the output of a system, whatever the evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tertium.mtness.detection.combiner import Combiner, CountEvidence
from tertium.mtness.detection.judge import WeighedText, choose_caution
from tertium.mtness.detection.pooling import estimate_share
from tertium.mtness.learning.habits import learn_habits
from tertium.mtness.resources.confusions import Habit, WordPair
from tests.mtness.notation import chunked, repairable, replacing, tagged

COMBINER = Combiner({"bias": -1.0, "gain": 1.0, "loss": 1.0}, {"A2": 0.2})
PAIR: WordPair = (("a",), ("en",))


def weighed(gains: Sequence[float], old: str = "a", new: str = "en") -> WeighedText:
    """As many segments, each with one repair."""
    segments = []
    for gain in gains:
        segment = chunked(tagged(f"clic/noun {old}/preposition listas/noun"))
        start = segment.text.index(f" {old} ") + 1
        repair = replacing(segment, old, new)
        edit = replace(repair.edits[0], start=start, end=start + len(old))
        change = (1, 2, tuple(new.split()))
        segments.append(repairable(segment, replace(repair, edits=(edit,), change=change, gain=gain)))
    words = [each.text.split() for each in segments]
    return WeighedText(segments, words, [[CountEvidence()] for _ in segments])


def test_what_is_rare_has_no_habit() -> None:
    many, few = weighed([1.0] * 5), weighed([1.0] * 4)
    assert set(learn_habits(COMBINER, [many], [many])) == {PAIR}
    assert learn_habits(COMBINER, [few], [many]) == {}
    assert learn_habits(COMBINER, [many], [few]) == {}
    assert set(learn_habits(COMBINER, [few, few], [few, few])) == {PAIR}
    assert learn_habits(COMBINER, [many], []) == {}
    assert learn_habits(COMBINER, [many], [weighed([1.0] * 9, "por", "para")]) == {}


def test_shares_are_those_of_the_definition() -> None:
    labelled, translated = weighed([-2.0] * 6 + [1.0] * 2), weighed([4.0] * 10)
    (habit,) = learn_habits(COMBINER, [labelled], [translated]).values()
    sums = 6 / (1 + math.exp(3.0)) + 2 / (1 + math.exp(0.0))
    expected = (sums + 3.0 * 0.2) / (8 + 3.0)
    assert habit.expected == pytest.approx(expected, abs=1e-4)
    share = estimate_share(np.full(10, 3.0), expected, choose_caution(PAIR))
    assert habit.share == pytest.approx(share, abs=1e-4)
    assert habit.share > habit.expected


def test_text_where_it_is_wrong_has_a_smaller_share() -> None:
    labelled = weighed([2.0] * 20)
    (habit,) = learn_habits(COMBINER, [labelled], [weighed([-2.9] * 40)]).values()
    assert habit.share < habit.expected
    assert 0 < habit.share < 1


def test_of_several_kinds_of_text_the_least_counts() -> None:
    labelled = weighed([0.0] * 20)
    right, wrong = weighed([5.0] * 200), weighed([-2.9] * 20)
    one, other, both = (learn_habits(COMBINER, [labelled], texts)[PAIR] for texts in ([right], [wrong], [right, wrong]))
    assert both.share == other.share < one.expected < one.share
    # A text without it has what is expected.
    alone = learn_habits(COMBINER, [labelled], [right, weighed([1.0] * 9, "por", "para")])[PAIR]
    assert alone.share == alone.expected == one.expected


def test_where_the_number_of_words_changes_one_is_more_cautious() -> None:
    assert choose_caution((("a",), ("en",))) < choose_caution((("a",), ())) == choose_caution(((), ("a",)))
    same = learn_habits(COMBINER, [weighed([0.0] * 20)], [weighed([5.0] * 20)])[PAIR]
    longer = learn_habits(COMBINER, [weighed([0.0] * 20, new="en el")], [weighed([5.0] * 20, new="en el")])[
        ("a",), ("en", "el")
    ]
    assert longer.share < same.share
    assert isinstance(same, Habit)
