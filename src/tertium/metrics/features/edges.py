"""Edges: whether a hypothesis begins and ends as the reference does; words are compared by their stems.

``edge.first`` and ``edge.last`` are 1 if the first (last) words are the same, ``edge.start`` is ``log(1 + n)`` for the
first n words that are, and ``edge.known`` is 1 if the hypothesis' first word is anywhere in the reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.metrics.features.rarity import find_stems
from tertium.metrics.features.text import Pairs
from tertium.types import Array

NAMES = ("edge.first", "edge.last", "edge.start", "edge.known")


def compare_edges(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each pair."""
    stems = find_stems(list(pairs.vocabulary))
    rows = [_compare([stems[word] for word in ours], [stems[word] for word in theirs]) for ours, theirs in pairs.words]
    return dict(zip(NAMES, np.array(rows, dtype=np.float64).reshape(-1, len(NAMES)).T, strict=True))


def _compare(ours: Sequence[int], theirs: Sequence[int]) -> tuple[float, float, float, float]:
    if not ours or not theirs:
        return 0.0, 0.0, 0.0, 0.0
    start = 0
    for mine, other in zip(ours, theirs, strict=False):
        if mine != other:
            break
        start += 1
    return float(start > 0), float(ours[-1] == theirs[-1]), float(np.log1p(start)), float(ours[0] in theirs)
