"""Whether annotators can be relied on, and how many more judgments are needed."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tertium.annotation import Answer, Sitting, check_annotators, export_judgments, separate, values_by_system
from tertium.annotation.degradation import count_replaced
from tests.annotation.campaigns import give, make_texts, prepare


def answer_all(sitting: Sitting, *, attentive: bool) -> None:
    """Answers by how many of the words belong to the segment; or always the same."""
    while (place := sitting.next_place()) is not None:
        words = sitting.task(place).texts[0].split()
        segments = [word.split("n")[1] for word in words]
        share = max(map(segments.count, segments)) / len(words)
        value = 100 * share if attentive else 50.0
        sitting.answer(place, "da", Answer(value), attempt=f"{sitting.annotator} {place}", active_ms=2000)


def test_controls_and_repeats_tell_attentive_annotators_from_others(tmp_path: Path) -> None:
    settings = {"repeats": 0.2, "controls": 0.2, "distance": 5}
    store, keys = prepare(tmp_path, "da", test_set=make_texts(30, 2), **settings)
    answer_all(Sitting(store, keys["Ada"]), attentive=True)
    answer_all(Sitting(store, keys["Ben"]), attentive=False)
    good, bad = check_annotators(store, "test")
    assert (good.annotator, good.items, good.controls, good.repeats) == ("Ada", 30, 6, 6)
    assert (good.noticed, good.missed, good.same, good.shift) == (6, 0, 6, 0.0)
    assert good.p_value == pytest.approx(1 / 2**6)
    assert (bad.noticed, bad.missed, bad.p_value) == (0, 0, 1.0)
    assert good.seconds == 2.0


def test_few_controls_tell_nothing(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, "da", controls=0.1, distance=3)
    assert give(Sitting(store, keys["Ada"]), iter(range(100))) > 10
    (found,) = check_annotators(store, "test")
    assert math.isnan(found.p_value)
    assert math.isnan(found.shift) == (found.repeats == 0)


def test_replaced_words_grow_with_the_segment() -> None:
    counts = [count_replaced(words) for words in range(1, 60)]
    assert counts == sorted(counts)
    assert all(count <= words for words, count in enumerate(counts, start=1))


@given(st.integers(0, 2**32), st.integers(2, 40), st.integers(2, 40), st.floats(0, 3))
def test_p_values_are_those_of_welch(seed: int, one: int, other: int, shift: float) -> None:
    draw = np.random.default_rng(seed)
    values = {"a": draw.normal(shift, 1, one), "b": draw.normal(0, 2, other)}
    (found,) = separate(values)
    expected = stats.ttest_ind(values[found.first], values[found.second], equal_var=False)
    assert found.p_value == pytest.approx(expected.pvalue, abs=1e-12)
    interval = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.difference >= 0
    assert found.needed_at_least <= found.needed <= found.needed_at_most


def test_as_many_judgments_as_needed_find_the_difference_four_times_in_five() -> None:
    draw = np.random.default_rng(1)
    (found,) = separate({"a": draw.normal(0.5, 1, 20_000), "b": draw.normal(0, 1, 20_000)})
    count = int(found.needed)
    assert 58 <= count <= 68
    samples = draw.normal(0, 1, (2, 2000, count)) + np.array([found.difference, 0])[:, None, None]
    share = np.mean(stats.ttest_ind(*samples, axis=1, equal_var=False).pvalue < 0.05)
    assert share == pytest.approx(0.8, abs=0.04)


def test_with_several_pairs_as_many_are_needed_as_the_corrected_level_takes() -> None:
    draw = np.random.default_rng(1)
    values = {name: draw.normal(mean, 1, 20_000) for name, mean in (("a", 0.5), ("b", 0.0), ("c", -3.0))}
    found, (alone,) = separate(values)[0], separate({name: values[name] for name in "ab"})
    assert (found.pairs, alone.pairs, found.p_value) == (3, 1, alone.p_value)
    count = int(found.needed)
    assert count > alone.needed
    samples = draw.normal(0, 1, (2, 2000, count)) + np.array([found.difference, 0])[:, None, None]
    share = np.mean(stats.ttest_ind(*samples, axis=1, equal_var=False).pvalue < 0.05 / 3)
    assert share == pytest.approx(0.8, abs=0.04)


def test_systems_that_do_not_differ_need_any_number() -> None:
    (found,) = separate({"a": [1, 2, 3], "b": [1, 2, 3]})
    assert (found.needed, found.more, found.p_value) == (math.inf, math.inf, 1.0)
    assert separate({"a": [1, 2], "b": [1]}) == []
    (same,) = separate({"a": [2, 2], "b": [1, 1]})
    assert (same.p_value, same.needed, same.more) == (0.0, 2.0, 0.0)


def test_several_judgments_of_one_translation_count_as_one(tmp_path: Path) -> None:
    test_set = make_texts(6, 2, per_document=None)
    store, keys = prepare(tmp_path, "da", test_set=test_set, redundancy=2, annotators=("Ada", "Ben", "Cid", "Dee"))
    for number, key in enumerate(keys.values()):
        give(Sitting(store, key), [10.0 * number] * 100)
    values = values_by_system(store, "test")
    # Each of 6 translations per system has two annotators, so there are 12 judgments of it and 6 means.
    assert {system: len(each) for system, each in values.items()} == {"system0": 6, "system1": 6}
    judged = export_judgments(store, "test").columns
    kept = [row for row, sheet in enumerate(judged["sheet"]) if not sheet]
    for system, means in values.items():
        rows = [row for row in kept if judged["system"][row] == system]
        assert len(rows) == 12
        by_segment: dict[int, list[float]] = {}
        for row in rows:
            by_segment.setdefault(int(judged["segment"][row]), []).append(float(judged["value"][row]))
        assert sorted(means) == sorted(float(np.mean(each)) for each in by_segment.values())


def test_repeated_judgments_do_not_make_equal_systems_differ() -> None:
    """What the mean is for: two annotators who always agree are no more than one."""
    draw = np.random.default_rng(7)
    once = twice = 0
    for _ in range(400):
        one, other = draw.normal(0, 1, (2, 30))
        once += separate({"a": one, "b": other})[0].p_value < 0.05
        twice += separate({"a": np.tile(one, 2), "b": np.tile(other, 2)})[0].p_value < 0.05
    assert once / 400 < 0.08 < twice / 400
