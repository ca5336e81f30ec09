"""Partial correlation by its definition, in fractions: what is left of two lists after regression on the controls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isnan, nan, sqrt

import numpy as np

from tests.oracle.concordance import rank
from tests.oracle.correlation import mean


def partial_correlation(
    x: Sequence[float], y: Sequence[float], controls: Sequence[Sequence[float]], coefficient: str
) -> float:
    items = [item for item in zip(x, y, *controls, strict=True) if not any(map(isnan, item))]
    if len(items) < 2:
        return nan
    lists = [list(each) for each in zip(*items, strict=True)]
    if coefficient == "spearman":
        lists = [rank(each) for each in lists]
    first, second, *held = ([Fraction(value) for value in each] for each in lists)
    # A constant is the first control of every regression.
    directions: list[list[Fraction]] = []
    for each in ([Fraction(1)] * len(items), *held):
        left = remove(each, directions)
        if any(left):
            directions.append(left)
    one, other = remove(first, directions), remove(second, directions)
    if not any(one) or not any(other) or len(items) - (len(directions) - 1) < 2:
        return nan
    square = dot(one, other) ** 2 / (dot(one, one) * dot(other, other))
    return sqrt(square) if dot(one, other) >= 0 else -sqrt(square)


def correlate_partial(
    metric: np.ndarray, human: np.ndarray, controls: Sequence[np.ndarray], level: str, coefficient: str
) -> float:
    lists = [metric, human, *controls]
    if level in ("pooled", "system"):
        groups = [tuple(each.ravel() for each in lists)]
    else:
        groups = list(zip(*(each.T if level == "by-segment" else each for each in lists), strict=True))
    return mean([partial_correlation(one, other, held, coefficient) for one, other, *held in groups])


def remove(values: Sequence[Fraction], directions: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """What is left of a list beside some that are at right angles to each other."""
    left = list(values)
    for direction in directions:
        share = dot(values, direction) / dot(direction, direction)
        left = [value - share * each for value, each in zip(left, direction, strict=True)]
    return left


def dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))
