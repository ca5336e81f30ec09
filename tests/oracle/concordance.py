"""Pairs of items, counted one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isnan


def count_pairs(first: Sequence[float], second: Sequence[float]) -> list[int]:
    """Concordant, discordant, tied in the first only, in the second only, in both; then distinct values of each."""
    items = [(x, y) for x, y in zip(first, second, strict=True) if not isnan(x) and not isnan(y)]
    counts = [0] * 5
    for (x, y), (other_x, other_y) in combinations(items, 2):
        if x == other_x and y == other_y:
            counts[4] += 1
        elif x == other_x:
            counts[2] += 1
        elif y == other_y:
            counts[3] += 1
        elif (x < other_x) == (y < other_y):
            counts[0] += 1
        else:
            counts[1] += 1
    return [*counts, len({x for x, _ in items}), len({y for _, y in items})]


def rank(values: Sequence[float]) -> list[float]:
    """One more than the values below, and half a rank for each equal one."""
    present = [value for value in values if not isnan(value)]
    return [
        float("nan")
        if isnan(value)
        else sum(other < value for other in present) + (sum(other == value for other in present) + 1) / 2
        for value in values
    ]
