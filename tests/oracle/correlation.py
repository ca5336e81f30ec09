"""Correlations by their definitions, with loops."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isnan, nan, sqrt

import numpy as np

from tests.oracle.concordance import count_pairs, rank


def correlate_vectors(
    x: Sequence[float], y: Sequence[float], coefficient: str, identity: Sequence[int] | None = None
) -> float:
    """Accuracy leaves out pairs of items that are the same; no other coefficient does."""
    if coefficient == "accuracy" and identity is not None:
        return accuracy_without_copies(x, y, identity)
    items = [(a, b) for a, b in zip(x, y, strict=True) if not isnan(a) and not isnan(b)]
    if len(items) < 2:
        return nan
    first, second = [a for a, _ in items], [b for _, b in items]
    if coefficient == "accuracy":
        concordant, _, _, _, tied, *_ = count_pairs(first, second)
        return (concordant + tied) / (len(items) * (len(items) - 1) / 2)
    if len(set(first)) == 1 or len(set(second)) == 1:
        return nan
    if coefficient == "pearson":
        return pearson(first, second)
    if coefficient == "spearman":
        return pearson(rank(first), rank(second))
    concordant, discordant, tied_x, tied_y, _, distinct_x, distinct_y = count_pairs(first, second)
    if coefficient == "kendall-b":
        without_x, without_y = concordant + discordant + tied_y, concordant + discordant + tied_x
        return (concordant - discordant) / sqrt(without_x * without_y)
    assert coefficient == "kendall-c"
    classes = min(distinct_x, distinct_y)
    return 2 * (concordant - discordant) / (len(items) ** 2 * (classes - 1) / classes)


def accuracy_without_copies(x: Sequence[float], y: Sequence[float], identity: Sequence[int]) -> float:
    items = [(a, b, c) for a, b, c in zip(x, y, identity, strict=True) if not isnan(a) and not isnan(b)]
    agree = [
        order(one[0] - other[0], 0.0) == order(one[1] - other[1], 0.0)
        for one, other in combinations(items, 2)
        if one[2] != other[2]
    ]
    return sum(agree) / len(agree) if agree else nan


def pearson(x: Sequence[float], y: Sequence[float]) -> float:
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    product = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return product / sqrt(sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y))


def correlate(metric: np.ndarray, human: np.ndarray, level: str, coefficient: str) -> float:
    if level == "system":
        return correlate_vectors(*([mean(row) for row in scores] for scores in (metric, human)), coefficient)
    if level == "pooled":
        return correlate_vectors(list(metric.ravel()), list(human.ravel()), coefficient)
    if level == "by-segment":
        metric, human = metric.T, human.T
    found = [correlate_vectors(list(x), list(y), coefficient) for x, y in zip(metric, human, strict=True)]
    return mean(found)


def redraw(
    metric: np.ndarray, human: np.ndarray, systems: np.ndarray, segments: np.ndarray, level: str, coefficient: str
) -> float:
    """The correlation of drawn systems and segments, where what was drawn twice is one item."""
    drawn = np.ix_(systems, segments)
    x, y = metric[drawn], human[drawn]
    cells = np.arange(metric.size).reshape(metric.shape)[drawn]
    if level == "system":
        return correlate_vectors(*([mean(row) for row in scores] for scores in (x, y)), coefficient, list(systems))
    if level == "pooled":
        return correlate_vectors(list(x.ravel()), list(y.ravel()), coefficient, list(cells.ravel()))
    if level == "by-segment":
        x, y, cells = x.T, y.T, cells.T
    groups = zip(x.tolist(), y.tolist(), cells.tolist(), strict=True)
    return mean([correlate_vectors(one, other, coefficient, identity) for one, other, identity in groups])


def mean(values: Sequence[float]) -> float:
    present = [value for value in values if not isnan(value)]
    # Rounded, so that means of the same scores in another order are ties.
    return round(sum(present) / len(present), 12) if present else nan


def accuracy_with_threshold(groups: Sequence[Sequence[Sequence[float]]], threshold: float) -> float:
    """The mean over groups of the share of pairs that are ordered alike, if small differences of x are ties.

    A group is x and y, and may have a third list: pairs that have the same there are copies, and are left out.
    """
    shares = []
    for x, y, *identity in groups:
        pairs = [(i, j) for i, j in combinations(range(len(x)), 2) if not identity or identity[0][i] != identity[0][j]]
        agree = [order(x[i] - x[j], threshold) == order(y[i] - y[j], 0.0) for i, j in pairs]
        if agree:
            shares.append(sum(agree) / len(agree))
    return sum(shares) / len(shares) if shares else nan


def order(difference: float, threshold: float) -> int:
    return 0 if abs(difference) <= threshold else 1 if difference > 0 else -1
