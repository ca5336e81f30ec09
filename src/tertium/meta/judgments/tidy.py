"""The tidy form of judgments: a table with the columns system, segment, annotator, kind, value and perhaps sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tertium.errors import InputError, SpecError
from tertium.files.table import TableFile, read_table
from tertium.files.whole import write_whole
from tertium.meta.judgments.annotation_files import find_format, read_annotations
from tertium.meta.judgments.judged_table import ANNOTATOR_NAMES, find_judged_columns
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.mqm_weights import MqmWeights
from tertium.meta.judgments.row_checks import RowError
from tertium.text.readers.columns import PLACE_NAMES
from tertium.types import TestSet

_NAMES = {
    **PLACE_NAMES,
    "annotator": ANNOTATOR_NAMES,
    "kind": ("kind",),
    "value": ("value",),
    "sheet": ("sheet",),
}
_UNWRITABLE = re.compile("[\t\n\r\0\ud800-\udfff]")


def read_judgments(
    path: Path | str,
    columns: Mapping[str, str] | None = None,
    *,
    test_set: TestSet | None = None,
    weights: str | MqmWeights | None = None,
    judgment: str = "",
) -> Judgments:
    """Read judgments from TSV, CSV, JSONL or Parquet, or from an export of marot, Appraise or Pearmut.

    >>> from tertium import samples
    >>> sorted(read_judgments(samples.path("judgments.tsv")).kinds)
    ['adequacy', 'fluency']

    The columns are ``system``, ``segment`` (from 1; 0 or empty for the whole system), ``kind``, ``value``, and, where
    they are known, ``annotator`` (or ``judge``) and ``sheet``. Upper and lower case are the same, and ``seg``, ``sid``,
    ``idx`` and ``id`` are names of the segment, as in tables of outputs. Other columns are ignored.

    Args:
        path: The file.
        columns: The names of columns that have others, such as ``{"value": "rating", "segment": "line"}``. A table
            without such a column for ``system`` or ``segment`` may have one of the usual names.
        test_set: What was judged. Exports that do not number segments as the test set does need it.
        weights: For exports: the weights of errors that differ from Google's, such as ``"critical=10,minor=2"``.
        judgment: For a table of the outputs of ``test_set``, as ``read_judged_table`` reads it: the column with the
            scores.

    Raises:
        InputError: A column is missing, or a row is not a judgment; it names file and line.
        MissingExtraError: The file is Parquet, and pyarrow is not installed.
    """
    export = find_format(path)
    if not export:
        if weights is not None:
            raise SpecError(
                "weights have no effect on a table of penalties", remedy="Leave them out: its values are the penalties"
            )
        judged = find_judged_columns(path, test_set, judgment) if test_set is not None and not columns else None
        return make_judgments(read_table(path), columns) if judged is None else judged
    if columns:
        raise SpecError(f"{path} is an export, whose columns have fixed names", remedy="Leave the columns out")
    found = read_annotations(path, export, MqmWeights.of(weights))
    return Judgments.concatenate([each.place(test_set) for each in found])


def make_judgments(table: TableFile, columns: Mapping[str, str] | None = None) -> Judgments:
    """Make judgments from a table in the tidy form, one per row; columns as for ``read_judgments``."""
    table = table.rename(_NAMES, columns, PLACE_NAMES)
    table.require(["system", "segment", "kind", "value"])
    try:
        return Judgments(
            system=table.texts("system"),
            segment=table.whole_numbers("segment", lowest=0, empty=0),
            annotator=table.texts("annotator") if "annotator" in table else [""] * len(table),
            kind=table.texts("kind"),
            value=table.numbers("value"),
            sheet=table.texts("sheet") if "sheet" in table else None,
        )
    except RowError as error:
        raise table.error(error.index, f"the judgment {error.problem}", error.remedy or "") from None


def write_judgments(judgments: Judgments, path: Path | str) -> None:
    """Write judgments as TSV; the file is replaced only when the new one is complete.

    Raises:
        InputError: The file cannot be written, or a name has a tab or a line break in it.
    """
    columns: dict[str, Sequence[str]] = {
        "system": judgments.system,
        "segment": [str(segment) for segment in judgments.segment.tolist()],
        "annotator": judgments.annotator,
        "kind": judgments.kind,
        "value": [_shortest(value) for value in judgments.value.tolist()],
    }
    if judgments.sheet is not None:
        columns["sheet"] = judgments.sheet
    for column, cells in columns.items():
        for cell in dict.fromkeys(cells):
            if _UNWRITABLE.search(cell) or cell == r"\N":
                raise InputError(
                    f"the {column} {cell!r} cannot be written as TSV",
                    remedy="Take another name, without tabs and breaks",
                )
    lines = ["\t".join(columns), *map("\t".join, zip(*columns.values(), strict=True))]
    write_whole(("\n".join(lines) + "\n").encode(), Path(path))


def _shortest(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 and str(value)[0:2] != "-0" else repr(value)
