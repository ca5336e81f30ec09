"""Soft pairwise accuracy against all flips of signs, and what it must say of metrics that are as sure as people."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given

from tertium.errors import TertiumError
from tertium.stats.soft_accuracy import pairwise_p_values, soft_accuracy
from tests.stats.scores import Scores, score_matrices


def enumerate_p(first: np.ndarray, second: np.ndarray) -> float:
    """The share of all flips of signs whose difference is larger, and half of those where it is the same."""
    gaps = (first - second)[~np.isnan(first - second)]
    sums = np.array([np.dot(signs, gaps) for signs in product([1, -1], repeat=len(gaps))])
    return float((sums > gaps.sum() + 1e-9).mean() + (np.abs(sums - gaps.sum()) <= 1e-9).mean() / 2)


@pytest.mark.parametrize("missing", [0, 0.3])
@pytest.mark.parametrize("ties", [False, True])
def test_p_values_equal_the_enumeration_of_all_flips(missing: float, ties: bool) -> None:
    generator = np.random.default_rng(1)
    scores = generator.integers(0, 4, (5, 9)).astype(float) if ties else generator.normal(size=(5, 9))
    scores[generator.random(scores.shape) < missing] = np.nan
    found = pairwise_p_values(scores, 20_000, 1)
    for one, other in product(range(5), repeat=2):
        exact = enumerate_p(scores[one], scores[other])
        assert found[one, other] == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 20_000) + 1e-9)


@given(scores=score_matrices())
def test_both_directions_add_up_to_one_and_a_gap_changes_no_other_pair(scores: Scores) -> None:
    found = pairwise_p_values(scores.first, 50, 3)
    np.testing.assert_allclose(found + found.T, np.where(np.isnan(found), np.nan, 1))
    assert 0 <= np.nanmin(found) <= np.nanmax(found) <= 1
    complete = np.nan_to_num(scores.first)
    with_gap = complete.copy()
    with_gap[0, 0] = np.nan
    one, other = pairwise_p_values(complete, 50, 3), pairwise_p_values(with_gap, 50, 3)
    np.testing.assert_allclose(one[1:, 1:], other[1:, 1:])


@given(scores=score_matrices())
def test_a_metric_that_is_people_agrees_with_them_and_order_does_not_matter(scores: Scores) -> None:
    whole = soft_accuracy(scores.human, 2 * scores.human + 1, resamples=60)
    assert np.isnan(whole) or whole == 1
    found = soft_accuracy(scores.first, scores.human, resamples=60)
    turned = soft_accuracy(scores.first[::-1], scores.human[::-1], resamples=60)
    assert found == pytest.approx(turned, nan_ok=True)
    assert np.isnan(found) or 0 <= found <= 1


def test_the_opposite_of_people_is_wrong_where_they_are_sure() -> None:
    human = np.arange(4.0)[:, None] + np.random.default_rng(2).normal(size=(4, 400)) / 10
    assert soft_accuracy(-human, human) == pytest.approx(0, abs=1e-3)
    assert soft_accuracy(human + 5, human) == 1


def test_systems_without_common_segments_are_left_out() -> None:
    nan = np.nan
    scores = np.array([[1, 2, nan, nan], [nan, nan, 1, 2], [1, 1, 1, 1]])
    found = pairwise_p_values(scores, 20, 1)
    assert np.isnan(found[0, 1])
    assert not np.isnan(found[0, 2])
    assert np.isnan(soft_accuracy(scores[:2], scores[:2]))
    assert np.isnan(soft_accuracy(scores[:1], scores[:1]))


def test_no_resamples_are_refused() -> None:
    with pytest.raises(TertiumError, match="are not enough"):
        soft_accuracy(np.ones((2, 2)), np.ones((2, 2)), resamples=0)
