"""Score files of mt-metrics-eval: a system and its score per line, without a header.

``NAME.seg.score`` has a score for each segment, system after system, in the order of the segments. ``NAME.sys.score``
has one per system. ``None`` is a score that is missing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.types import Array

SUFFIX = ".score"
LEVELS = ("seg", "sys")
"""The levels that are read. Those of documents and domains are not compared with anything here."""

_MISSING = "none"


@dataclass(frozen=True)
class ScoreFile:
    """The scores of one file.

    Attributes:
        scores: By system, one score per segment, or the only one; NaN where it is missing.
        lines: By system, the line of each score.
    """

    scores: dict[str, Array]
    lines: dict[str, list[int]]


def split_name(path: Path | str) -> tuple[str, str]:
    """Return the name and the level of a score file; both are empty if it is not one.

    >>> split_name("wmt22/metric-scores/en-de/COMET-22-refA.seg.score")
    ('COMET-22-refA', 'seg')
    """
    name, _, level = Path(path).name.removesuffix(SUFFIX).rpartition(".")
    return (name, level) if str(path).endswith(SUFFIX) and name and level else ("", "")


def read_score_file(
    path: Path, level: str, systems: Collection[str], segments: int, *, complete: bool = False
) -> ScoreFile:
    """Read a score file.

    Args:
        path: The file.
        level: ``seg`` or ``sys``.
        systems: The systems that it may have scores of.
        segments: How many segments the test set has.
        complete: Whether a missing score is an error; scores of other systems are passed over then, if there are some
            of these.

    Raises:
        InputError: A line is not a system and a score, the system is unknown, or it has too few or too many scores.
    """
    values: dict[str, list[float]] = {}
    lines: dict[str, list[int]] = {}
    expected = segments if level == "seg" else 1
    what = f"{segments} segments" if level == "seg" else "one score per system"
    stranger: tuple[int, str] | None = None
    for number, line in enumerate(iterate_lines(path), start=1):
        cells = line.split()
        if len(cells) != 2:
            raise InputError(
                f"the line has {len(cells)} cells",
                file=path,
                line=number,
                remedy="Write a system and its score, separated by a tab, without a header",
            )
        system, score = cells
        if system not in systems:
            stranger = stranger or (number, system)
            if not complete:
                break
            continue
        of_system = values.setdefault(system, [])
        if len(of_system) == expected:
            raise InputError(
                f"this is score {expected + 1} of {system!r}, but there {'is' if level == 'sys' else 'are'} {what}",
                file=path,
                line=number,
                remedy="Give one score per segment, in the order of the outputs; None where there is none",
            )
        of_system.append(parse_score(score, path, number, may_be_missing=not complete))
        lines.setdefault(system, []).append(number)
    if stranger is not None and not (complete and values):
        raise InputError(
            f"there is no system {stranger[1]!r}",
            file=path,
            line=stranger[0],
            remedy=f"The systems are: {', '.join(systems)}",
        )
    for system, of_system in values.items():
        if len(of_system) < expected:
            raise InputError(
                f"{system!r} has {len(of_system)} scores, of which this is the last, but there are {what}",
                file=path,
                line=lines[system][-1],
                remedy="Give one score per segment, in the order of the outputs; None where there is none",
            )
    return ScoreFile({name: np.array(scores) for name, scores in values.items()}, lines)


def parse_score(cell: str, path: Path | str, line: int, *, may_be_missing: bool) -> float:
    """Return the number that a cell is.

    Args:
        cell: The cell.
        path: The file.
        line: Its line.
        may_be_missing: Whether it may be ``None``, which is NaN.

    Raises:
        InputError: It is neither.
    """
    if may_be_missing and cell.lower() == _MISSING:
        return np.nan
    if not is_number(cell):
        raise InputError(
            f"the score is {cell!r}, not a finite number" if cell else "the line is empty",
            file=path,
            line=line,
            remedy="Write a number such as 0.5" + (", or None where there is no score" if may_be_missing else ""),
        )
    return float(cell)


def looks_like_number(cell: str) -> bool:
    """Return whether a cell is a number, or what is written where one is missing."""
    return is_number(cell) or cell.lower().lstrip("+-") in (_MISSING, "nan", "inf", "infinity", "null")


def is_number(cell: str) -> bool:
    """Return whether a cell is a finite number."""
    try:
        return "_" not in cell and bool(np.isfinite(float(cell)))
    except ValueError:
        return False
