"""Sums of drawn rows, against NumPy, which adds them in the same order and precision."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tertium.errors import InputError


@given(
    seed=st.integers(0, 999),
    length=st.integers(1, 300),
    columns=st.integers(2, 30),
    scale=st.sampled_from([1, 3, 0.001, -1, 5e5]),
    threads=st.integers(1, 3),
)
def test_drawn_rows_are_added_as_numpy_adds_them(
    seed: int, length: int, columns: int, scale: float, threads: int
) -> None:
    rng = np.random.default_rng(seed)
    rows = (rng.integers(0, 40, (length, columns)) / scale).astype(np.float32)
    draws = rng.choice(length, size=(40, length), replace=True)
    expected = np.stack([rows[each].sum(0) for each in draws])
    assert np.array_equal(_core.sum_drawn(rows, draws, threads), expected)


@given(seed=st.integers(0, 999), length=st.integers(1, 300), columns=st.integers(1, 30), scale=st.sampled_from([1, 4]))
def test_chosen_rows_are_added(seed: int, length: int, columns: int, scale: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 40, (length, columns)) / scale
    chosen = rng.integers(2, size=(40, length), dtype=bool)
    packed = np.packbits(chosen, axis=1, bitorder="little")
    assert np.array_equal(_core.sum_chosen(rows, packed, 2), chosen @ rows)


def test_draws_of_numpy_do_not_depend_on_how_many_are_made_at_a_time() -> None:
    def draw(steps: list[int]) -> np.ndarray:
        rng = np.random.default_rng(5)
        return np.concatenate([rng.choice(1001, size=(step, 1001)) for step in steps])

    assert np.array_equal(draw([10]), draw([3, 6, 1]))

    def flip(steps: list[int]) -> np.ndarray:
        rng = np.random.default_rng(5)
        return np.concatenate([rng.integers(2, size=(step, 77), dtype=bool) for step in steps])

    assert np.array_equal(flip([100]), flip([64, 32, 4]))


def test_draws_that_do_not_fit_are_refused() -> None:
    rows = np.zeros((3, 2), dtype=np.float32)
    for draws in ([[0, 3]], [[-1, 0]]):
        with pytest.raises(InputError, match="from 0 to below 3"):
            _core.sum_drawn(rows, np.array(draws), 1)
    with pytest.raises(InputError, match="at least one"):
        _core.sum_drawn(rows, np.zeros((2, 0), dtype=np.int64), 1)
    with pytest.raises(InputError, match="a bit for each"):
        _core.sum_chosen(np.zeros((9, 2)), np.zeros((1, 1), dtype=np.uint8), 1)
