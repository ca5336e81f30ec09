"""Agreement against published examples, scikit-learn, and slow versions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.stats.agreement import (
    LEVELS,
    WEIGHTS,
    PairAgreement,
    alpha_interval,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
)
from tests.oracle import agreement as oracle

NAN = float("nan")

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section D: 4 observers, 12 units, values missing.
KRIPPENDORFF = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]

# The worked example of the article "Fleiss' kappa" in Wikipedia: 10 subjects, 14 raters, 5 categories; kappa 0.210.
FLEISS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]

# Fleiss (1971), table 1: the diagnoses (1 to 5) that six psychiatrists gave to each of 30 patients; kappa .430. The
# function kappam.fleiss of the R package irr says 0.4302445 of them.
PSYCHIATRISTS = """
444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 224445
333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 222224 111155 224444 133333 555555
"""

ratings = st.integers(1, 5).map(float)
items = st.lists(st.lists(ratings, max_size=5), max_size=12)


def flatten(units: Sequence[Sequence[float]]) -> tuple[np.ndarray, np.ndarray]:
    value = np.array([value for unit in units for value in unit], dtype=float)
    return value, np.array([at for at, unit in enumerate(units) for _ in unit], dtype=np.int64)


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_krippendorffs_own_example(level: str, alpha: float) -> None:
    value, unit = flatten(np.array(KRIPPENDORFF).T.tolist())
    assert krippendorff_alpha(value, unit, level) == pytest.approx(alpha, abs=0.0005)


def test_fleiss_own_example() -> None:
    units = [[float(diagnosis) for diagnosis in patient] for patient in PSYCHIATRISTS.split()]
    assert fleiss_kappa(*flatten(units)) == pytest.approx(0.4302445, abs=5e-8)


def test_the_example_of_wikipedia() -> None:
    units = [[float(kind) for kind, count in enumerate(row) for _ in range(count)] for row in FLEISS]
    assert fleiss_kappa(*flatten(units)) == pytest.approx(0.210, abs=0.0005)


@pytest.mark.parametrize("weights", WEIGHTS)
@given(pairs=st.lists(st.tuples(ratings, ratings), min_size=2, max_size=30))
def test_cohen_is_that_of_scikit_learn(weights: str, pairs: list[tuple[float, float]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    first, second = np.array(pairs).T
    assume(len(set(first) | set(second)) > 1)
    theirs = metrics.cohen_kappa_score(
        first, second, labels=[1.0, 2.0, 3.0, 4.0, 5.0], weights=None if weights == "nominal" else weights
    )
    assert cohen_kappa(first, second, weights) == pytest.approx(theirs, abs=1e-10)


@pytest.mark.parametrize("weights", WEIGHTS)
@given(pairs=st.lists(st.tuples(ratings | st.just(NAN), ratings | st.just(NAN)), min_size=1, max_size=30))
def test_cohen_is_that_of_the_oracle(weights: str, pairs: list[tuple[float, float]]) -> None:
    first, second = np.array(pairs).T
    assert cohen_kappa(first, second, weights) == pytest.approx(
        oracle.cohen(first, second, weights), abs=1e-10, nan_ok=True
    )


@given(units=items)
def test_fleiss_is_that_of_the_oracle(units: list[list[float]]) -> None:
    assert fleiss_kappa(*flatten(units)) == pytest.approx(oracle.fleiss(units), abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("level", LEVELS)
@given(units=items)
def test_krippendorff_is_that_of_the_oracle(level: str, units: list[list[float]]) -> None:
    ours = krippendorff_alpha(*flatten(units), level)
    assert ours == pytest.approx(oracle.krippendorff(units, level), abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("level", LEVELS)
def test_missing_values_are_as_if_they_were_not_there(level: str) -> None:
    value, unit = flatten(np.array(KRIPPENDORFF).T.tolist())
    known = ~np.isnan(value)
    assert krippendorff_alpha(value, unit, level) == krippendorff_alpha(value[known], unit[known] * 7, level)


def test_alpha_does_not_depend_on_the_scale_of_an_interval() -> None:
    rng = np.random.default_rng(1)
    value, unit = rng.normal(size=400), np.repeat(np.arange(100), 4)
    alpha = krippendorff_alpha(value, unit)
    assert krippendorff_alpha(1e6 + value * 1e-3, unit) == pytest.approx(alpha, abs=1e-6)
    assert abs(alpha) < 0.1  # values at random


def test_the_interval_holds_the_alpha_and_is_drawn_by_the_seed() -> None:
    rng = np.random.default_rng(2)
    unit = np.repeat(np.arange(200), 3)
    value = rng.normal(size=200)[unit] + 0.5 * rng.normal(size=600)
    interval = alpha_interval(value, unit, seed=7)
    assert interval is not None
    assert interval.low < krippendorff_alpha(value, unit) < interval.high
    assert interval == alpha_interval(value, unit, seed=7)
    assert alpha_interval(np.array([1.0]), np.array([0]), seed=7) is None
    # One item with two values can only be drawn as it is.
    assert alpha_interval(np.array([1.0, 2.0, 3.0]), np.array([0, 0, 1]), seed=7) is None


def test_what_says_nothing_is_not_a_number() -> None:
    alone, equal = (np.array([1.0, 2.0]), np.array([0, 1])), (np.array([0.1] * 3), np.array([0, 0, 0]))
    for level in LEVELS:
        assert np.isnan(krippendorff_alpha(*alone, level))
        assert np.isnan(krippendorff_alpha(*equal, level))
    assert np.isnan(fleiss_kappa(*alone))
    assert np.isnan(fleiss_kappa(*equal))
    for weights in WEIGHTS:
        assert np.isnan(cohen_kappa(np.array([0.1]), np.array([0.1]), weights))
        assert np.isnan(cohen_kappa(np.array([]), np.array([]), weights))


def test_tiny_differences_are_differences() -> None:
    first, second = np.array([1e-9, 2e-9, 3e-9]), np.array([1e-9, 3e-9, 3e-9])
    for weights in WEIGHTS:
        assert cohen_kappa(first, second, weights) == pytest.approx(
            cohen_kappa(first * 1e9, second * 1e9, weights), abs=1e-6
        )


def test_zeros_are_the_same_by_ratio() -> None:
    assert krippendorff_alpha(np.array([0.0, 0.0, 1.0, 1.0]), np.array([0, 0, 1, 1]), "ratio") == 1


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(SpecError, match="nominal, linear, quadratic"):
        cohen_kappa(np.zeros(1), np.zeros(1), "cubic")
    with pytest.raises(SpecError, match="nominal, ordinal, interval, ratio"):
        krippendorff_alpha(np.zeros(1), np.zeros(1, dtype=np.int64), "absolute")
    with pytest.raises(InputError, match="negative"):
        krippendorff_alpha(np.array([-1.0, 1.0]), np.array([0, 0]), "ratio")
    with pytest.raises(InputError, match="one annotator has 1 values, the other 2"):
        cohen_kappa(np.zeros(1), np.zeros(2))
    with pytest.raises(InputError, match="there are 2 values, but items for 1"):
        fleiss_kappa(np.zeros(2), np.zeros(1, dtype=np.int64))


def test_agreement_of_pairs() -> None:
    found = PairAgreement.of(10, 6, 0.4)
    assert found.kappa == pytest.approx(1 / 3)
    assert found.to_dict() == {"pairs": 10, "observed": 0.6, "expected": 0.4, "kappa": found.kappa}
    assert np.isnan(PairAgreement.of(0, 0, 0.4).kappa)
