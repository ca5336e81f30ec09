"""Resampling with numpy alone: other random numbers than the kernels', the same distribution."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def sum_bootstrap(tallies: Matrix, count: int, seed: int) -> Matrix:
    """The sums of rows drawn with replacement."""
    generator = np.random.default_rng(seed)
    rows = len(tallies)
    return np.array([tallies[generator.integers(rows, size=rows)].sum(axis=0) for _ in range(count)])


def sum_halves(tallies: Matrix, count: int, seed: int) -> Matrix:
    """The sums of rows each of which is taken or left with equal chance."""
    generator = np.random.default_rng(seed)
    return np.array([tallies[generator.random(len(tallies)) < 0.5].sum(axis=0) for _ in range(count)])
