"""Intervals of a correlation of few points."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from tertium.errors import SpecError
from tertium.stats import few_points
from tertium.stats.correlation import correlate_rows
from tertium.stats.few_points import interval_of_few

RANKS = ["spearman", "kendall-b", "kendall-c", "accuracy"]


def ends(value: float, count: int, coefficient: str, confidence: float = 0.95, seed: int = 1) -> tuple[float, float]:
    found = interval_of_few(value, count, coefficient, confidence=confidence, seed=seed)
    return found.low, found.high


@pytest.mark.parametrize(("value", "count"), [(0.926, 4), (0.926, 11), (-0.3, 7), (0.0, 60)])
def test_pearson_is_as_scipy_has_it(value: float, count: int) -> None:
    # scipy's own interval needs the data: any points with this correlation will do.
    x = np.linspace(-1, 1, count)
    rest = np.cos(7 * x) + x**2
    rest -= rest.mean() + x * (x @ rest) / (x @ x)
    y = value * x / np.linalg.norm(x) + math.sqrt(1 - value**2) * rest / np.linalg.norm(rest)
    expected = stats.pearsonr(x, y).confidence_interval(0.95)
    assert ends(value, count, "pearson") == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_four_systems_say_little() -> None:
    found = interval_of_few(0.926, 4, "pearson")
    assert (found.low, found.high) == pytest.approx((-0.32, 0.998), abs=0.002)
    assert (found.method, found.resamples) == ("fisher-z", 0)


@pytest.mark.parametrize("coefficient", RANKS)
@pytest.mark.parametrize("count", [4, 7, 20])
def test_the_ends_have_the_chances_that_they_should(coefficient: str, count: int) -> None:
    """At the lower end, as high a coefficient has the chance 2.5 %; at the upper end, as low a one."""
    value = 2 / 3 if coefficient == "accuracy" else 0.4
    tau_value = 2 * value - 1 if coefficient == "accuracy" else value
    low, high = ends(value, count, coefficient)
    rng = np.random.default_rng(5)
    for end, sign in ((low, 1), (high, -1)):
        tau = 2 * end - 1 if coefficient == "accuracy" else end
        rho = 2 * math.sin(math.pi / 6 * end) if coefficient == "spearman" else math.sin(math.pi / 2 * tau)
        x, noise = rng.normal(size=(2, 10000, count))
        y = rho * x + math.sqrt(1 - rho**2) * noise
        drawn = correlate_rows(x, y, "spearman" if coefficient == "spearman" else "kendall-b")
        assert (sign * drawn >= sign * tau_value - 1e-9).mean() == pytest.approx(0.025, abs=0.006)


@pytest.mark.parametrize("coefficient", [*RANKS, "pearson"])
@pytest.mark.parametrize("count", [4, 9, 51, 80])
def test_ends_rise_with_the_value_and_enclose_it(coefficient: str, count: int) -> None:
    values = np.linspace(0.02, 0.98, 25) if coefficient == "accuracy" else np.linspace(-0.98, 0.98, 25)
    found = np.array([ends(value, count, coefficient) for value in values])
    assert (np.diff(found, axis=0) >= 0).all()
    assert ((found[:, 0] < values) & (values < found[:, 1])).all()


@pytest.mark.parametrize("coefficient", RANKS)
def test_more_points_and_less_confidence_make_it_narrower(coefficient: str) -> None:
    value = 0.75
    widths = [np.diff(ends(value, count, coefficient))[0] for count in (4, 6, 9, 16, 30, 50, 100)]
    assert widths == sorted(widths, reverse=True)
    assert np.diff(ends(value, 9, coefficient, 0.5)) < np.diff(ends(value, 9, coefficient, 0.9))


@pytest.mark.parametrize("coefficient", RANKS)
@pytest.mark.parametrize("count", [4, 5, 10, 50, 51, 100])
def test_full_agreement_has_a_lower_end_below_one(coefficient: str, count: int) -> None:
    low, high = ends(1.0, count, coefficient)
    assert high == 1
    assert low < 1
    lowest = 0.0 if coefficient == "accuracy" else -1.0
    mirrored = ends(lowest, count, coefficient)
    total = 1.0 + lowest
    assert mirrored == pytest.approx((total - high, total - low), abs=1e-9), (
        "the other way round it is the mirror image"
    )


def test_full_agreement_of_four_systems_is_hardly_evidence() -> None:
    assert ends(1.0, 4, "kendall-b")[0] < 0
    assert ends(1.0, 4, "spearman")[0] < 0
    assert ends(1.0, 4, "accuracy")[0] < 0.5


def test_the_normal_form_joins_the_simulated_one() -> None:
    for coefficient in RANKS:
        assert ends(0.6, 50, coefficient) == pytest.approx(ends(0.6, 51, coefficient), abs=0.03)


def test_a_seed_gives_the_same_interval() -> None:
    first = ends(0.5, 8, "kendall-b", seed=3)
    few_points._simulate.cache_clear()
    assert ends(0.5, 8, "kendall-b", seed=3) == first
    assert ends(0.5, 8, "kendall-b", seed=4) != first
    assert ends(0.5, 8, "kendall-b", seed=4) == pytest.approx(first, abs=0.03)


@pytest.mark.parametrize("coefficient", [*RANKS, "pearson"])
def test_without_four_points_or_a_value_there_is_none(coefficient: str) -> None:
    few = interval_of_few(0.9, 3, coefficient)
    assert math.isnan(few.low)
    assert math.isnan(few.high)
    assert few.method == "none"
    assert math.isnan(interval_of_few(math.nan, 9, coefficient).low)


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(SpecError, match="coefficient"):
        interval_of_few(0.5, 5, "person")
    with pytest.raises(SpecError, match="confidence"):
        interval_of_few(0.5, 5, "pearson", confidence=1)


def test_the_example_of_the_page_on_statistics() -> None:
    assert f"{interval_of_few(1.0, 4, 'kendall-b').low:.2f}" == "-0.15"
