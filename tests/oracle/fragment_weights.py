"""Weights of individual fragments, by obvious recursion: rows of counts, and what is minimised to learn the weights."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.oracle.fragments import Tree

Count = Callable[[Tree, int], Counter[Any]]
# Weights by size and fragment.
Weights = Mapping[tuple[int, Any], float]


def weigh(fragments: Counter[Any], size: int, weights: Weights, others: Sequence[float]) -> float:
    """The sum of the weights of fragments."""
    return sum(count * weights.get((size, fragment), others[size - 1]) for fragment, count in fragments.items())


def clip(ours: Counter[Any], references: Sequence[Counter[Any]]) -> Counter[Any]:
    """What matches, at most as often as in the reference that has it most often."""
    return Counter({key: min(count, max(each[key] for each in references)) for key, count in ours.items()})


def tally(
    hypothesis: Sequence[Tree],
    references: Sequence[Sequence[Tree]],
    count: Count,
    weights: Weights,
    others: Sequence[float],
) -> list[list[float]]:
    """The five columns of each size, as the kernel has them.

    The nearest reference is the nearest by counts; of several, the one with the greatest weights, so that the order of
    references does not matter.
    """
    sizes = range(1, len(others) + 1)

    def of(forest: Sequence[Tree], size: int) -> Counter[Any]:
        return sum((count(tree, size) for tree in forest), Counter())

    def nearness(reference: Sequence[Tree]) -> tuple[float, list[int], list[float]]:
        f1, counts, weighed = 0.0, [], []
        for size in sizes:
            ours, theirs = of(hypothesis, size), of(reference, size)
            matches = (ours & theirs).total()
            f1 += 2 * matches / (ours.total() + theirs.total()) if matches else 0
            counts += [matches, theirs.total()]
            weighed += [weigh(each, size, weights, others) for each in (ours & theirs, theirs)]
        return f1, counts, weighed

    nearest = max(references, key=nearness)
    rows = []
    for size in sizes:
        ours, near = of(hypothesis, size), of(nearest, size)
        theirs = [of(reference, size) for reference in references]
        rows.append(
            [
                weigh(clip(ours, theirs), size, weights, others),
                weigh(ours, size, weights, others),
                weigh(ours & near, size, weights, others),
                weigh(near, size, weights, others),
                float(bool(ours) or all(theirs)),
            ]
        )
    return rows


def pearson(x: Sequence[float], y: Sequence[float]) -> float:
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    above = sum((one - mean_x) * (other - mean_y) for one, other in zip(x, y, strict=True))
    return above / math.sqrt(sum((one - mean_x) ** 2 for one in x) * sum((other - mean_y) ** 2 for other in y))


def lose(
    scores: Sequence[Sequence[float]], human: Sequence[Sequence[float]], weights: Sequence[float], penalty: float
) -> float:
    """What is minimised: the penalty of all weights, less the mean correlation over the sets."""
    translations = sum(map(len, human))
    agreement = sum(pearson(one, other) for one, other in zip(scores, human, strict=True)) / len(scores)
    return penalty / translations * sum(math.log(weight) ** 2 for weight in weights) - agreement
