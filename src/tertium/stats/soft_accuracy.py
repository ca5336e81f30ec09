"""Soft pairwise accuracy: do metric and people agree on how sure it is which of two systems is better?

Thompson, Mathur, Deutsch and Khayrallah (2024): 1 - mean |p(metric) - p(people)| over pairs of systems, where p is the
one-sided p-value of a paired permutation test that the first is better. A metric is not blamed for the order of two
systems that people cannot tell apart either.

The test flips the sign of each segment's difference at random. All pairs see the same flips, so that one product of
signs and scores serves all. Segments where either system has no score are left out of a pair.

*Our deviation.* A permutation with the same difference as the seen one counts half, so that p(a, b) + p(b, a) = 1 and
the order of systems does not matter: two equal systems have p = 0.5. The authors' program counts it whole.
"""

from __future__ import annotations

import numpy as np

from tertium.errors import InputError
from tertium.stats.levels import check_matrices
from tertium.stats.resampling import SEED
from tertium.types import Array, Matrix

# Sums of the same differences are equal up to rounding.
_ROUNDING = 1e-10


def soft_accuracy(metric: Matrix, human: Matrix, *, resamples: int = 1000, seed: int = SEED) -> float:
    """Soft pairwise accuracy of a metric: 1 if it is as sure as people of every pair of systems.

    Args:
        metric: The metric's scores, systems by segments, NaN where there is none.
        human: People's; they may have other columns.
        resamples: How many random flips each p-value is from.
        seed: The same seed draws the same flips on every machine.

    Returns:
        Between 0 and 1; NaN if there is no pair of systems with common segments.
    """
    metric, human = check_matrices(metric, human, level="system")
    gaps = np.abs(pairwise_p_values(metric, resamples, seed) - pairwise_p_values(human, resamples, seed))
    gaps = gaps[np.triu_indices(len(metric), 1)]
    gaps = gaps[~np.isnan(gaps)]
    return float(1 - gaps.mean()) if len(gaps) else float("nan")


def pairwise_p_values(scores: Matrix, resamples: int = 1000, seed: int = SEED) -> Matrix:
    """Return one-sided p-values: how likely row a would be as much better than row b if both were equally good.

    Returns:
        Systems by systems; 0.5 on the diagonal, NaN for systems without common segments.
    """
    if resamples < 1:
        raise InputError(f"{resamples} resamples are not enough", remedy="Give 1 or more; 1000 is usual")
    signs = _draw_signs(resamples, scores.shape[1], seed)
    count = len(scores)
    p_values = np.full((count, count), 0.5)
    missing = np.isnan(scores)
    sums = None if missing.any() else (signs @ scores.T).T.copy()
    for first in range(count - 1):
        gaps = scores[first] - scores[first + 1 :]
        if sums is None:
            common = ~np.isnan(gaps)
            gaps = np.where(common, gaps, 0.0)
            flipped = gaps @ signs.T
        else:
            common = np.ones_like(gaps, dtype=np.bool_)
            flipped = sums[first] - sums[first + 1 :]
        found = _share_above(flipped, gaps)
        found[~common.any(axis=1)] = np.nan
        p_values[first, first + 1 :] = found
        p_values[first + 1 :, first] = 1 - found
    return p_values


def _share_above(flipped: Matrix, gaps: Matrix) -> Array:
    seen = gaps.sum(axis=1, keepdims=True)
    rounding = _ROUNDING * np.maximum(np.abs(gaps).sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    above = (flipped > seen + rounding).sum(axis=1)
    equal = (np.abs(flipped - seen) <= rounding).sum(axis=1)
    share: Array = (above + equal / 2) / flipped.shape[1]
    return share


def _draw_signs(rows: int, columns: int, seed: int) -> Matrix:
    words = -(-columns // 64)
    raw = np.asarray(np.random.PCG64(seed).random_raw(rows * words), dtype="<u8").reshape(rows, words)
    bits = np.unpackbits(raw.view(np.uint8), axis=1, bitorder="little", count=columns)
    return 1.0 - 2.0 * bits.astype(np.float64)
