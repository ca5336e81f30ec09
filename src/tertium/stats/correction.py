"""Correction of p-values for the number of tests (Holm 1979)."""

from __future__ import annotations

from collections.abc import Sequence


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
