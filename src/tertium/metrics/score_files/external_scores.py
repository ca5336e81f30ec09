"""Scores from elsewhere: other metrics take part through a file of what they said.

A file has one number per line, for one system; or is a table, as below; or one of mt-metrics-eval
(``NAME.seg.score``, ``NAME.sys.score``); or what COMET writes.

Wide: the columns system and segment, then one column per metric. Long: the columns system, segment, metric and score. A
row with segment 0, or none, holds scores of whole systems. A missing or empty score is fine. Where the test set has one
system, the column system may be left out. Column names are those of tables of outputs: ``seg``, ``sid`` and so on are
names of the segment. The segment may be left out if each system has one row per segment, in their order. Where there is
a column mt, as in COMET's tables, its texts are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import InputError
from tertium.files.opening import shown
from tertium.files.table import TableFile, read_table
from tertium.metrics.score_files.metrics_eval_scores import is_number
from tertium.metrics.score_files.placed_scores import ONE_PER_SYSTEM, PlacedScores, read_foreign_scores
from tertium.registry import METRICS, SCORE_ROLES
from tertium.text.readers.columns import NAMES, PLACE_NAMES
from tertium.types import Array, Counts, Matrix, TestSet

_LOWER = "-"
_HYPOTHESIS = "mt"
_TEXTS = ("src", _HYPOTHESIS, "ref")
_ONE_OF_THEM = "Leave one of them out"
_BY_SYSTEM = f"or give one file per system, as in {ONE_PER_SYSTEM}"
_OUTPUT_COLUMNS = frozenset(name for names in NAMES.values() for name in names)


@dataclass(frozen=True)
class ExternalScores:
    """What other metrics said of the systems of a test set.

    Attributes:
        segments: Systems x segments of each metric that scored a segment, NaN where there is no score.
        systems: One score per system of each metric that scored a whole system, NaN where there is no score.
        higher_is_better: Whether a higher score is a better one, for each metric.
        notes: What a reader of the scores should know.
    """

    segments: Mapping[str, Matrix]
    systems: Mapping[str, Array]
    higher_is_better: Mapping[str, bool]
    notes: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """The metrics, in the order of the file."""
        return list(self.higher_is_better)

    def join(self, other: ExternalScores) -> ExternalScores:
        """Return these and others, of the same test set.

        Raises:
            InputError: Both have scores of the same metric, of the same level.
        """
        if both := [
            name
            for mine, others in ((self.segments, other.segments), (self.systems, other.systems))
            for name in mine
            if name in others
        ]:
            raise InputError(
                f"there are scores of the metric {both[0]!r} in two files", remedy="Give one of them another name"
            )
        return ExternalScores(
            {**self.segments, **other.segments},
            {**self.systems, **other.systems},
            {**self.higher_is_better, **other.higher_is_better},
            [*self.notes, *other.notes],
        )

    def turn(self, lower: Collection[str], path: Path | str | None = None) -> ExternalScores:
        """Return the same scores, of which those of some metrics are better the lower they are.

        Args:
            lower: The metrics.
            path: The file that an error names.

        Raises:
            InputError: There are no scores of such a metric.
        """
        names = [name.removesuffix(_LOWER) for name in lower]
        for name in names:
            if name not in self.higher_is_better:
                raise _no_scores(name, self.names, path)
        better = {name: is_higher and name not in names for name, is_higher in self.higher_is_better.items()}
        return replace(self, higher_is_better=better)

    def to_dict(self) -> dict[str, Any]:
        """Return what there is, as a dictionary for JSON: how many scores of each metric, not the scores."""
        return {
            "metrics": [
                {
                    "name": name,
                    "higher_is_better": better,
                    "segments": int(np.isfinite(self.segments.get(name, np.zeros(0))).sum()),
                    "systems": int(np.isfinite(self.systems.get(name, np.zeros(0))).sum()),
                }
                for name, better in self.higher_is_better.items()
            ],
            "notes": list(self.notes),
        }


def read_scores(
    path: Path | str | Sequence[Path | str],
    test_set: TestSet,
    *,
    lower: Collection[str] = (),
    metrics: Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    complete: bool = False,
) -> ExternalScores:
    r"""Read scores of other metrics: one per line, a table, a ``.score`` file of mt-metrics-eval, or what COMET writes.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"one": ["a dog"]}, ["a small dog"])
    >>> with TemporaryDirectory() as folder:
    ...     table = Path(folder, "comet.csv")
    ...     _ = table.write_text("system,segment,comet\none,1,0.8\n")
    ...     scores = read_scores(table, test_set)
    >>> scores.segments["comet"]
    array([[0.8]])

    Args:
        path: The file, or several, each with its own metrics.
        test_set: What was scored.
        lower: Metrics whose lower scores are better; a name that ends in ``-`` in the file says so itself.
        metrics: The metrics that are wanted; by default all, which is every other column of a wide table.
        columns: The names of columns that have others, such as ``{"segment": "line", "score": "comet22"}``: of
            ``system``, ``segment``, ``metric`` and ``score``. A table without such a column for ``system`` or
            ``segment`` may have one of the usual names.
        complete: Whether all systems of the test set must have all scores: a missing one is then an error. Scores of
            other systems are passed over, and of a table with other columns the only one of numbers is taken.

    Raises:
        InputError: A column is missing, a score is not a number, or the test set has no such system or segment.
    """
    if isinstance(lower, str) or isinstance(metrics, str):
        raise InputError("the names of the metrics are one string", remedy="Give a list of names")
    paths = [path] if isinstance(path, (str, Path)) else list(path)
    if not paths:
        raise InputError("there is no file of scores", remedy="Give at least one")
    scores = reduce(ExternalScores.join, [_read_file(each, test_set, metrics, columns, complete) for each in paths])
    chosen = scores.names if metrics is None else [name.removesuffix(_LOWER) for name in metrics]
    for name in chosen:
        if name not in scores.higher_is_better:
            raise _no_scores(name, scores.names, paths[0])
    return replace(
        scores,
        higher_is_better={name: scores.higher_is_better[name] for name in chosen},
        segments={name: scores.segments[name] for name in chosen if name in scores.segments},
        systems={name: scores.systems[name] for name in chosen if name in scores.systems},
    ).turn(lower, paths[0])


def _no_scores(name: str, names: Sequence[str], path: Path | str | None = None) -> InputError:
    return InputError(
        f"there are no scores of the metric {name!r}", file=path, remedy=f"The metrics are: {', '.join(names)}"
    )


def _read_file(
    path: Path | str,
    test_set: TestSet,
    metrics: Sequence[str] | None,
    named: Mapping[str, str] | None,
    complete: bool,
) -> ExternalScores:
    foreign = read_foreign_scores(path, test_set, complete=complete)
    if foreign is not None:
        return make_external(foreign.scores, str(path), foreign.notes)
    table = read_table(path).rename({**PLACE_NAMES, **dict.fromkeys(SCORE_ROLES, ())}, named, PLACE_NAMES)
    _refuse_numbers(table)
    place = _Place.of(table, test_set, complete)
    is_long = {"metric", "score"} <= set(table.header)
    return make_external(_long(table, place) if is_long else _wide(table, place, metrics), table.path)


def _refuse_numbers(table: TableFile) -> None:
    """Refuse a table whose first line is a score: it would be taken for the names of columns."""
    if len(table.header) == 1 and is_number(table.header[0]):
        raise InputError(
            f"the name of the column is {table.header[0]!r}",
            file=shown(table.path),
            line=1 if table.rows.unit == "line" else None,
            remedy="Add a first line with the name of the metric; or call the file .txt if it has one score per line",
        )


def make_external(scores: Mapping[str, PlacedScores], path: str, notes: Sequence[str] = ()) -> ExternalScores:
    """Make scores from elsewhere.

    Args:
        scores: By metric; a name that ends in ``-`` is of one whose lower scores are better.
        path: The file that they are from.
        notes: What a reader of the scores should know.
    """
    found = {name.removesuffix(_LOWER): column for name, column in scores.items()}
    if len(found) < len(scores):
        raise InputError("a metric is given with and without '-' after its name", file=path, remedy=_ONE_OF_THEM)
    return ExternalScores(
        segments={name: each.segments for name, each in found.items() if np.isfinite(each.segments).any()},
        systems={name: each.systems for name, each in found.items() if np.isfinite(each.systems).any()},
        higher_is_better={name.removesuffix(_LOWER): not name.endswith(_LOWER) for name in scores},
        notes=[
            *notes,
            *(
                f"{name!r} is also the name of a metric of ours; these are the scores of {path}"
                for name in found
                if name.partition(":")[0] in METRICS
            ),
        ],
    )


@dataclass(frozen=True)
class _Place:
    """Where the rows of a table belong in a test set; those of other systems belong to system -1."""

    system: Counts
    segment: Counts
    shape: tuple[int, int]
    complete: bool

    @classmethod
    def of(cls, table: TableFile, test_set: TestSet, complete: bool) -> _Place:
        known = {name: at for at, name in enumerate(test_set.systems)}
        if "system" not in table and len(known) > 1:
            raise InputError(
                f"there is no column 'system', and there are {len(known)} systems",
                file=shown(table.path),
                remedy=f"Add one with the names {', '.join(known)}; {_BY_SYSTEM}",
            )
        names = table.texts("system") if "system" in table else list(known) * len(table)
        for at, name in enumerate(names):
            if name not in known and not (complete and known.keys() & set(names)):
                raise table.error(
                    at, f"the test set has no system {name!r}", f"Its systems are: {', '.join(test_set.systems)}"
                )
        segment = (
            table.whole_numbers("segment", lowest=0, empty=0)
            if "segment" in table
            else _number_rows(table, names, test_set)
        )
        if (segment > len(test_set)).any():
            at = int(np.argmax(segment > len(test_set)))
            message = f"the segment is {segment[at]}, but there are {len(test_set)}"
            raise table.error(at, message, "Count segments from 1; 0 is the whole system")
        system = np.array([known.get(name, -1) for name in names])
        return cls(system, segment, (len(known), len(test_set)), complete)

    def put(self, table: TableFile, rows: Counts, values: Array) -> PlacedScores:
        """Put the scores of one metric, of some rows, where they belong."""
        rows, values = rows[self.system[rows] >= 0], values[self.system[rows] >= 0]
        both = np.full((self.shape[0], self.shape[1] + 1), np.nan)
        cell = self.system[rows] * both.shape[1] + self.segment[rows]
        _, first = np.unique(cell, return_index=True)
        if len(first) < len(cell):
            again = int(rows[np.setdiff1d(np.arange(len(cell)), first)[0]])
            raise table.error(again, "the segment of that system is given twice", "Leave one of the rows out")
        both.reshape(-1)[cell] = values
        return PlacedScores(both[:, 1:], both[:, 0])


def _number_rows(table: TableFile, systems: Sequence[str], test_set: TestSet) -> Counts:
    """Number the rows of each system, and of each metric of a long table, in the order of the segments.

    Texts of outputs must be those of the test set. Without them, there must be a row for each segment.
    """
    texts = table.texts(_HYPOTHESIS) if _HYPOTHESIS in table else None
    metrics = table.texts("metric") if "metric" in table else [""] * len(table)
    remedy = "Give one row per segment, in their order, or number them in a column segment"
    rows: dict[tuple[str, str], list[int]] = {}
    segment = np.zeros(len(table), dtype=np.int64)
    for at, (system, metric) in enumerate(zip(systems, metrics, strict=True)):
        if system not in test_set.systems:
            continue
        rows.setdefault((system, metric), []).append(at)
        segment[at] = number = len(rows[system, metric])
        outputs = test_set.systems[system]
        if texts is None and number > len(outputs):
            message = f"this is score {number} of {system!r}, but there are {len(outputs)} segments"
            raise table.error(at, message, remedy)
        if texts is not None and (number > len(outputs) or outputs[number - 1].strip() != texts[at].strip()):
            raise table.error(at, f"the text is not segment {number} of {system!r}", remedy)
    for (system, _), own in rows.items():
        if texts is None and len(own) < len(test_set):
            message = f"the last of {len(own)} scores of {system!r} is here, but there are {len(test_set)} segments"
            raise table.error(own[-1], message, remedy)
    return segment


def _wide(table: TableFile, place: _Place, metrics: Sequence[str] | None) -> dict[str, PlacedScores]:
    wanted = {name.removesuffix(_LOWER) for name in metrics} if metrics is not None else None
    texts = _TEXTS if _HYPOTHESIS in table and "segment" not in table else ()
    columns = [
        name
        for name in table.header
        if name not in ("system", "segment", *texts) and (wanted is None or name.removesuffix(_LOWER) in wanted)
    ]
    if wanted is None and place.complete and len(columns) > 1:
        # Tables of outputs have columns of texts, too. Where one column is left, its cells are looked at one by one.
        columns = [name for name in columns if name.lower() not in _OUTPUT_COLUMNS]
        columns = [name for name in columns if _has_numbers(table, name)] if len(columns) > 1 else columns
    if not columns and wanted is None:
        raise InputError("there is no column of scores", file=table.path, line=1, remedy="Give one column per metric")
    rows = np.arange(len(table))
    return {name: place.put(table, rows, table.numbers(name, missing=not place.complete)) for name in columns}


def _has_numbers(table: TableFile, name: str) -> bool:
    try:
        return not np.isnan(table.numbers(name, missing=True)).all()
    except InputError:
        return False


def _long(table: TableFile, place: _Place) -> dict[str, PlacedScores]:
    names = table.texts("metric")
    values = table.numbers("score", missing=not place.complete)
    rows: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        if not name.removesuffix(_LOWER):
            raise table.error(at, "the metric has no name", "Fill it in")
        rows.setdefault(name, []).append(at)
    return {name: place.put(table, np.array(at), values[at]) for name, at in rows.items()}
