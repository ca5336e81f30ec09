"""Outliers and influence."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError
from tertium.registry import COEFFICIENTS
from tertium.stats.correlation import correlate_vectors
from tertium.stats.outliers import (
    find_outliers,
    find_regression_outliers,
    leave_one_out,
    measure_influence,
    regression_residuals,
)

values = st.lists(st.integers(-50, 50).map(float), min_size=1, max_size=30)


@given(values=values)
def test_outliers_are_far_from_the_median(values: list[float]) -> None:
    far = find_outliers(values)
    deviation = 1.483 * scipy.stats.median_abs_deviation(values)
    if deviation > 0:
        expected = np.abs(np.array(values) - np.median(values)) > 2.5 * deviation
        assert far.tolist() == expected.tolist()
    # Half of all values, at least, are not beyond the median deviation.
    assert far.sum() <= len(values) / 2


def test_a_deviation_of_zero_makes_no_outlier_of_what_is_near() -> None:
    assert not find_outliers([5, 5, 5, 5]).any()
    assert not find_outliers([0.1 + 0.2, 0.3, 0.3, 0.3, 0.3]).any()
    assert find_outliers([5, 5, 5, 5, 5, 5, 5, 9]).tolist() == [False] * 7 + [True]
    assert find_outliers([5, 5, 5, 6, 6]).tolist() == [False] * 5


def test_missing_values_are_no_outliers() -> None:
    assert find_outliers([1, np.nan, 1.1, 0.9, 30]).tolist() == [False, False, False, False, True]
    assert find_outliers([np.nan, np.nan]).tolist() == [False, False]
    assert find_outliers([]).tolist() == []


@given(seed=st.integers(0, 2**32), count=st.integers(2, 25))
def test_the_line_is_the_one_of_scipy(seed: int, count: int) -> None:
    generator = np.random.default_rng(seed)
    x = generator.normal(size=count).round(1)
    y = (3 * x + generator.normal(size=count)).round(1)
    if len(set(x)) < 2:
        return
    line = scipy.stats.theilslopes(y, x, method="joint")
    np.testing.assert_allclose(regression_residuals(x, y), y - line.slope * x - line.intercept, atol=1e-10)


def test_the_system_far_from_the_line_is_found() -> None:
    # As in figure 3 of Callison-Burch et al.: people like a rule-based system that the metric does not.
    metric = np.array([0.20, 0.22, 0.24, 0.26, 0.28, 0.30, 0.17])
    human = np.array([2.6, 2.72, 2.79, 2.91, 3.0, 3.08, 3.3])
    assert find_regression_outliers(metric, human).tolist() == [False] * 6 + [True]
    assert not find_outliers(metric).any()
    assert not find_regression_outliers(metric[:6], human[:6]).any()
    assert np.argmin(measure_influence(metric, human, "pearson")) == 6


def test_a_line_through_nothing_much() -> None:
    assert find_regression_outliers([], []).tolist() == []
    assert find_regression_outliers([1, 1, 1], [1, 2, 3]).tolist() == [False] * 3
    assert np.isnan(regression_residuals([1, np.nan, 3], [1, 2, 3])).tolist() == [False, True, False]


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 12))
def test_each_system_is_left_out_once(coefficient: str, seed: int, count: int) -> None:
    x, y = np.random.default_rng(seed).integers(0, 5, (2, count)).astype(float)
    expected = [correlate_vectors(np.delete(x, index), np.delete(y, index), coefficient) for index in range(count)]
    np.testing.assert_allclose(leave_one_out(x, y, coefficient), expected, atol=1e-12)
    full = correlate_vectors(x, y, coefficient)
    np.testing.assert_allclose(measure_influence(x, y, coefficient), full - np.array(expected), atol=1e-12)


def test_odd_calls_are_refused() -> None:
    with pytest.raises(InputError, match="one score per system"):
        leave_one_out([1, 2], [1, 2, 3], "pearson")
    with pytest.raises(InputError, match="one value per system"):
        find_outliers([[1, 2]])
    assert leave_one_out([], [], "pearson").shape == (0,)
