"""Unigram precision, recall, F1 and Fmean from their definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def figures(matches: float, ours: float, theirs: float) -> dict[str, float]:
    """All four figures by their formulas in P and R."""
    precision = matches / ours if ours else 0.0
    recall = matches / theirs if theirs else 0.0
    if not matches:
        return {"precision": 0.0, "recall": 0.0, "f1": 0.0, "fmean": 0.0}
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall),
        "fmean": 10 * precision * recall / (recall + 9 * precision),
    }


def tally(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> list[int]:
    """Matches and both lengths for the reference with the best Fmean, the first of several."""
    rows = [
        [(Counter(hypothesis) & Counter(reference)).total(), len(hypothesis), len(reference)]
        for reference in references
    ]
    # Whole numbers, so that equal Fmeans are equal: 10 m / (h + 9 r).
    best = rows[0]
    for row in rows[1:]:
        if row[0] * (best[1] + 9 * best[2]) > best[0] * (row[1] + 9 * row[2]):
            best = row
    return best
