"""Systems that are far from the others, and what a correlation owes to them.

A system far below all others makes any metric look good that sees that it is bad (Mathur, Baldwin and Cohn 2020, after
whom WMT removes outliers). Outliers are found by the median absolute deviation (MAD): a value is one if it is more than
``cutoff`` times 1.483 MAD from the median; 1.483 makes MAD the standard deviation of normal values.

If more than half of all values are equal, MAD is zero, and every other value would be an outlier however near it is.
Then 1.2533 times the mean absolute deviation takes its place, which is again the standard deviation of normal values;
if that is zero too, there is no outlier.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.errors import InputError
from tertium.stats.correlation import correlate_rows, correlate_vectors
from tertium.types import Array

CUTOFF = 2.5

# The deviation of normal values, in median, or mean, absolute deviations.
_MEDIAN_TO_DEVIATION = 1.483
_MEAN_TO_DEVIATION = 1.2533


def find_outliers(values: ArrayLike, cutoff: float = CUTOFF) -> NDArray[np.bool_]:
    """Return which values are outliers. Missing values are none.

    >>> find_outliers([1.0, 1.1, 0.9, 1.05, 7.0]).tolist()
    [False, False, False, False, True]
    """
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 1:
        raise InputError(f"values of the shape {numbers.shape} are not a list", remedy="Give one value per system")
    present = numbers[~np.isnan(numbers)]
    if not len(present):
        return np.zeros(len(numbers), dtype=np.bool_)
    distances = np.abs(numbers - np.median(present))
    known = distances[~np.isnan(distances)]
    deviation = _MEDIAN_TO_DEVIATION * float(np.median(known))
    # Medians of sums that should be equal may differ by rounding.
    rounding = 1e-12 * float(np.abs(present).max())
    if deviation <= rounding:
        deviation = _MEAN_TO_DEVIATION * float(known.mean())
    with np.errstate(invalid="ignore"):
        far: NDArray[np.bool_] = distances > max(cutoff * deviation, rounding)
    return far


def find_regression_outliers(metric: ArrayLike, human: ArrayLike, cutoff: float = CUTOFF) -> NDArray[np.bool_]:
    """Return which systems lie far from the line that the others lie on.

    The line is Theil's and Sen's: the median of the slopes of all pairs, and the median of what is left. Up to a
    quarter of the systems cannot bend it. Residuals are people's scores less the line's. A line follows the few points
    that it has, and their residuals are too small for it; so with n systems the cutoff is 1 + 5 / (n - 2) times as far
    away (Rousseeuw and Leroy 1987).
    """
    residuals = regression_residuals(metric, human)
    systems = int((~np.isnan(residuals)).sum())
    return find_outliers(residuals, cutoff * (1 + 5 / max(systems - 2, 1)))


def regression_residuals(metric: ArrayLike, human: ArrayLike) -> Array:
    """Return how far people's scores are above the robust line over the metric's; NaN where a score is missing."""
    x, y = _lists(metric, human)
    one, other = np.triu_indices(len(x), 1)
    runs = x[other] - x[one]
    with np.errstate(all="ignore"):
        slopes = (y[other] - y[one]) / runs
    slopes = slopes[(runs != 0) & np.isfinite(slopes)]
    left = y - (float(np.median(slopes)) if len(slopes) else 0.0) * x
    present = left[~np.isnan(left)]
    residuals: Array = left - np.median(present) if len(present) else left
    return residuals


def leave_one_out(metric: ArrayLike, human: ArrayLike, coefficient: str) -> Array:
    """Return the correlation without each system."""
    x, y = _lists(metric, human)
    rows = np.tile(x, (len(x), 1))
    np.fill_diagonal(rows, np.nan)
    return correlate_rows(rows, y, coefficient) if len(x) else np.empty(0)


def measure_influence(metric: ArrayLike, human: ArrayLike, coefficient: str) -> Array:
    """Return the correlation of all systems less that without each: above zero if the system raises it."""
    influence: Array = correlate_vectors(metric, human, coefficient) - leave_one_out(metric, human, coefficient)
    return influence


def _lists(metric: ArrayLike, human: ArrayLike) -> tuple[Array, Array]:
    x, y = np.asarray(metric, dtype=np.float64), np.asarray(human, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise InputError(
            f"scores of the shapes {x.shape} and {y.shape} are not two lists",
            remedy="Give one score per system in each",
        )
    return x, y
