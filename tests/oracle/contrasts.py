"""Pairs of outputs that one score takes for equals and another does not, by looking at all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from tests.oracle import bleu


def find_pivots(better: Sequence[Sequence[float]], worse: Sequence[Sequence[float]], order: int) -> int:
    """The fewest segments without which the worse is as good, by trying all sets of them."""

    def total(rows: Sequence[Sequence[float]], left_out: Sequence[int]) -> float:
        kept = [row for number, row in enumerate(rows) if number not in left_out]
        return bleu.score([sum(column) for column in zip(*kept, strict=True)], order) if kept else 0.0

    numbers = range(len(better))
    return next(
        size
        for size in range(len(better) + 1)
        for left_out in combinations(numbers, size)
        if total(better, left_out) <= total(worse, left_out) + 1e-9
    )


def find_greatest(
    scores: Sequence[Sequence[float]], others: Sequence[Sequence[float]], tolerance: float
) -> list[float]:
    """For each segment the greatest difference of the other score among pairs within the tolerance; 0 if none."""
    greatest = []
    for segment in range(len(scores[0])):
        found = [0.0]
        for one, two in combinations(range(len(scores)), 2):
            apart = abs(others[one][segment] - others[two][segment])
            if abs(scores[one][segment] - scores[two][segment]) <= tolerance and not math.isnan(apart):
                found.append(apart)
        greatest.append(max(found))
    return greatest
