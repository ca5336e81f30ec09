"""Agreement by its definitions, with loops over all pairs of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np


def cohen(first: Sequence[float], second: Sequence[float], weights: str) -> float:
    both = [(a, b) for a, b in zip(first, second, strict=True) if a == a and b == b]
    if not both:
        return float("nan")
    cost: dict[str, Callable[[float, float], float]] = {
        "nominal": lambda a, b: float(a != b),
        "linear": lambda a, b: abs(a - b),
        "quadratic": lambda a, b: (a - b) ** 2,
    }
    observed = sum(cost[weights](a, b) for a, b in both) / len(both)
    expected = sum(cost[weights](a, b) for a, _ in both for _, b in both) / len(both) ** 2
    return 1 - observed / expected if expected else float("nan")


def fleiss(items: Sequence[Sequence[float]]) -> float:
    items = [item for item in items if len(item) >= 2]
    if not items:
        return float("nan")
    agreement = [np.mean([a == b for a, b in permutations(item, 2)]) for item in items]
    everything = [value for item in items for value in item]
    chance = sum((everything.count(value) / len(everything)) ** 2 for value in set(everything))
    return float(1 - (1 - np.mean(agreement)) / (1 - chance)) if chance < 1 else float("nan")


def krippendorff(items: Sequence[Sequence[float]], level: str) -> float:
    """By the matrix of coincidences, as Krippendorff (2011) writes it down."""
    items = [item for item in items if len(item) >= 2]
    values = sorted({value for item in items for value in item})
    coincidences = np.zeros((len(values), len(values)))
    for item in items:
        for a, b in permutations(item, 2):
            coincidences[values.index(a), values.index(b)] += 1 / (len(item) - 1)
    marginals = coincidences.sum(axis=0)
    total = marginals.sum()
    observed = expected = 0.0
    for c in range(len(values)):
        for k in range(len(values)):
            difference = _difference(c, k, values, marginals, level)
            observed += coincidences[c, k] * difference
            expected += marginals[c] * marginals[k] * difference
    return 1 - (total - 1) * observed / expected if expected else float("nan")


def _difference(c: int, k: int, values: Sequence[float], marginals: np.ndarray, level: str) -> float:
    if c == k:
        return 0.0
    if level == "nominal":
        return 1.0
    if level == "interval":
        return (values[c] - values[k]) ** 2
    if level == "ratio":
        return ((values[c] - values[k]) / (values[c] + values[k])) ** 2
    low, high = min(c, k), max(c, k)
    return float((marginals[low : high + 1].sum() - (marginals[c] + marginals[k]) / 2) ** 2)


def preference_kappa(preferences: Sequence[tuple[object, str, int]], *, same_judge: bool) -> tuple[int, float, float]:
    """WMT's kappa from (pair of outputs, judge, preference): how many pairs, share that agree, kappa."""
    agree = [
        a[2] == b[2]
        for at, a in enumerate(preferences)
        for b in preferences[:at]
        if a[0] == b[0] and (a[1] == b[1]) is same_judge
    ]
    ties = float(np.mean([preference == 0 for *_, preference in preferences]))
    chance = ties**2 + 2 * ((1 - ties) / 2) ** 2
    return len(agree), float(np.mean(agree)), float((np.mean(agree) - chance) / (1 - chance))
