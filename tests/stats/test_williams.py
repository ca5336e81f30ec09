"""Williams' test: nlpstats' p-values, and no traceback where there is none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nlpstats.correlations import williams_test

from tertium.errors import SpecError
from tertium.stats.correlation import correlate_vectors
from tertium.stats.williams import ALTERNATIVES, williams_p


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@given(seed=st.integers(0, 2**32), count=st.integers(4, 40), sign=st.sampled_from([1, -1]))
def test_p_values_equal_those_of_nlpstats(alternative: str, seed: int, count: int, sign: int) -> None:
    generator = np.random.default_rng(seed)
    human = generator.normal(size=count)
    first, second = sign * human + generator.normal(size=count), human + 2 * generator.normal(size=count)
    theirs = williams_test(
        first[:, None], second[:, None], human[:, None], "system", "pearson", alternative=alternative
    ).pvalue
    assume(np.isfinite(theirs))
    pairs = ((human, first), (human, second), (first, second))
    ours = williams_p(*(correlate_vectors(*pair, "pearson") for pair in pairs), count, alternative)
    assert ours == pytest.approx(theirs, abs=1e-10)


def test_signs_are_left_aside() -> None:
    assert williams_p(0.9, 0.6, 0.7, 20) == williams_p(-0.9, 0.6, -0.7, 20) == williams_p(0.6, -0.9, 0.7, 20)
    assert williams_p(-0.9, 0.6, 0.7, 20, "greater") < 0.05 < williams_p(-0.9, 0.6, 0.7, 20, "less")


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_where_there_is_no_test_p_is_nan_or_one(alternative: str) -> None:
    for count in (0, 1, 2, 3):
        assert math.isnan(williams_p(0.9, 0.6, 0.7, count, alternative))
    for correlations in ((math.nan, 0.6, 0.7), (0.9, math.nan, 0.7), (0.9, 0.6, math.nan)):
        assert math.isnan(williams_p(*correlations, 10, alternative))
    # The same metric twice, and correlations that exclude each other.
    for correlations in ((0.8, 0.8, 1.0), (1.0, 1.0, 1.0), (0.99, 0.0, 0.99)):
        assert williams_p(*correlations, 10, alternative) == 1


def test_metrics_that_agree_equally_well_are_in_the_middle() -> None:
    for correlations in ((0.8, 0.8, 0.5), (0.4, 0.4, 0.8), (1.0, 1.0, 0.9)):
        assert williams_p(*correlations, 10) == 1
        assert williams_p(*correlations, 10, "less") == williams_p(*correlations, 10, "greater") == 0.5


@given(*[st.floats(-1, 1)] * 3, st.integers(0, 1000), st.sampled_from(ALTERNATIVES))
def test_every_p_is_a_probability_or_nan(r12: float, r13: float, r23: float, count: int, alternative: str) -> None:
    p_value = williams_p(r12, r13, r23, count, alternative)
    assert math.isnan(p_value) == (count <= 3)
    assert count <= 3 or 0 <= p_value <= 1


def test_an_unknown_alternative_is_refused() -> None:
    with pytest.raises(SpecError, match="There are: two-sided, greater, less"):
        williams_p(0.9, 0.6, 0.7, 20, "both")
