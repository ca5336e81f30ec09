"""The sign test: exact, by counting every outcome."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.stats.sign_test import compare_signs, find_least_p
from tests.oracle.contrast import sign_test

COUNTS = st.integers(0, 300)


@given(first=COUNTS, second=COUNTS)
def test_p_is_the_share_of_outcomes_as_uneven(first: int, second: int) -> None:
    (found,) = compare_signs(np.array([first]), np.array([second])).tolist()
    assert found == pytest.approx(float(sign_test(first, second)), rel=1e-11)


@given(total=COUNTS)
def test_the_smallest_p_is_that_of_one_side_alone(total: int) -> None:
    (found,) = find_least_p(np.array([total])).tolist()
    assert found == pytest.approx(float(sign_test(total, 0)), rel=1e-12)
    assert found <= compare_signs(np.array([total // 3]), np.array([total - total // 3]))[0]


def test_counts_of_any_size_have_a_p() -> None:
    found = compare_signs(np.array([10**9, 0, 500_000]), np.array([10**9, 10**9, 503_000]))
    assert found[0] == 1
    assert found[1] < 1e-300
    # By the normal distribution: (3,000 - 1) / sqrt(1,003,000) = 2.9945 standard deviations.
    assert found[2] == pytest.approx(0.00275, abs=0.0001)
