"""Corrections: Holm's by a table by hand and what it must always do, false discovery rates by scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from tertium.stats.correction import adjust_false_discovery, adjust_holm, find_testable
from tests.oracle import contrast as oracle

P_VALUES = st.lists(st.floats(0, 1), max_size=30)


@pytest.mark.parametrize(
    ("raw", "adjusted"),
    [
        ([], []),
        ([0.2], [0.2]),
        # 3 * .01; 2 * .03; max(.06, 1 * .04).
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        # 5 * .001; 4 * .02 = .08; 3 * .03 = .09; 2 * .04 = .08, kept at .09; .9.
        ([0.04, 0.001, 0.9, 0.02, 0.03], [0.09, 0.005, 0.9, 0.08, 0.09]),
        # 4 * .3 is cut at one, and so are all after it.
        ([0.3, 0.3, 0.3, 0.9], [1, 1, 1, 1]),
        ([0, 0, 1], [0, 0, 1]),
    ],
)
def test_the_table_by_hand(raw: list[float], adjusted: list[float]) -> None:
    assert adjust_holm(raw) == pytest.approx(adjusted)


@given(raw=P_VALUES)
def test_no_p_value_falls_and_none_exceeds_one(raw: list[float]) -> None:
    adjusted = adjust_holm(raw)
    assert len(adjusted) == len(raw)
    assert all(before <= after <= 1 for before, after in zip(raw, adjusted, strict=True))
    assert all(
        after <= min(1, len(raw) * before) + 1e-12
        for before, after in zip(raw, adjusted, strict=True)
        if before == min(raw)
    )


@given(raw=P_VALUES)
def test_the_order_stays(raw: list[float]) -> None:
    ordered = [after for _, after in sorted(zip(raw, adjust_holm(raw), strict=True))]
    assert ordered == sorted(ordered)


@given(raw=P_VALUES, level=st.floats(0.001, 0.5))
def test_it_rejects_what_the_step_down_procedure_rejects(raw: list[float], level: float) -> None:
    rejected = 0
    for rank, p in enumerate(sorted(raw)):
        if (len(raw) - rank) * p > level:
            break
        rejected += 1
    assert sum(p <= level for p in adjust_holm(raw)) == rejected


@given(raw=P_VALUES, draw=st.randoms())
def test_the_order_of_the_tests_does_not_matter(raw: list[float], draw: object) -> None:
    shuffled = list(range(len(raw)))
    draw.shuffle(shuffled)  # type: ignore[attr-defined]
    assert adjust_holm([raw[index] for index in shuffled]) == [adjust_holm(raw)[index] for index in shuffled]


@given(raw=P_VALUES.filter(len))
def test_false_discovery_is_that_of_scipy(raw: list[float]) -> None:
    assert adjust_false_discovery(np.array(raw)) == pytest.approx(false_discovery_control(raw), abs=1e-12)


def test_nothing_to_correct() -> None:
    assert len(adjust_false_discovery(np.array([]))) == 0
    assert len(find_testable(np.array([]), 0.05)) == 0


@given(least=P_VALUES, level=st.floats(0.001, 0.5))
def test_testable_is_what_the_rule_says_word_by_word(least: list[float], level: float) -> None:
    assert find_testable(np.array(least), level).tolist() == oracle.find_testable(least, level)
