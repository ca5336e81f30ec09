"""Coefficients: equal to scipy's and to their definitions, whatever is tied, missing or constant."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tertium.errors import InputError, SpecError
from tertium.registry import COEFFICIENTS
from tertium.stats.correlation import correlate_rows, correlate_vectors
from tests.oracle import concordance, correlation

SCIPY = {
    "pearson": lambda x, y: scipy.stats.pearsonr(x, y)[0],
    "spearman": lambda x, y: scipy.stats.spearmanr(x, y)[0],
    "kendall-b": lambda x, y: scipy.stats.kendalltau(x, y, variant="b")[0],
    "kendall-c": lambda x, y: scipy.stats.kendalltau(x, y, variant="c")[0],
}

few = st.sampled_from([0.0, -0.0, 1.0, 2.0, 0.5, -3.0])
many = st.floats(-1e6, 1e6, allow_subnormal=False).map(lambda value: round(value, 6))


@st.composite
def pairs_of_lists(draw: st.DrawFn, *, missing: bool = True, least: int = 0) -> tuple[np.ndarray, np.ndarray]:
    length = draw(st.integers(least, 40))
    value = draw(st.sampled_from([few, many]))
    value = value | st.just(float("nan")) if missing else value
    lists = [draw(st.lists(value, min_size=length, max_size=length)) for _ in range(2)]
    return np.array(lists[0], dtype=float), np.array(lists[1], dtype=float)


@given(lists=pairs_of_lists(least=1))
def test_pairs_and_ranks_equal_the_slow_ones(lists: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = lists
    assert _core.count_pairs(x[None], y[None], 1)[0].tolist() == concordance.count_pairs(x, y)
    np.testing.assert_array_equal(_core.rank_rows(x[None], 1)[0], concordance.rank(x))


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(lists=pairs_of_lists())
def test_coefficients_equal_their_definitions(coefficient: str, lists: tuple[np.ndarray, np.ndarray]) -> None:
    expected = correlation.correlate_vectors(*lists, coefficient)
    assert correlate_vectors(*lists, coefficient) == pytest.approx(expected, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("coefficient", SCIPY)
@given(lists=pairs_of_lists(missing=False, least=2))
def test_coefficients_equal_scipy(coefficient: str, lists: tuple[np.ndarray, np.ndarray]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = SCIPY[coefficient](*lists)
    assert correlate_vectors(*lists, coefficient) == pytest.approx(expected, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("coefficient", SCIPY)
def test_long_lists_equal_scipy(coefficient: str) -> None:
    generator = np.random.default_rng(1)
    x = generator.normal(size=50_000).round(2)
    y = (x + generator.normal(size=50_000)).round(1)
    assert correlate_vectors(x, y, coefficient) == pytest.approx(SCIPY[coefficient](x, y), abs=1e-10)


@pytest.mark.parametrize("coefficient", SCIPY)
def test_huge_and_tiny_numbers_equal_scipy(coefficient: str) -> None:
    generator = np.random.default_rng(1)
    for scale in (1e-200, 1e-30, 1e200, 5e306):
        x, y = generator.normal(size=(2, 30)) * scale
        assert correlate_vectors(x, y, coefficient) == pytest.approx(SCIPY[coefficient](x, y), abs=1e-10)
    # Their sum would be more than a float holds.
    x, y = generator.uniform(size=(2, 30))
    for gap in (x[3], np.nan):
        x[3] = gap
        expected = correlate_vectors(x, y, coefficient)
        assert correlate_vectors(1.7e308 * x, y, coefficient) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("missing", [False, True])
def test_rows_equal_lists_whatever_the_number_of_threads(coefficient: str, missing: bool) -> None:
    generator = np.random.default_rng(2)
    rows, others = generator.integers(0, 6, (2, 90, 13)).astype(float)
    rows[4], others[5] = 3.0, 2.0
    if missing:
        rows[generator.random(rows.shape) < 0.2] = np.nan
        others[generator.random(rows.shape) < 0.2] = np.nan
        rows[7] = np.nan
    shared = [correlate_vectors(row, others[0], coefficient) for row in rows]
    own = [correlate_vectors(row, other, coefficient) for row, other in zip(rows, others, strict=True)]
    for threads in (1, 2, 3):
        np.testing.assert_allclose(correlate_rows(rows, others[0], coefficient, threads), shared, atol=1e-14)
        np.testing.assert_allclose(correlate_rows(rows, others, coefficient, threads), own, atol=1e-14)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_what_is_undefined_is_nan_without_a_warning(coefficient: str) -> None:
    nan = float("nan")
    for x, y in [([], []), ([1], [2]), ([1, nan, 3], [nan, 2, 3]), ([nan, nan], [nan, nan])]:
        assert np.isnan(correlate_vectors(x, y, coefficient))
    for x, y in [([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [0.1, 0.1, 0.1]), ([2, 2], [2, 2]), ([1, 1, nan], [1, 2, 3])]:
        assert np.isnan(correlate_vectors(x, y, coefficient)) == (coefficient != "accuracy")
    assert correlate_rows(np.empty((0, 3)), np.ones(3), coefficient).shape == (0,)


def test_infinite_scores_are_ordered_and_give_no_pearson() -> None:
    x, y = [1, 2, float("inf")], [1, 3, 2]
    assert np.isnan(correlate_vectors(x, y, "pearson"))
    assert correlate_vectors(x, y, "kendall-b") == pytest.approx(1 / 3)


def test_accuracy_takes_a_tie_for_agreement_only_if_both_tie() -> None:
    assert correlate_vectors([1, 1, 2], [1, 1, 2], "accuracy") == 1
    assert correlate_vectors([1, 1, 2], [1, 2, 3], "accuracy") == pytest.approx(2 / 3)
    assert correlate_vectors([1, 2, 3], [1, 1, 1], "accuracy") == 0
    assert correlate_vectors([1, 1], [5, 5], "accuracy") == 1


def test_correlations_never_leave_their_range() -> None:
    generator = np.random.default_rng(3)
    for _ in range(300):
        x = generator.normal(size=generator.integers(2, 30)) * 10.0 ** generator.integers(-8, 8)
        for coefficient in ("pearson", "spearman", "kendall-b"):
            assert correlate_vectors(x, 3 * x + 1, coefficient) <= 1
            assert correlate_vectors(x, -x, coefficient) >= -1


def test_odd_calls_are_refused() -> None:
    with pytest.raises(SpecError, match="Did you mean 'kendall-b'"):
        correlate_vectors([1, 2], [1, 2], "kendal-b")
    with pytest.raises(InputError, match="one length"):
        correlate_vectors([1, 2], [1, 2, 3], "pearson")
    with pytest.raises(InputError, match="rows of one length"):
        correlate_rows(np.ones((3, 2)), np.ones((2, 2)), "pearson")
    with pytest.raises(InputError, match="C order"):
        _core.rank_rows(np.ones((3, 2)).T, 1)
    with pytest.raises(InputError, match="of the same length"):
        _core.count_pairs(np.ones((3, 2)), np.ones((1, 3)), 1)
