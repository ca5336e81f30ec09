"""Sums that Pearson's correlation is made of.

They are linear in the weights of cells, so that matrix products give those of many resamples at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

import numpy as np

from tertium.types import Array, Matrix

# Below this share of the sum of squares a variance is rounding.
_ROUNDING = 1e-13


@dataclass(frozen=True, kw_only=True)
class Moments:
    """For each cell or sum of cells: how many there are, and sums of scores, squares and products.

    Attributes:
        count: Cells where both scores are there.
        human: People's scores.
        human_squares: Their squares.
        metric: The metric's scores.
        metric_squares: Their squares.
        products: Products of both.
    """

    count: Matrix
    human: Matrix
    human_squares: Matrix
    metric: Matrix
    metric_squares: Matrix
    products: Matrix

    @classmethod
    def of(cls, parts: Iterable[Matrix]) -> Moments:
        """Return the moments of six matrices, in the order of the fields."""
        names = [each.name for each in fields(cls)]
        return cls(**dict(zip(names, parts, strict=True)))

    def parts(self) -> tuple[Matrix, ...]:
        """Return all six, in the order of the fields."""
        return (self.count, self.human, self.human_squares, self.metric, self.metric_squares, self.products)

    def correlations(self) -> Array:
        """Return Pearson's correlation of each sum, NaN where it is undefined."""
        with np.errstate(all="ignore"):
            mean = self.metric / self.count
            human_mean = self.human / self.count
            variance = self.metric_squares - self.metric * mean
            human_variance = self.human_squares - self.human * human_mean
            covariance = self.products - self.metric * human_mean
            constant = variance <= self.metric_squares * _ROUNDING
            constant |= human_variance <= self.human_squares * _ROUNDING
            result = covariance / np.sqrt(variance * human_variance)
        np.clip(result, -1.0, 1.0, out=result)
        result[constant | (self.count < 2)] = np.nan
        return result


def cell_moments(metric: Matrix, human: Matrix) -> Moments:
    """Return the moments of single cells, zero where either score is missing."""
    missing = np.isnan(metric) | np.isnan(human)
    x, z = np.where(missing, 0.0, metric), np.where(missing, 0.0, human)
    return Moments(
        count=(~missing).astype(np.float64),
        human=z,
        human_squares=z * z,
        metric=x,
        metric_squares=x * x,
        products=x * z,
    )


def standardise(scores: Matrix) -> Matrix:
    """Return all cells with mean zero and deviation one, so that scores of two metrics can change places."""
    present = scores[~np.isnan(scores)]
    if not len(present):
        return scores
    scale = float(find_power(present))
    with np.errstate(all="ignore"):
        scores, present = scores / scale, present / scale
        centred = scores - present.mean()
        deviation = present.std()
    # A metric that says always the same has no deviation to divide by.
    scaled: Matrix = centred / deviation if deviation > 0 and np.isfinite(deviation) else centred
    return scaled


def standardise_groups(scores: Matrix, axis: int) -> Matrix:
    """Return the cells along an axis with mean zero and deviation one, by group."""
    missing = np.isnan(scores)
    counts = np.maximum((~missing).sum(axis=axis, keepdims=True), 1)
    with np.errstate(all="ignore"):
        scaled = scores / find_power(scores, axis)
        centred = scaled - np.where(missing, 0.0, scaled).sum(axis=axis, keepdims=True) / counts
        deviation = np.sqrt(np.where(missing, 0.0, centred * centred).sum(axis=axis, keepdims=True) / counts)
        standardised: Matrix = centred / deviation
    highest = np.where(missing, -np.inf, scores).max(axis=axis, keepdims=True)
    lowest = np.where(missing, np.inf, scores).min(axis=axis, keepdims=True)
    # What is left of equal scores is rounding.
    return np.where((highest == lowest) & ~missing, 0.0, standardised)


def find_power(scores: Matrix, axis: int | None = None) -> Matrix:
    """Return a power of two near the largest score of all, or of each group along an axis.

    Scores that are divided by it lose no digit, and their squares neither overflow nor vanish.
    """
    largest = np.abs(np.where(np.isfinite(scores), scores, 0.0)).max(axis=axis, keepdims=axis is not None, initial=0.0)
    # Not quite as far as exponents go, so that the power is a number itself.
    power: Matrix = np.ldexp(1.0, np.clip(np.frexp(largest)[1], -1000, 1000))
    return power


def average_rows_defined(values: Matrix, weights: Matrix | None = None) -> Array:
    """Return the weighted mean of each row's defined values; NaN where a row has none."""
    defined = ~np.isnan(values)
    if weights is None and defined.all():
        means: Array = values.mean(axis=1)
        return means
    share = defined.astype(np.float64) if weights is None else np.where(defined, weights, 0.0)
    total = share.sum(axis=1)
    result = np.full(len(values), np.nan)
    np.divide((np.where(defined, values, 0.0) * share).sum(axis=1), total, out=result, where=total > 0)
    return result


def have_same_gaps(matrices: Sequence[Matrix], human: Matrix) -> bool:
    """Return whether all metrics miss the same of the cells that people judged."""
    judged = ~np.isnan(human)
    first = np.isnan(matrices[0]) & judged
    return all(np.array_equal(np.isnan(matrix) & judged, first) for matrix in matrices[1:])
