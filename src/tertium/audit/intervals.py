"""Means and shares with their 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tertium.types import Array

# The standard normal's 97.5 % point, for 95 % intervals.
_Z = 1.959963984540054


@dataclass(frozen=True)
class Spread:
    """A mean and its 95 % interval: that of the mean, not of single values.

    Attributes:
        mean: The mean.
        low: The lower end of the interval.
        high: The upper end.
    """

    mean: float
    low: float
    high: float


def estimate_share(successes: int, trials: int) -> Spread:
    """Return a share with Wilson's interval, which is valid for shares near 0 and 1 too."""
    share = successes / trials
    scale = 1 + _Z**2 / trials
    middle = (share + _Z**2 / (2 * trials)) / scale
    width = _Z / scale * np.sqrt(share * (1 - share) / trials + _Z**2 / (4 * trials**2))
    # For 0 and 1 the formula gives 0 and 1, except for rounding.
    low = 0.0 if successes == 0 else max(0.0, float(middle - width))
    high = 1.0 if successes == trials else min(1.0, float(middle + width))
    return Spread(share, low, high)


def average(values: Array) -> Spread:
    """Return the mean of some values with its normal interval."""
    mean = float(values.mean())
    width = _Z * float(values.std(ddof=1)) / np.sqrt(len(values)) if len(values) > 1 else float("inf")
    return Spread(mean, float(mean - width), float(mean + width))
