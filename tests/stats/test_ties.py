"""Tie calibration against every threshold there is, and Kendall-like tau by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.registry import LEVELS
from tertium.stats.levels import average_rows, correlate
from tertium.stats.ties import TIES, balance_comparisons, calibrate_ties, kendall_like
from tests.oracle.correlation import accuracy_with_threshold
from tests.stats.scores import Scores, score_matrices


def split(metric: np.ndarray, human: np.ndarray, level: str) -> list[tuple[np.ndarray, np.ndarray]]:
    if level == "system":
        metric, human = average_rows(metric)[None], average_rows(human)[None]
    elif level == "pooled":
        metric, human = metric.reshape(1, -1), human.reshape(1, -1)
    elif level == "by-segment":
        metric, human = metric.T, human.T
    present = [~np.isnan(x + z) for x, z in zip(metric, human, strict=True)]
    return [(x[known], z[known]) for x, z, known in zip(metric, human, present, strict=True)]


@pytest.mark.parametrize("level", ["pooled", "by-system", "by-segment"])
@given(scores=score_matrices(systems=6, segments=6), decimals=st.sampled_from([0, 1, 9]))
def test_no_threshold_is_better(level: str, scores: Scores, decimals: int) -> None:
    human = scores.human.round(decimals)
    found = calibrate_ties(scores.first, human, level)
    groups = split(scores.first, human, level)
    thresholds = {abs(one - other) for x, _ in groups for one in x for other in x} | {0.0}
    accuracies = {threshold: accuracy_with_threshold(groups, threshold) for threshold in thresholds}
    assert found.pairs == sum(len(x) * (len(x) - 1) // 2 for x, _ in groups)
    assert not found.sampled
    if not found.pairs:
        assert np.isnan(found.accuracy)
        return
    assert found.accuracy == pytest.approx(max(accuracies.values()), abs=1e-12)
    assert accuracy_with_threshold(groups, found.threshold) == pytest.approx(found.accuracy, abs=1e-12)
    assert found.accuracy_at_zero == pytest.approx(accuracies[0.0], abs=1e-12)
    smaller = [accuracies[threshold] for threshold in thresholds if threshold < found.threshold]
    assert all(accuracy < found.accuracy - 1e-13 for accuracy in smaller)


@pytest.mark.parametrize("level", LEVELS)
@given(scores=score_matrices())
def test_without_a_threshold_it_is_the_coefficient(level: str, scores: Scores) -> None:
    found = calibrate_ties(scores.first, scores.human, level)
    expected = correlate(scores.first, scores.human, level, "accuracy")
    assert found.accuracy_at_zero == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("level", ["pooled", "by-system", "by-segment"])
@given(scores=score_matrices(systems=4, segments=6), seed=st.integers(0, 2**32))
def test_copies_of_a_segment_are_left_out(level: str, scores: Scores, seed: int) -> None:
    columns = scores.first.shape[1]
    draw = np.random.default_rng(seed).integers(columns, size=columns)
    metric, human = scores.first[:, draw], scores.human[:, draw]
    # Any names will do for segments.
    found = calibrate_ties(metric, human, level, identity=[f"segment {column}" for column in draw])
    cells = np.arange(metric.size).reshape(scores.first.shape)[:, draw]
    flat = (
        [(1, -1), (metric.shape[1], metric.shape[0])][level == "by-segment"] if level != "by-system" else metric.shape
    )
    turned = [each.T if level == "by-segment" else each for each in (metric, human, cells)]
    groups = []
    for x, z, of in zip(*(each.reshape(flat) for each in turned), strict=True):
        known = ~np.isnan(x + z)
        groups.append((x[known], z[known], of[known]))
    thresholds = {abs(one - other) for x, *_ in groups for one in x for other in x} | {0.0}
    best = max((accuracy_with_threshold(groups, each) for each in thresholds), key=lambda value: np.nan_to_num(value))
    assert found.accuracy == pytest.approx(best, abs=1e-12, nan_ok=True)
    assert found.accuracy_at_zero == pytest.approx(accuracy_with_threshold(groups, 0.0), abs=1e-12, nan_ok=True)
    if level == "by-segment":
        assert found == calibrate_ties(metric, human, level) or not found.pairs


def test_copies_are_left_out_of_drawn_pairs() -> None:
    human = np.random.default_rng(2).permutation(300).reshape(5, 60) * 1.0
    draw = np.random.default_rng(3).integers(60, size=60)
    drawn = human[:, draw]
    for level in ("pooled", "by-system"):
        found = calibrate_ties(-drawn, drawn, level, identity=draw, limit=500)
        assert found.sampled
        assert (found.accuracy, found.pairs) == (0, pytest.approx(500, abs=10))
        assert calibrate_ties(-drawn, drawn, level, limit=500).accuracy > 0
    alone = calibrate_ties(drawn[:1, :2], drawn[:1, :2], "pooled", identity=[4, 4])
    assert (alone.pairs, np.isnan(alone.accuracy)) == (0, True)
    with pytest.raises(InputError, match="does not go with 60 columns"):
        calibrate_ties(drawn, drawn, "pooled", identity=draw[:3])


def test_people_who_tie_all_want_the_largest_threshold() -> None:
    found = calibrate_ties(np.array([[1.0, 2.0, 4.0]]), np.zeros((1, 3)), "pooled")
    assert (found.threshold, found.accuracy, found.accuracy_at_zero) == (3, 1, 0)
    assert found.to_dict()["pairs"] == 3


def test_too_many_pairs_are_drawn_and_the_result_says_so() -> None:
    generator = np.random.default_rng(1)
    human = generator.integers(0, 5, (10, 60)).astype(float)
    metric = human + generator.normal(size=human.shape)
    for level in ("pooled", "by-system", "by-segment"):
        whole = calibrate_ties(metric, human, level)
        drawn, again, other = (calibrate_ties(metric, human, level, limit=2000, seed=seed) for seed in (1, 1, 2))
        assert not whole.sampled
        assert drawn.sampled
        assert drawn == again != other
        assert drawn.pairs == pytest.approx(2000, abs=60)
        # Five standard errors; the best threshold of a part is a little too good for that part.
        assert drawn.accuracy == pytest.approx(whole.accuracy, abs=5 * 0.5 / np.sqrt(2000))


def test_kendall_like_by_hand() -> None:
    better, worse = [3, 2, 1, 5, 5, np.nan], [1, 1, 2, 5, 5, 1]
    # Two concordant, one discordant, two ties of the metric.
    assert kendall_like(better, worse, "wmt12") == pytest.approx((2 - 1 - 2) / 5)
    assert kendall_like(better, worse, "wmt13") == pytest.approx((2 - 1) / 3)
    assert kendall_like(better, worse) == kendall_like(better, worse, "wmt14") == pytest.approx((2 - 1) / 5)


@pytest.mark.parametrize("ties", TIES)
@given(seed=st.integers(0, 2**32))
def test_parts_of_a_balance_are_the_tau_of_these_comparisons(ties: str, seed: int) -> None:
    generator = np.random.default_rng(seed)
    better, worse = generator.integers(0, 4, (2, 30)).astype(float)
    better[generator.random(30) < 0.2] = np.nan
    balance = balance_comparisons(better, worse, ties)
    draw = generator.integers(30, size=12)
    counted = balance.counted[draw].sum()
    expected = kendall_like(better[draw], worse[draw], ties)
    assert (balance.gained[draw].sum() / counted if counted else np.nan) == pytest.approx(expected, nan_ok=True)
    assert balance.tau == pytest.approx(kendall_like(better, worse, ties), nan_ok=True)


@pytest.mark.parametrize("ties", TIES)
def test_kendall_like_where_nothing_is_counted(ties: str) -> None:
    assert np.isnan(kendall_like([], [], ties))
    assert np.isnan(kendall_like([np.nan], [1], ties))


def test_odd_calls_are_refused() -> None:
    with pytest.raises(SpecError, match="There are: wmt12, wmt13, wmt14"):
        kendall_like([1], [2], "wmt99")
    with pytest.raises(InputError, match="one entry per pair"):
        kendall_like([1], [2, 3])
    with pytest.raises(SpecError, match="there is no level"):
        calibrate_ties(np.ones((2, 2)), np.ones((2, 2)), "item")
