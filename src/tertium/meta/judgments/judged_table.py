"""Tables of outputs with a column of human scores: ``src ref mt adequacy``, one row per output.

The columns of texts are found as in any table of outputs. Without a column ``system`` there is one system, and each row
is a segment. A column ``annotator`` (or judge, rater) says who judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tertium import _core
from tertium.arrow import ArrowData, find_arrow, read_labels
from tertium.errors import InputError, SpecError, TextWarning, warn_caller
from tertium.files.opening import STDIN, shown
from tertium.files.rows import Rows, join_rows
from tertium.files.table import SUFFIXES, TableFile, find_suffix, pick_columns, read_rows
from tertium.frame import find_frame
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.kinds import COMBINED, KINDS
from tertium.meta.judgments.row_checks import RowError
from tertium.metrics.input_texts import ColumnRoles, make_test_set
from tertium.registry import TABLES
from tertium.text.readers import TestSetReader, open_test_set
from tertium.text.readers.columns import NAMES, Columns
from tertium.text.readers.layout import Finder, TableLayout
from tertium.text.readers.long_table import place_rows
from tertium.text.readers.segment_run import Request, Role
from tertium.types import TestSet

ANNOTATOR_NAMES = ("annotator", "judge", "rater")
"""The names of a column that says who judged."""

_FRAME = "the data frame"
_PAIR_NAMES = frozenset({"lp", "language_pair", "langpair", "lang_pair"})
_WANTED: frozenset[Role] = frozenset(("hypotheses", "documents"))
# Columns that place a row, and do not judge it.
_NOT_JUDGMENTS = frozenset((*(name for names in NAMES.values() for name in names), *ANNOTATOR_NAMES))


def read_judged_table(
    data: str | Path | ArrowData | Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]],
    judgment: str,
    *,
    columns: ColumnRoles | None = None,
    language: str = "",
) -> JudgedSet:
    """Read a table of outputs with a column of human scores, for ``correlate``.

    >>> table = {"ref": ["a dog", "the cat"], "mt": ["a dog", "a cat"], "adequacy": [5, 3]}
    >>> judged = read_judged_table(table, "adequacy")
    >>> judged.segment_scores("adequacy")
    array([[5., 3.]])

    Args:
        data: A file (TSV, CSV, JSONL or Parquet), a data frame, a dictionary of columns, or a list of dictionaries.
        judgment: The column with the scores, higher being better; ``mqm`` is a column of penalties, ``rank`` of ranks
            from 1. ``combined`` is the mean of the columns fluency and adequacy.
        columns: What the other columns contain, where their names do not say so, as for ``open_test_set``.
        language: The code of the language of the outputs, if known.

    Raises:
        InputError: There is no such column, or a score is missing or not a number; it names the line.
    """
    if isinstance(data, str | Path):
        return judge_reader(open_test_set([data], columns=columns, language=language), judgment)
    return _read_frame(data, judgment, Columns.make(columns), language)


def judge_reader(reader: TestSetReader, judgment: str) -> JudgedSet:
    """Return the judged set of files that were opened: of one table, and perhaps of files of references and sources.

    Args:
        reader: The files.
        judgment: The column with the scores.

    Raises:
        InputError: As ``read_judged_table``; or the outputs are not in one table.
    """
    outputs = [request for request in reader.requests if request.role == "hypotheses"]
    if len(outputs) != 1 or outputs[0].format not in TABLES:
        raise InputError(
            "there are no judgments of these translations",
            remedy="Give a table of them; or give outputs in one table, and name its column of scores with judgment=",
            command_remedy="Give a table of them with --judgments; or give outputs in one table, and name its column "
            "of scores with --judgment",
        )
    (request,) = outputs
    if request.path == STDIN:
        raise InputError("judgments cannot be read from standard input", file="stdin", remedy="Give a file")
    table = _read_file(request.path, request.format, request.columns, judgment)
    test_set = reader.read()
    judgments = table.judge(test_set)
    return JudgedSet(name=Path(request.path).stem, test_set=test_set, judgments=judgments)


def find_judged_columns(path: Path | str, test_set: TestSet, judgment: str) -> Judgments | None:
    """Return the judgments in a table of the outputs of a known test set; None if it is not a table of outputs.

    Args:
        path: The file.
        test_set: What was judged. The outputs in the table must be its outputs.
        judgment: The column with the scores.
    """
    if find_suffix(path) not in SUFFIXES:
        return None
    names = {name.lower() for rows in islice(read_rows(str(path)), 1) for name in rows.columns}
    if {"kind", "value"} <= names or not names & set(NAMES["hypothesis"]):
        return None
    return _read_file(str(path), "auto", Columns(), judgment).judge(test_set)


@dataclass(frozen=True, kw_only=True)
class _JudgedRows:
    """The rows of a table that judge outputs.

    Attributes:
        table: Their columns, as texts.
        layout: Which columns are which.
        scored: The columns of scores.
        annotator: The column that says who judged, if there is one.
        outputs: The outputs in the rows, to compare with those of a test set.
    """

    table: TableFile
    layout: TableLayout
    scored: Sequence[str]
    annotator: str | None
    outputs: Sequence[str | None] | None = None

    def judge(self, test_set: TestSet) -> Judgments:
        """Return the judgments of the outputs of a test set."""
        system, segment = self._place(test_set)
        self._check_outputs(test_set, system, segment)
        who = self.table.texts(self.annotator) if self.annotator else [""] * len(self.table)
        parts = [self._make(column, system, segment, who) for column in self.scored]
        return parts[0] if len(parts) == 1 else Judgments.concatenate(parts)

    def _make(self, column: str, system: Sequence[str], segment: Sequence[int], who: Sequence[str]) -> Judgments:
        kind = column.lower() if column.lower() in KINDS else column
        try:
            return Judgments(
                system=system,
                segment=np.array(segment, dtype=np.int64),
                annotator=who,
                kind=[kind] * len(self.table),
                value=self.table.numbers(column),
                other_kinds=() if kind in KINDS else (kind,),
            )
        except RowError as error:
            remedy = f"{error.remedy}; where a higher score is better, give the column another name"
            raise self.table.error(error.index, f"{column} {error.problem}", remedy) from None

    def _place(self, test_set: TestSet) -> tuple[list[str], list[int]]:
        """Return the system and the segment, from 1, of each row."""
        names = list(test_set.systems)
        if not self.layout.system:
            if len(names) != 1:
                raise InputError(
                    f"a row has one judgment, and outputs of {len(names)} systems: {', '.join(names)}",
                    file=shown(self.table.path),
                    remedy="Give each output its own row, and name its system in a column system",
                )
            return names * len(self.table), list(range(1, len(self.table) + 1))
        request = Request(path=self.table.path, role="hypotheses", wanted=_WANTED, format="tsv")
        places = place_rows(self.table.rows, self.layout, request)
        # The caller may have renamed systems, which keep their order.
        own = dict(zip(places, places if set(places) <= set(names) else names, strict=False))
        if len(places) > len(names):
            extra = [name for name in places if name not in names]
            raise InputError(
                f"the system {extra[0]!r} was judged, but there is no output of it",
                file=shown(self.table.path),
                remedy=f"The systems are: {', '.join(names)}",
            )
        order = {key: number for number, key in enumerate(next(iter(places.values())), start=1)}
        system, segment = [""] * len(self.table), [0] * len(self.table)
        for name, rows in places.items():
            for key, at in rows.items():
                system[at], segment[at] = own[name], order[key]
        return system, segment

    def _check_outputs(self, test_set: TestSet, system: Sequence[str], segment: Sequence[int]) -> None:
        """Refuse judgments of other texts than those of the test set."""
        if self.outputs is None or test_set.changes:
            return
        for at, text in enumerate(self.outputs):
            outputs = test_set.systems[system[at]]
            if segment[at] > len(outputs) or outputs[segment[at] - 1] != (text or ""):
                raise self.table.error(
                    at,
                    f"the output is not segment {segment[at]} of the test set",
                    "Give the table that the test set was made from",
                )


def _read_rows(path: str, format_name: str) -> Rows:
    batches = [rows for rows in read_rows(path, format_name) if len(rows.lines)]
    if not batches:
        raise InputError("the table has no rows", file=shown(path), remedy="Give one row per output")
    return join_rows(batches)


def _read_file(path: str, format_name: str, columns: Columns, judgment: str) -> _JudgedRows:
    rows = _read_rows(path, format_name)
    layout = Finder(columns=columns, file=shown(path), wanted=_WANTED, role="hypotheses").find(list(rows.columns))
    header = [name for name in rows.columns if name not in layout.names()]
    scored = _choose(judgment, header, lambda name: _has_numbers(pick_columns(path, rows, [name]), name), shown(path))
    _warn_of_pairs(header, lambda name: pick_columns(path, rows, [name]).texts(name), shown(path))
    annotator = _find_annotator(header)
    places = [name for name in (layout.system, layout.segment, layout.document, annotator) if name]
    table = pick_columns(path, rows, dict.fromkeys([*places, *scored]))
    outputs = pick_columns(path, rows, [layout.hypotheses[0][0]]).rows.columns[layout.hypotheses[0][0]]
    return _JudgedRows(table=table, layout=layout, scored=scored, annotator=annotator, outputs=outputs)


def _read_frame(data: Any, judgment: str, columns: Columns, language: str) -> JudgedSet:
    frame = find_frame(data)
    source = data if frame is None else frame.columns
    table = find_arrow(data if frame is None else frame, "the judged data")
    if table is None or table.names is None:
        raise InputError(
            f"the judged data are of type {type(data).__name__}",
            remedy="Give a JudgedSet (tertium.read_judged), a data frame with a column of scores, or the file of one",
        )
    header = table.names
    layout = Finder(columns=columns, file=_FRAME, wanted=_WANTED, role="hypotheses").find(header)
    free = [name for name in header if name not in layout.names()]
    scored = _choose(judgment, free, lambda name: _is_numeric(table.kind(header.index(name))), _FRAME)
    _warn_of_pairs(free, lambda name: read_labels(table, header.index(name), f"the column {name!r}"), _FRAME)
    annotator = _find_annotator(free)
    labels = [name for name in (layout.system, layout.segment, layout.document, annotator) if name]
    cells: dict[str, Sequence[Any]] = {
        name: read_labels(table, header.index(name), f"the column {name!r}") for name in labels
    }
    for name in scored:
        cells[name] = _read_numbers(source, table, name)
    rows = Rows(cells, range(1, len(table) + 1), "row")
    test_set = make_test_set(table, columns=columns, language=language)
    judged = _JudgedRows(table=TableFile(_FRAME, rows), layout=layout, scored=scored, annotator=annotator)
    return JudgedSet(name=_FRAME.removeprefix("the "), test_set=test_set, judgments=judged.judge(test_set))


def _warn_of_pairs(header: Sequence[str], read: Callable[[str], Sequence[Any]], file: str) -> None:
    """Warn of a table with several language pairs: correlations over all of them mix what cannot be compared."""
    for name in header:
        if name.lower() in _PAIR_NAMES and len(pairs := sorted({str(value) for value in read(name)})) > 1:
            warn_caller(
                TextWarning(
                    f"{file}: the column {name!r} has {len(pairs)} language pairs ({', '.join(pairs[:5])}), which are "
                    "correlated together",
                    remedy="Give the rows of one pair at a time",
                    command_remedy="Give a table of one pair at a time",
                )
            )


def _choose(judgment: str, header: Sequence[str], is_numeric: Any, file: str) -> list[str]:
    """Return the columns of scores that are meant."""
    if not isinstance(judgment, str):
        raise SpecError(f"the judgment is of type {type(judgment).__name__}", remedy="Give the name of a column")
    same = [name for name in header if name.lower() == judgment.lower()]
    found = [judgment] if judgment in header else same
    if len(found) == 1:
        return found
    if judgment in COMBINED:
        parts = [name for kind in COMBINED[judgment] for name in header if name.lower() == kind]
        if len(parts) == 2:
            return parts
    numeric = [name for name in header if name.lower() not in _NOT_JUDGMENTS and is_numeric(name)]
    listed = f"The columns of numbers are: {', '.join(numeric)}" if numeric else "There is no column of numbers"
    raise InputError(
        f"there is no column {judgment!r} of human scores" if judgment else "no column of human scores is named",
        file=file,
        remedy=f"{listed}. Name one with judgment=",
        command_remedy=f"{listed}. Name one with --judgment, or give a table of judgments with --judgments",
    )


def _find_annotator(header: Sequence[str]) -> str | None:
    found = [name for name in header if name.lower() in ANNOTATOR_NAMES]
    return found[0] if len(found) == 1 else None


def _has_numbers(table: TableFile, name: str) -> bool:
    try:
        return not np.isnan(table.numbers(name, missing=True)).all()
    except InputError:
        return False


def _is_numeric(kind: str) -> bool:
    return kind.lower().startswith(("int", "uint", "float", "decimal", "double"))


def _read_numbers(data: Any, table: _core.ArrowTable, name: str) -> list[str | None]:
    """Return a column of numbers as texts; None where one is missing."""
    kind = table.kind((table.names or []).index(name))
    if not _is_numeric(kind):
        raise InputError(f"the column {name!r} is of {kind}, not of numbers", file=_FRAME, remedy="Give numbers")
    found = []
    for cell in _list_cells(data, name):
        number = np.nan if cell is None else _as_float(cell)
        found.append(None if np.isnan(number) else repr(number))
    return found


def _list_cells(data: Any, name: str) -> list[Any]:
    """Return the cells of a column of a library that we may not know."""
    try:
        column = data[name]
        for method in ("to_pylist", "to_list", "tolist"):
            if hasattr(column, method):
                return list(getattr(column, method)())
        return list(column)
    except Exception:  # the code of another package may raise anything
        try:
            import pyarrow as pa

            cells: list[Any] = pa.table(data)[name].to_pylist()
        except Exception as error:  # likewise, and the library may be absent
            raise InputError(
                f"the column {name!r} of a {type(data).__name__} cannot be read",
                remedy="Give a data frame of pandas, polars or pyarrow, or a dictionary of columns",
            ) from error
        return cells


def _as_float(cell: Any) -> float:
    try:
        return float(cell)
    except (TypeError, ValueError):  # a missing value of pandas
        return float("nan")
