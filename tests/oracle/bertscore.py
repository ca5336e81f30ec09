"""BERTScore as the package bert-score 0.3.13 computes it from states (greedy_cos_idf), piece by piece."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.types import Array


def score(
    ours: Array, theirs: Array, our_weights: Sequence[float], their_weights: Sequence[float]
) -> tuple[float, ...]:
    """Precision, recall and F1 of two texts; both have the marks of their ends."""
    ours, theirs = (np.asarray(rows, dtype=np.float64) for rows in (ours, theirs))
    if len(ours) <= 2 or len(theirs) <= 2:
        return 0.0, 0.0, 0.0
    best_of_ours = [max(_cosine(one, other) for other in theirs) for one in ours]
    best_of_theirs = [max(_cosine(one, other) for one in ours) for other in theirs]
    precision = _average(best_of_ours, our_weights)
    recall = _average(best_of_theirs, their_weights)
    return precision, recall, 2 * precision * recall / (precision + recall)


def weigh(pieces: Sequence[int], references: Sequence[Sequence[int]]) -> list[float]:
    """The logarithm of how rare each piece is among the references."""
    counts = [sum(piece in reference for reference in references) for piece in pieces]
    return [float(np.log((len(references) + 1) / (count + 1))) for count in counts]


def _cosine(one: Array, other: Array) -> float:
    return float(one @ other / np.sqrt((one @ one) * (other @ other)))


def _average(values: Sequence[float], weights: Sequence[float]) -> float:
    inner = [0.0, *weights[1:-1], 0.0]
    total = sum(inner)
    return sum(value * weight for value, weight in zip(values, inner, strict=True)) / total if total else 0.0
