"""Levels: equal to nlpstats' and to their definitions."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from nlpstats.correlations import correlate as peer

from tertium.errors import InputError, SpecError
from tertium.registry import COEFFICIENTS, LEVELS
from tertium.stats.levels import average_rows, correlate
from tests.oracle import correlation
from tests.stats.scores import Scores, score_matrices

PEER_COEFFICIENTS = {"pearson": "pearson", "spearman": "spearman", "kendall-b": "kendall"}
PEER_LEVELS = {"system": "system", "pooled": "global", "by-segment": "input", "by-system": "input"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(scores=score_matrices())
def test_levels_equal_their_definitions(level: str, coefficient: str, scores: Scores) -> None:
    found = correlate(scores.first, scores.human, level, coefficient)
    expected = correlation.correlate(scores.first, scores.human, level, coefficient)
    assert found == pytest.approx(expected, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("coefficient", PEER_COEFFICIENTS)
@given(scores=score_matrices(gaps="same"))
def test_levels_equal_nlpstats(level: str, coefficient: str, scores: Scores) -> None:
    metric, human = scores.first, scores.human
    found = correlate(metric, human, level, coefficient)
    if level == "by-system":
        metric, human = metric.T, human.T
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = peer(metric, human, PEER_LEVELS[level], PEER_COEFFICIENTS[coefficient])
    assert found == pytest.approx(expected, abs=1e-10, nan_ok=True)


def test_people_may_judge_whole_systems() -> None:
    metric = np.arange(12.0).reshape(4, 3) ** 2
    human = np.array([[1.0], [2.0], [2.5], [9.0]])
    assert correlate(metric, human, "system", "kendall-b") == 1
    with pytest.raises(InputError, match="cannot be compared at the level 'pooled'"):
        correlate(metric, human, "pooled", "pearson")


def test_systems_with_the_same_scores_in_another_order_tie() -> None:
    scores = np.array([0.1, 0.2, 0.3])
    metric = np.array([scores, scores[::-1], scores[[1, 2, 0]], scores + 1])
    assert len(set(metric.mean(axis=1))) > 2, "rounding tells them apart, else this shows nothing"
    assert correlate(metric, np.array([[1.0], [1], [1], [2]]), "system", "accuracy") == 1


def test_means_are_of_what_is_known_and_do_not_overflow() -> None:
    scores = np.array([[1.0, np.nan, 2.0], [np.nan] * 3, [-3.0, 0.0, 6.0]])
    np.testing.assert_array_equal(average_rows(scores), [1.5, np.nan, 1])
    np.testing.assert_allclose(average_rows(scores * 2e307), np.array([1.5, np.nan, 1]) * 2e307, rtol=1e-15)
    np.testing.assert_array_equal(average_rows(np.full((2, 9), 1.5e308)), [1.5e308, 1.5e308])


def test_odd_calls_are_refused() -> None:
    with pytest.raises(SpecError, match="There are: system, pooled, by-system, by-segment"):
        correlate(np.ones((2, 2)), np.ones((2, 2)), "input", "pearson")
    for human in (np.ones(2), np.ones((3, 2)), np.ones((2, 0))):
        with pytest.raises(InputError, match="one row per system"):
            correlate(np.ones((2, 2)), human, "system", "pearson")
