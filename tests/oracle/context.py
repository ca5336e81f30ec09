"""Features of states, one pair at a time, as their definitions say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import wordfreq

from tertium.types import Array


def compute(ours: Mapping[int, Array], theirs: Mapping[int, Array], words: Sequence[Sequence[str]]) -> dict[str, float]:
    """The features of a pair.

    Args:
        ours: The states of the hypothesis by layer, with the marks of both ends.
        theirs: Those of the reference.
        words: The word of each piece of both, without the ends.
    """
    found: dict[str, float] = {}
    one, other = ([unit(row) for row in side[7]] for side in (ours, theirs))
    empty = len(one) <= 2 or len(other) <= 2
    for layer in ours:
        mine, others = ([unit(row) for row in side[layer]] for side in (ours, theirs))
        sentence = float(mine[0] @ others[0])
        mine, others = mine[1:-1], others[1:-1]
        if empty:
            values = [0.0] * 8
        else:
            near, covered = match(mine, others)
            pairs, covered_pairs = near, covered
            if len(mine) > 1 and len(others) > 1:
                pairs, covered_pairs = match(join(mine), join(others))
            values = [
                float(np.mean(pairs)),
                float(np.mean(covered_pairs)),
                average_worst([*pairs, *covered_pairs]),
                average(near, [weigh(word) for word in words[0]]),
                average(covered, [weigh(word) for word in words[1]]),
                average_worst(near),
                average_worst(covered),
                sentence,
            ]
        names = ("bigram.precision", "bigram.recall", "bigram.worst", "rarity.precision", "rarity.recall")
        names += ("worst.precision", "worst.recall", "sentence")
        found |= {f"context{layer}.{name}": value for name, value in zip(names, values, strict=True)}
    size = len(one[0])
    mean = np.zeros(size) if empty else np.mean(one[1:-1], axis=0)
    apart = np.zeros(size) if empty else mean - np.mean(other[1:-1], axis=0)
    found |= {f"state.ours{number}": float(value) for number, value in enumerate(mean)}
    return found | {f"state.apart{number}": float(value) for number, value in enumerate(apart)}


def unit(row: Array) -> Array:
    row = np.asarray(row, dtype=np.float64)
    return row / np.sqrt(row @ row)


def join(rows: Sequence[Array]) -> list[Array]:
    return [unit(one + other) for one, other in pairwise(rows)]


def match(mine: Sequence[Array], others: Sequence[Array]) -> tuple[list[float], list[float]]:
    near = [max(float(one @ other) for other in others) for one in mine]
    return near, [max(float(one @ other) for one in mine) for other in others]


def weigh(word: str) -> float:
    if not any(character.isalnum() for character in word):
        return 0.1
    return max(8 - wordfreq.zipf_frequency(word, "en"), 0) / 8


def average(values: Sequence[float], weights: Sequence[float]) -> float:
    total = sum(value * weight for value, weight in zip(values, weights, strict=True))
    return total / max(sum(weights), 1e-9)


def average_worst(values: Sequence[float]) -> float:
    count = max(1, round(len(values) / 4))
    return sum(sorted(values)[:count]) / count
