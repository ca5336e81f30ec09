"""Features of a hypothesis and its source, one pair at a time, as their definitions say."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tertium.types import Array
from tests.oracle.context import average_worst, match, unit


def compute(ours: Mapping[int, Array], theirs: Mapping[int, Array]) -> dict[str, float]:
    """The features of a pair, from the states of both by layer, with the marks of both ends."""
    found: dict[str, float] = {}
    for layer in ours:
        mine, others = ([unit(row) for row in side[layer]][1:-1] for side in (ours, theirs))
        values = [0.0] * 4
        if mine and others:
            near, covered = match(mine, others)
            values = [float(np.mean(near)), float(np.mean(covered)), average_worst(near), average_worst(covered)]
        names = ("precision", "recall", "worst.precision", "worst.recall")
        found |= {f"source{layer}.{name}": value for name, value in zip(names, values, strict=True)}
    return found
