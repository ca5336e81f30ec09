"""The kernels that draw and add up rows: the same for a seed everywhere, and fair."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tests.oracle import resample as oracle

KERNELS = {"bootstrap": _core.sum_bootstrap, "halves": _core.sum_halves}


def counting_matrix(rows: int, columns: int = 3) -> np.ndarray:
    """Column 0 counts the rows that were drawn; the others are some multiple of the row's number."""
    matrix = np.outer(np.arange(rows), np.arange(columns)).astype(float)
    matrix[:, 0] = 1
    return matrix


@pytest.mark.parametrize("kernel", KERNELS)
@given(
    rows=st.integers(1, 300),
    columns=st.integers(1, 40),
    count=st.integers(1, 40),
    seed=st.integers(0, 2**64 - 1),
    scale=st.sampled_from([1.0, 0.5, 1e5, -1.0]),
)
def test_neither_threads_nor_the_kind_of_numbers_change_what_is_drawn(
    kernel: str, rows: int, columns: int, count: int, seed: int, scale: float
) -> None:
    draw = KERNELS[kernel]
    matrix = counting_matrix(rows, columns)
    one = draw(matrix, 0, count, seed, 1)
    assert one.shape == (count, columns)
    for threads in (2, 3):
        np.testing.assert_array_equal(draw(matrix, 0, count, seed, threads), one)
    # Small whole numbers are added up in another way than all others.
    np.testing.assert_allclose(draw(matrix * scale, 0, count, seed, 1), one * scale, rtol=1e-12)
    # Columns belong to one row: every multiple of the row's number adds up to the same multiple.
    if columns > 2:
        np.testing.assert_array_equal(one[:, 2:], one[:, 1:2] * np.arange(2, columns))


@given(rows=st.integers(1, 500), seed=st.integers(0, 2**64 - 1))
def test_a_bootstrap_draw_has_as_many_rows_as_there_are(rows: int, seed: int) -> None:
    sums = _core.sum_bootstrap(counting_matrix(rows), 0, 20, seed, 1)
    assert (sums[:, 0] == rows).all()
    assert (sums[:, 1] <= rows * (rows - 1)).all()


@given(rows=st.integers(1, 500), seed=st.integers(0, 2**64 - 1))
def test_halves_take_no_row_twice(rows: int, seed: int) -> None:
    # Powers of two tell which rows are in a sum.
    matrix = np.array(
        [[2.0 ** (row % 50) if row // 50 == block else 0.0 for block in range(10)] for row in range(rows)]
    )
    sums = _core.sum_halves(matrix, 0, 10, seed, 1)
    total = matrix.sum(axis=0)
    for row in sums:
        assert all(int(part) & ~int(whole) == 0 for part, whole in zip(row, total, strict=True))


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_row_is_drawn_equally_often(kernel: str) -> None:
    rows, count = 130, 4000
    drawn = KERNELS[kernel](np.eye(rows), 0, count, 7, 2).mean(axis=0)
    expected, variance = (1.0, 1 - 1 / rows) if kernel == "bootstrap" else (0.5, 0.25)
    # Five standard errors: a fair kernel fails once in ten thousand seeds, and this seed is fixed.
    assert np.abs(drawn - expected).max() < 5 * np.sqrt(variance / count)


def test_counts_of_a_row_are_distributed_as_in_numpy() -> None:
    ours = _core.sum_bootstrap(np.eye(50), 0, 3000, 3, 2)
    theirs = oracle.sum_bootstrap(np.eye(50), 3000, 3)
    for times in range(4):
        # About 150,000 counts each, so a share is known to about one in a thousand.
        assert (ours == times).mean() == pytest.approx((theirs == times).mean(), abs=0.006)
    # Two rows share the draws, so that what one gets the other does not.
    ours_together, theirs_together = (np.corrcoef(sums[:, 0], sums[:, 1])[0, 1] for sums in (ours, theirs))
    assert ours_together == pytest.approx(theirs_together, abs=5 * np.sqrt(2 / 3000))


def test_halves_are_independent_and_distributed_as_in_numpy() -> None:
    matrix = counting_matrix(200)
    ours, theirs = _core.sum_halves(matrix, 0, 3000, 3, 2), oracle.sum_halves(matrix, 3000, 3)
    error = theirs.std(axis=0) * np.sqrt(2 / 3000)
    assert (np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()
    assert ours.std(axis=0) == pytest.approx(theirs.std(axis=0), rel=0.06)


@pytest.mark.parametrize("kernel", KERNELS)
def test_seeds_differ_and_draws_of_neighbouring_seeds_are_not_shifted_copies(kernel: str) -> None:
    matrix = counting_matrix(100)
    one, next_one = (KERNELS[kernel](matrix, 0, 50, seed, 1) for seed in (1, 2))
    assert not (one == next_one).all(axis=1).any()
    assert not (one[1:] == next_one[:-1]).all(axis=1).any()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("rows", [15, 16, 17, 511, 512, 513, 4095, 4096, 4097, 8200])
def test_blocks_of_rows_leave_no_gap(kernel: str, rows: int) -> None:
    # Whole numbers and fractions are added up in different blocks; both must see every row with the same weight.
    matrix = counting_matrix(rows, 4)
    whole, fractions = (KERNELS[kernel](each, 0, 6, 11, 2) for each in (matrix, matrix * 0.25))
    np.testing.assert_allclose(whole, fractions * 4, rtol=1e-12)
    np.testing.assert_array_equal(whole[:, 2:], whole[:, 1:2] * [2, 3])
    # One column a block of 512 rows shows that each block gets its share, within five standard errors.
    blocks = np.zeros((rows, -(-rows // 512)))
    blocks[np.arange(rows), np.arange(rows) // 512] = 1
    share = blocks.sum(axis=0) * (1 if kernel == "bootstrap" else 0.5)
    found = KERNELS[kernel](blocks, 0, 200, 11, 2).mean(axis=0)
    assert (np.abs(found - share) <= 5 * np.sqrt(share / 200) + 1e-9).all()


@pytest.mark.parametrize("rows", [7, 40, 900])
def test_a_row_is_drawn_as_often_as_the_binomial_says(rows: int) -> None:
    watched, count = min(rows, 60), 4000
    matrix = np.zeros((rows, watched))
    matrix[np.linspace(0, rows - 1, watched).astype(int), np.arange(watched)] = 1
    drawn = _core.sum_bootstrap(matrix, 0, count, 5, 2)
    for times in range(7):
        chance = comb(rows, times) / rows**times * (1 - 1 / rows) ** (rows - times) if times <= rows else 0.0
        error = np.sqrt(chance * (1 - chance) / drawn.size)
        assert (drawn == times).mean() == pytest.approx(chance, abs=5 * error + 1e-9), times
    # What one row gets the others do not: every pair has a covariance of -1/n.
    covariance = np.cov(drawn.T)
    pairs = covariance[~np.eye(watched, dtype=bool)]
    assert pairs.mean() == pytest.approx(-1 / rows, abs=0.002)
    assert np.diag(covariance).mean() == pytest.approx(1 - 1 / rows, rel=0.02)


@pytest.mark.parametrize("kernel", KERNELS)
def test_large_counts_do_not_overflow(kernel: str) -> None:
    matrix = np.full((70_000, 1), 65_535.0)
    total = KERNELS[kernel](matrix, 0, 1, 1, 1)[0, 0]
    assert total % 65_535 == 0
    assert total / 65_535 == (70_000 if kernel == "bootstrap" else pytest.approx(35_000, abs=700))
