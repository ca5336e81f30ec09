"""Sums over random draws of segments, made in parts so that a long run can be stopped."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from tertium import _core
from tertium.types import Matrix

# Numbers to add up before Python looks up again: a few tenths of a second.
_AT_A_TIME = 1_000_000_000


class _Kernel(Protocol):
    def __call__(self, tallies: Matrix, first: int, count: int, seed: int, threads: int) -> Matrix: ...


def sum_bootstrap(tallies: Matrix, resamples: int, seed: int, threads: int = 1) -> Matrix:
    """Return the column sums of as many rows as there are, drawn with replacement; one row of sums a draw."""
    return _in_parts(_core.sum_bootstrap, tallies, resamples, seed, threads)


def sum_halves(tallies: Matrix, resamples: int, seed: int, threads: int = 1) -> Matrix:
    """Return the column sums of a random half of the rows; one row of sums a draw."""
    return _in_parts(_core.sum_halves, tallies, resamples, seed, threads)


def _in_parts(kernel: _Kernel, tallies: Matrix, resamples: int, seed: int, threads: int) -> Matrix:
    tallies = np.ascontiguousarray(tallies)
    step = max(1, _AT_A_TIME // max(1, tallies.size))
    parts = [
        kernel(tallies, first, min(step, resamples - first), int(seed), threads) for first in range(0, resamples, step)
    ]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
