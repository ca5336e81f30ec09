"""Files of scores that are not tables: one per line, mt-metrics-eval's score files, and what ``comet-score`` writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Self

import numpy as np

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.files.opening import shown
from tertium.files.table import SUFFIXES, find_suffix
from tertium.metrics.score_files.metrics_eval_scores import (
    LEVELS,
    looks_like_number,
    parse_score,
    read_score_file,
    split_name,
)
from tertium.types import Array, Matrix, TestSet

ONE_PER_SYSTEM = "'scores(comet.{system}.txt)'"
"""How one file per system is given as a metric, for messages."""


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


def read_foreign_scores(path: Path | str, test_set: TestSet, *, complete: bool = False) -> ForeignScores | None:
    """Read a file of another tool; None if it is a table.

    Args:
        path: The file.
        test_set: What was scored.
        complete: Whether a missing score is an error; scores of systems that are not in the test set are passed over.

    Raises:
        InputError: The file is wrong, or of other systems or segments; it names file and line.
    """
    name, level = split_name(path)
    if name:
        return ForeignScores({name: _read_score_file(Path(path), level, test_set, complete)})
    suffix = find_suffix(path)
    if suffix in (".json", ".txt", ".log", ".out"):
        from tertium.metrics.score_files.comet_output import read_comet

        found = read_comet(str(path), test_set)
        if found is not None:
            return found
    return None if suffix in SUFFIXES else _read_lines(str(path), test_set, complete)


def _read_lines(path: str, test_set: TestSet, complete: bool) -> ForeignScores | None:
    """Read one score per line, or a system and its score per line; None if the first line is neither."""
    lines = iterate_lines(path)
    first = next(lines, "").split()
    systems = list(test_set.systems)
    if len(first) == 2 and first[0] in systems and looks_like_number(first[1]):
        return ForeignScores({PurePath(path).stem: _read_score_file(Path(path), "seg", test_set, complete)})
    if len(first) != 1 or not looks_like_number(first[0]):
        return None
    if len(systems) > 1:
        raise InputError(
            f"there is one score per line, and there are {len(systems)} systems: {', '.join(systems)}",
            file=shown(path),
            remedy=f"Give one file per system, as in {ONE_PER_SYSTEM}; or write SYSTEM<TAB>SCORE on each line",
        )
    scores = [
        parse_score(cell.strip(), path, number, may_be_missing=not complete)
        for number, cell in enumerate([first[0], *lines], start=1)
    ]
    if len(scores) != len(test_set):
        raise InputError(
            f"the file has {len(scores)} scores, but there are {len(test_set)} segments",
            file=shown(path),
            line=min(len(scores), len(test_set) + 1),
            remedy="Give one score per line, in the order of the segments",
        )
    placed = PlacedScores.empty(1, len(test_set))
    placed.put(0, "seg", np.array(scores))
    return ForeignScores({PurePath(path).stem: placed})


def _read_score_file(path: Path, level: str, test_set: TestSet, complete: bool) -> PlacedScores:
    if level not in LEVELS:
        raise InputError(
            f"scores of the level {level!r} are not compared",
            file=path,
            remedy=f"Give scores of segments or systems, in a file that ends in .{'.score or .'.join(LEVELS)}.score",
        )
    systems = list(test_set.systems)
    placed = PlacedScores.empty(len(systems), len(test_set))
    found = read_score_file(path, level, systems, len(test_set), complete=complete)
    for system, scores in found.scores.items():
        placed.put(systems.index(system), level, scores)
    return placed
