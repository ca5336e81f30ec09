"""Word error rate by the full table of edit distances."""

from __future__ import annotations

from collections.abc import Sequence


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """The fewest insertions, deletions and substitutions."""
    table = [[row + column for column in range(len(other) + 1)] for row in range(len(one) + 1)]
    for row, left in enumerate(one, start=1):
        for column, right in enumerate(other, start=1):
            table[row][column] = min(
                table[row - 1][column] + 1,
                table[row][column - 1] + 1,
                table[row - 1][column - 1] + (left != right),
            )
    return table[-1][-1]


def score(row: Sequence[float]) -> float:
    """The rate. Nothing is missed by nothing, and missed whole by anything else."""
    edits, words = row
    return edits / words if words else float(edits > 0)


def tally(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> list[int]:
    """Edits and length for the reference with the lowest rate, the first of several."""
    return min(([distance(hypothesis, reference), len(reference)] for reference in references), key=score)
