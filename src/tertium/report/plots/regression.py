"""A regression line, and the share of the variance that it explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_FEWEST = 3  # a line goes through any two points


@dataclass(frozen=True, kw_only=True)
class Line:
    """A least-squares line.

    Attributes:
        slope: Of the line.
        intercept: Where it stands at zero.
        low: The least x among the points.
        high: The greatest x among the points.
        r_squared: The square of Pearson's correlation.
    """

    slope: float
    intercept: float
    low: float
    high: float
    r_squared: float

    def at(self, x: float) -> float:
        """Return the height of the line."""
        return self.intercept + self.slope * x


def fit_line(xs: Sequence[float], ys: Sequence[float]) -> Line | None:
    """Return the line through points, or None if there are too few or all have one value."""
    x, y = np.asarray(xs, float), np.asarray(ys, float)
    if len(x) < _FEWEST:
        return None
    across, up = x - x.mean(), y - y.mean()
    # Of numbers that are all the same the mean is not always exactly that number.
    if np.ptp(x) <= 1e-12 * np.abs(x).max() or np.ptp(y) <= 1e-12 * np.abs(y).max():
        return None
    spread = float(across @ across)
    together = float(across @ up)
    slope = together / spread
    intercept = float(y.mean()) - slope * float(x.mean())
    r_squared = together**2 / (spread * float(up @ up))
    return Line(
        slope=slope, intercept=intercept, low=float(x.min()), high=float(x.max()), r_squared=min(1.0, r_squared)
    )


def write_r_squared(value: float) -> str:
    """Return R² with as many digits as are meaningful."""
    return f"{value:.2f}" if value >= 0.01 else f"{value:.3f}"
