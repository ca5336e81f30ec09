"""Pairwise comparisons: what a ranking of several outputs says about each two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.types import Array, Counts, Matrix


@dataclass(frozen=True, kw_only=True)
class Comparisons:
    """One entry per comparison of two systems on one segment by one annotator.

    Attributes:
        segment: The segment, counted from 1; 0 for the whole system.
        better: Which of ``systems`` was preferred; in a tie, the one that comes first in the judgments.
        worse: The other.
        annotator: Which of ``annotators`` it was.
        tie: Whether the two were ranked equally.
        sheet: A number for each sheet: what was ranked together.
        systems: The names of the systems.
        annotators: The names of the annotators.
    """

    segment: Counts
    better: Counts
    worse: Counts
    annotator: Counts
    tie: NDArray[np.bool_]
    sheet: Counts
    systems: Sequence[str]
    annotators: Sequence[str]

    def __len__(self) -> int:
        return len(self.segment)

    def select(self, mask: NDArray[Any]) -> Comparisons:
        """Return some of the comparisons."""
        columns = (self.segment, self.better, self.worse, self.annotator, self.tie, self.sheet)
        segment, better, worse, annotator, tie, sheet = (column[mask] for column in columns)
        return Comparisons(
            segment=segment,
            better=better,
            worse=worse,
            annotator=annotator,
            tie=tie,
            sheet=sheet,
            systems=self.systems,
            annotators=self.annotators,
        )

    def win_ratios(self) -> Array:
        """Return wins among wins and losses of each system, ties left out (WMT12); NaN where a system has neither."""
        decided = ~self.tie
        wins = np.bincount(self.better[decided], minlength=len(self.systems))
        losses = np.bincount(self.worse[decided], minlength=len(self.systems))
        return _ratio(wins.astype(float), (wins + losses).astype(float))

    def segment_shares(self, count: int) -> Matrix:
        """Return the share of comparisons that each system won on each segment; a tie is half a win, none is NaN."""
        shape = (len(self.systems), count)
        won = np.zeros(shape)
        compared = np.zeros(shape)
        here = self.select(self.segment > 0)
        for side, points in ((here.better, np.where(here.tie, 0.5, 1.0)), (here.worse, np.where(here.tie, 0.5, 0.0))):
            cell = side * count + here.segment - 1
            won += np.bincount(cell, weights=points, minlength=won.size).reshape(shape)
            compared += np.bincount(cell, minlength=won.size).reshape(shape)
        return _ratio(won, compared)

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON, with names rather than numbers."""
        return {
            "segment": self.segment.tolist(),
            "better": [self.systems[at] for at in self.better],
            "worse": [self.systems[at] for at in self.worse],
            "annotator": [self.annotators[at] for at in self.annotator],
            "tie": self.tie.tolist(),
            "sheet": self.sheet.tolist(),
        }


def pair_up(sheet: Counts) -> NDArray[np.int64]:
    """Return all pairs of rows that are on the same sheet, as two rows of positions."""
    order = np.argsort(sheet, kind="stable")
    ordered = sheet[order]
    found = [np.empty((2, 0), dtype=np.int64)]
    for step in range(1, len(sheet)):
        start = np.flatnonzero(ordered[step:] == ordered[:-step])
        if not len(start):  # no sheet has that many rows
            break
        found.append(np.stack([order[start], order[start + step]]))
    return np.concatenate(found, axis=1)


def _ratio(part: Array, whole: Array) -> Array:
    ratio: Array = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return ratio
