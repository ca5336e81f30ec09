from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.mtness.counting import significance
from tests.oracle import binomial

COUNTS = st.integers(0, 40)


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_the_probabilities_are_those_of_all_outcomes_added_up(count: int, other: int, first: int, second: int) -> None:
    share = significance.make_share(first, second)
    exact = max(Fraction(1, 2), Fraction(first + 1, first + second + 2))
    arguments = (np.array([count]), np.array([other]), np.array([share]))
    few = significance.probability_of_so_few(*arguments)[0]
    many = significance.probability_of_so_many(*arguments)[0]
    assert few == pytest.approx(float(binomial.so_few(count, other, exact)), rel=1e-9, abs=1e-300)
    assert many == pytest.approx(float(binomial.so_many(count, other, exact)), rel=1e-9, abs=1e-300)


def test_nothing_at_all_is_no_evidence() -> None:
    zero, half = np.array([0]), np.array([0.5])
    assert significance.probability_of_so_few(zero, zero, half)[0] == 1
    assert significance.probability_of_so_many(zero, zero, half)[0] == 1


def test_counts_of_the_web_do_not_overflow() -> None:
    counts, others = np.array([63, 10**9]), np.array([8_540_000, 10**9])
    few = significance.probability_of_so_few(counts, others, np.array([0.5, 0.5]))
    assert few[0] < 1e-300
    assert 0.4 < few[1] < 0.6


def test_a_common_word_is_expected_to_be_common_and_a_rare_one_is_not_excused() -> None:
    shares = np.array([significance.make_share(899, 99), significance.make_share(99, 899), 0.5])
    common, rare, equal = significance.probability_of_so_few(np.array([1] * 3), np.array([9] * 3), shares)
    assert common < 1e-7
    assert rare == equal == pytest.approx(11 / 1024)


def test_what_should_be_there() -> None:
    assert significance.expect_pair(200, 50, 10_000) == 1
    assert significance.expect_overlap(30, 20, 100) == 6
    assert significance.expect_overlap(0, 20, 0) == 0
    assert significance.expect_pair(3, 3, 0) == 0
    assert significance.probability_of_none(0) == 1
