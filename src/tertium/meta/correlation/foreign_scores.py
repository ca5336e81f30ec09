"""Files of scores that other tools write: mt-metrics-eval's score files, and the output of ``comet-score``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from tertium.errors import InputError
from tertium.files.table import find_suffix
from tertium.meta.judgments.score_file import LEVELS, read_score_file, split_name
from tertium.types import Array, Matrix, TestSet


@dataclass(frozen=True)
class PlacedScores:
    """The scores of one metric, where they belong in a test set.

    Attributes:
        segments: Systems x segments, NaN where there is no score.
        systems: One per system, NaN where there is no score.
    """

    segments: Matrix
    systems: Array

    @classmethod
    def empty(cls, systems: int, segments: int) -> Self:
        """Return scores that are all missing."""
        return cls(np.full((systems, segments), np.nan), np.full(systems, np.nan))

    def put(self, system: int, level: str, scores: Array) -> None:
        """Put the scores of one system where they belong.

        Args:
            system: Its row.
            level: ``seg`` or ``sys``.
            scores: One per segment, or one.
        """
        if level == "seg":
            self.segments[system] = scores
        else:
            self.systems[system] = scores[0]


@dataclass(frozen=True)
class ForeignScores:
    """The scores of a file.

    Attributes:
        scores: By metric.
        notes: What a reader of the scores should know.
    """

    scores: Mapping[str, PlacedScores]
    notes: Sequence[str] = ()


def read_foreign_scores(path: Path | str, test_set: TestSet) -> ForeignScores | None:
    """Read a file of another tool; None if it is a table.

    Args:
        path: The file.
        test_set: What was scored.

    Raises:
        InputError: The file is wrong, or of other systems or segments; it names file and line.
    """
    name, level = split_name(path)
    if name:
        return ForeignScores({name: _read_score_file(Path(path), level, test_set)})
    if find_suffix(path) in (".json", ".txt", ".log", ".out"):
        from tertium.meta.correlation.comet_output import read_comet

        return read_comet(str(path), test_set)
    return None


def _read_score_file(path: Path, level: str, test_set: TestSet) -> PlacedScores:
    if level not in LEVELS:
        raise InputError(
            f"scores of the level {level!r} are not compared",
            file=path,
            remedy=f"Give scores of segments or systems, in a file that ends in .{'.score or .'.join(LEVELS)}.score",
        )
    systems = list(test_set.systems)
    placed = PlacedScores.empty(len(systems), len(test_set))
    for system, scores in read_score_file(path, level, systems, len(test_set)).scores.items():
        placed.put(systems.index(system), level, scores)
    return placed
