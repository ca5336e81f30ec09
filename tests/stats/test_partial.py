"""Partial correlation: equal to its definition in fractions, and to regression residuals of numpy and scipy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.registry import LEVELS, PARTIAL_STATISTICS
from tertium.stats.correlation import correlate_vectors
from tertium.stats.few_points import interval_of_few
from tertium.stats.partial import correlate_partial, partial_correlation, redraw_partial
from tests.oracle import partial

coefficients = pytest.mark.parametrize("coefficient", PARTIAL_STATISTICS.values())


@st.composite
def lists(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Few whole numbers with ties and gaps; controls may be constant, or sums of each other."""
    count, held = draw(st.integers(0, 9)), draw(st.integers(0, 3))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    found = generator.integers(0, draw(st.sampled_from([2, 5, 30])), (2 + held, count)).astype(float)
    if held == 3 and draw(st.booleans()):
        found[4] = found[2] + found[3]
    if held and draw(st.booleans()):
        found[draw(st.integers(0, 1 + held))] = 2 * found[2] + 1
    found[generator.random(found.shape) < draw(st.sampled_from([0, 0.15]))] = np.nan
    return found[0], found[1], list(found[2:])


@coefficients
@given(given=lists())
def test_it_equals_its_definition(coefficient: str, given: tuple[np.ndarray, np.ndarray, list[np.ndarray]]) -> None:
    expected = partial.partial_correlation(*given, coefficient)
    assert partial_correlation(*given, coefficient) == pytest.approx(expected, abs=1e-10, nan_ok=True)


@coefficients
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), gaps=st.sampled_from([0.0, 0.3]), held=st.integers(0, 2))
def test_levels_equal_their_definition(coefficient: str, seed: int, gaps: float, held: int) -> None:
    generator = np.random.default_rng(seed)
    matrices = generator.integers(0, 7, (2 + held, 4, 6)).astype(float)
    matrices[:2][generator.random((2, 4, 6)) < gaps] = np.nan
    metric, human, *controls = matrices
    for level in LEVELS:
        ours = correlate_partial(metric, human, controls, level, coefficient)
        expected = partial.correlate_partial(metric, human, controls, level, coefficient)
        assert ours == pytest.approx(expected, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("level", ["pooled", "by-system", "by-segment"])
@coefficients
def test_draws_equal_the_figure_of_what_was_drawn(coefficient: str, level: str) -> None:
    generator = np.random.default_rng(1)
    metric, human, *controls = generator.normal(size=(4, 6, 9)).round(1)
    metric[generator.random(metric.shape) < 0.2] = np.nan
    draws = generator.integers(9, size=(5, 9))
    ours = redraw_partial(metric, human, controls, draws, level, coefficient)
    for found, draw in zip(ours, draws, strict=True):
        drawn = [each[:, draw] for each in (metric, human, *controls)]
        expected = partial.correlate_partial(drawn[0], drawn[1], drawn[2:], level, coefficient)
        assert found == pytest.approx(expected, abs=1e-10)


@pytest.fixture
def long_lists() -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    generator = np.random.default_rng(2)
    length, ratio = generator.integers(1, 60, 800).astype(float), generator.normal(1, 0.2, 800)
    return generator.normal(size=800) - length / 9, generator.normal(size=800) - np.log(length) + ratio, [length, ratio]


@coefficients
def test_it_equals_residuals_by_numpy(
    coefficient: str, long_lists: tuple[np.ndarray, np.ndarray, list[np.ndarray]]
) -> None:
    x, y, controls = long_lists
    given = [x, y, *controls]
    if coefficient == "spearman":
        given = [scipy.stats.rankdata(each) for each in given]
    design = np.column_stack([np.ones(800), *given[2:]])
    left = [each - design @ np.linalg.lstsq(design, each, rcond=None)[0] for each in given[:2]]
    expected = scipy.stats.pearsonr(*left).statistic
    assert partial_correlation(x, y, controls, coefficient) == pytest.approx(expected, abs=1e-12)
    # The other textbook formula, from the inverse of all correlations.
    inverse = np.linalg.inv(np.corrcoef(given))
    other = -inverse[0, 1] / np.sqrt(inverse[0, 0] * inverse[1, 1])
    assert partial_correlation(x, y, controls, coefficient) == pytest.approx(other, abs=1e-10)


def test_ranks_do_not_depend_on_the_form_of_a_control(
    long_lists: tuple[np.ndarray, np.ndarray, list[np.ndarray]],
) -> None:
    x, y, (length, _) = long_lists
    plain, logarithm = (partial_correlation(x, y, [each], "spearman") for each in (length, np.log(length)))
    assert plain == pytest.approx(logarithm, abs=1e-14)
    straight, bent = (partial_correlation(x, y, [each], "pearson") for each in (length, np.log(length)))
    assert abs(straight - bent) > 0.01


def test_agreement_that_is_only_length_goes_away() -> None:
    generator = np.random.default_rng(3)
    length = generator.normal(size=20_000)
    x, y = length + generator.normal(size=(2, 20_000))
    assert correlate_vectors(x, y, "pearson") == pytest.approx(0.5, abs=0.02)
    assert partial_correlation(x, y, [length], "pearson") == pytest.approx(0, abs=0.02)


@coefficients
def test_without_controls_it_is_the_plain_correlation(coefficient: str) -> None:
    x, y = np.random.default_rng(4).integers(0, 9, (2, 30)).astype(float)
    assert partial_correlation(x, y, [], coefficient) == pytest.approx(correlate_vectors(x, y, coefficient), abs=1e-14)
    constant = np.full(30, 7.0)
    assert partial_correlation(x, y, [constant], coefficient) == pytest.approx(correlate_vectors(x, y, coefficient))


def test_nearly_the_same_controls_are_told_apart() -> None:
    generator = np.random.default_rng(5)
    x, y, first, step = generator.normal(size=(4, 200))
    near = [first, first + 1e-5 * step]
    assert partial_correlation(x, y, near, "pearson") == pytest.approx(
        partial_correlation(x, y, [first, step], "pearson"), abs=1e-9
    )


def test_the_interval_of_few_points_covers_with_controls_taken_off() -> None:
    generator = np.random.default_rng(6)
    truth, count, covered = 0.6, 9, 0
    for _ in range(300):
        control, x = generator.normal(size=(2, count))
        y = truth * x + np.sqrt(1 - truth**2) * generator.normal(size=count)
        value = partial_correlation(x + 2 * control, y - control, [control], "pearson")
        interval = interval_of_few(value, count - 1, "pearson")
        covered += interval.low <= truth <= interval.high
    assert 0.92 < covered / 300 < 0.98


def test_odd_calls_are_refused() -> None:
    with pytest.raises(InputError, match="lists of one length"):
        partial_correlation([1, 2], [1, 2], [[1, 2, 3]], "pearson")
    with pytest.raises(SpecError, match="There are: pearson, spearman"):
        partial_correlation([1, 2], [1, 2], [], "kendall-b")
