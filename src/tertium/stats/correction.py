"""Correction of p-values for the number of tests.

Holm 1979; Benjamini and Hochberg 1995; Tarone 1990; Gilbert 2005.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tertium.types import Array


def adjust_holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's step-down adjustment: the chance of even one false alarm among all tests stays below the level.

    >>> adjust_holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    count = len(p_values)
    adjusted = [0.0] * count
    highest = 0.0
    for rank, index in enumerate(sorted(range(count), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (count - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted


def adjust_false_discovery(p_values: Array) -> Array:
    """Return Benjamini and Hochberg's step-up adjustment: the q-value of each test.

    Of the tests with a q-value of at most 0.05, at most 5 % are expected to be false alarms. That holds where tests are
    independent or depend on each other positively.

    >>> adjust_false_discovery(np.array([0.01, 0.04, 0.03])).round(3).tolist()
    [0.03, 0.04, 0.04]
    """
    count = len(p_values)
    order = np.argsort(p_values, kind="stable")
    scaled = p_values[order] * count / np.arange(1, count + 1)
    adjusted = np.empty(count)
    adjusted[order] = np.minimum.accumulate(scaled[::-1])[::-1]
    return np.minimum(adjusted, 1.0)


def find_testable(least: Array, level: float) -> NDArray[np.bool_]:
    """Return which tests could be significant at all, after a correction for those that could.

    A test of few observations has a smallest p that it can reach. Tests that cannot reach what a correction would ask
    of them need not be corrected for: the smallest p depends on the number of observations only, and not on their
    outcome (Tarone 1990; with false discovery rates Gilbert 2005).

    >>> find_testable(np.array([0.001, 0.02, 0.5, 0.5, 0.5]), 0.05).tolist()
    [True, True, False, False, False]

    Args:
        least: The smallest p that each test can reach.
        level: The false discovery rate, such as 0.05.
    """
    if not len(least):
        return np.zeros(0, dtype=np.bool_)
    divisors = np.arange(1, len(least) + 1)
    reachable = np.searchsorted(np.sort(least), level / divisors, side="right")
    divisor = divisors[np.argmax(reachable <= divisors)]
    return np.asarray(least <= level / divisor)
