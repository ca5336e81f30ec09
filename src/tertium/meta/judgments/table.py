r"""Tables of names and numbers: TSV, CSV, JSONL or Parquet, by the suffix of the file.

TSV has no quoting, empty stays empty, and a missing cell is ``\N``, as in the readers of test sets.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import InputError, MissingExtraError
from tertium.files.delimited import MISSING, Row, read_cells
from tertium.files.lines import read_lines
from tertium.files.opening import explaining_os_errors, open_binary
from tertium.files.rows import Cells, Rows, join_rows
from tertium.text.readers.formats import find_format
from tertium.types import Array, Counts

_LARGEST = 2**53
_FILL_IN = "Fill it in, or leave the row out"


@dataclass(frozen=True)
class Table:
    """A table that was read as a whole.

    Attributes:
        path: The file.
        rows: Its rows, as text.
        header: The names of all columns.
    """

    path: str
    rows: Rows
    header: Sequence[str] = field(default=())

    def __len__(self) -> int:
        return len(self.rows.lines)

    def __contains__(self, name: str) -> bool:
        return name in self.rows.columns

    def require(self, names: Iterable[str]) -> None:
        """Raises an ``InputError`` unless the columns are there."""
        for name in names:
            if name not in self:
                raise InputError(
                    f"there is no column {name!r}",
                    file=self.path,
                    line=1 if self.rows.unit == "line" else None,
                    remedy=f"Name it in the header. The columns are: {', '.join(self.rows.columns)}",
                )

    def texts(self, name: str) -> list[str]:
        """A column of texts, none of which may be missing."""
        self.require([name])
        cells = self.rows.columns[name]
        if None in cells:
            raise self.error(cells.index(None), f"the {name} is missing", _FILL_IN)
        return list(cells)  # type: ignore[arg-type]  # None was refused above

    def numbers(self, name: str, *, missing: bool = False) -> Array:
        """A column of finite numbers.

        Args:
            name: The column.
            missing: Whether a cell may be missing or empty; it is NaN then.
        """
        self.require([name])
        cells: Sequence[str | None] = self.rows.columns[name]
        found = _all_numbers(cells)
        if found is not None:
            return found
        if missing:
            cells = ["nan" if cell is None or cell.strip().lower() in ("", "nan") else cell for cell in cells]
        for at, cell in enumerate(cells):
            if not _is_number(cell) and not (missing and cell == "nan"):
                shown = "is missing" if cell in (None, "") else f"is {cell!r}, not a finite number"
                raise self.error(at, f"the {name} {shown}", "Write a number such as 0.5, or leave the row out")
        return np.array([float(cell or "nan") for cell in cells])

    def whole_numbers(self, name: str, *, lowest: int, empty: int | None = None) -> Counts:
        """A column of whole numbers.

        Args:
            name: The column.
            lowest: The lowest that is allowed.
            empty: What an empty or missing cell stands for, if it may be empty.
        """
        numbers = self.numbers(name, missing=empty is not None)
        if empty is not None:
            numbers = np.where(np.isnan(numbers), float(empty), numbers)
        wrong = (numbers != np.floor(numbers)) | (numbers < lowest) | (numbers > _LARGEST)
        if wrong.any():
            at = int(np.argmax(wrong))
            message = f"the {name} is {self.rows.columns[name][at]!r}"
            raise self.error(at, message, f"Write a whole number from {lowest} on")
        return numbers.astype(np.int64)

    def refuse_twins(self, names: Sequence[str]) -> None:
        """Raises an ``InputError`` where two rows have the same in all of some columns."""
        self.require(names)
        seen: dict[tuple[str | None, ...], int] = {}
        for at, key in enumerate(zip(*(self.rows.columns[name] for name in names), strict=True)):
            if key in seen:
                what = ", ".join(f"{name} {cell!r}" for name, cell in zip(names, key, strict=True))
                before = f"{self.rows.unit} {self.rows.lines[seen[key]]}"
                raise self.error(at, f"{what} is there already, on {before}", "Leave one of the two out")
            seen[key] = at

    def error(self, at: int, message: str, remedy: str) -> InputError:
        """An error in one of the rows."""
        return self.rows.error(self.path, at, message, remedy)


def read_table(path: Path | str) -> Table:
    """Reads a table as a whole.

    Raises:
        InputError: The file cannot be read, or has no rows.
        MissingExtraError: The file is Parquet, and pyarrow is not installed.
    """
    name = str(path)
    readers = {"csv": _csv, "jsonl": _jsonl, "parquet": _parquet}
    batches = list(readers.get(find_format(name, "auto"), _tsv)(name))
    if not batches or not any(len(rows.lines) for rows in batches):
        raise InputError("the table has no rows", file=name, remedy="Give a header and at least one row")
    rows = join_rows(batches)
    return Table(name, rows, list(rows.columns))


def read_header(path: Path | str) -> list[str]:
    """The names of the columns of a TSV file, without reading the rest of it."""
    for lines in read_lines(str(path), block_size=1 << 16):
        return [name.strip() for name in lines[0].split("\t")]
    return []


def _tsv(path: str) -> Iterator[Rows]:
    header: list[str] = []
    done = 0
    for lines in read_lines(path):
        cells = [line.split("\t") for line in lines]
        start, done = done + 1, done + len(lines)
        if not header:
            header = cells.pop(0)
            start += 1
            list(read_cells(iter([(1, header)]), path))  # refuses a header that is wrong
        if set(map(len, cells)) - {len(header)}:
            numbered: list[Row] = [(1, header), *enumerate(cells, start=start)]
            list(read_cells(iter(numbered), path))  # refuses the row
        if cells:
            columns = zip(header, zip(*cells, strict=True), strict=True)
            named = {name.strip(): _with_missing(column) for name, column in columns if name.strip()}
            yield Rows(named, range(start, done + 1))


def _with_missing(column: Sequence[str]) -> Cells:
    return [None if cell == MISSING else cell for cell in column] if MISSING in column else column


def _csv(path: str) -> Iterator[Rows]:
    import csv

    def rows() -> Iterator[Row]:
        text = (f"{line}\n" for lines in read_lines(path, keep_returns=True) for line in lines)
        reader = csv.reader(text, strict=True)
        line = 1
        try:
            for cells in reader:
                yield line, cells or [""]
                line = reader.line_num + 1
        except csv.Error as error:
            raise InputError(
                f"this is not CSV ({error})",
                file=path,
                line=line,
                remedy='Close every quote, and write a " inside of a quoted cell twice',
            ) from None

    return read_cells(rows(), path)


def _jsonl(path: str) -> Iterator[Rows]:
    import json

    records: list[Mapping[str, Any]] = []
    for lines in read_lines(path):
        for line in lines:
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                record = error
            if not isinstance(record, dict):
                why = f" ({record})" if isinstance(record, Exception) else ""
                raise InputError(
                    f"this is not a JSON object{why}",
                    file=path,
                    line=len(records) + 1,
                    remedy="Give one JSON object a line, without line breaks inside",
                )
            records.append(record)
    names = dict.fromkeys(name for record in records for name in record)
    yield _as_rows({name: [record.get(name) for record in records] for name in names}, path, len(records), "line")


def _parquet(path: str) -> Iterator[Rows]:
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("reading Parquet", "parquet") from None
    with open_binary(path) as stream:
        try:
            with explaining_os_errors(path):
                table = parquet.ParquetFile(stream).read()
        except (arrow.ArrowException, UnicodeDecodeError) as error:
            reason = str(error).partition(". ")[0].partition("\n")[0].rstrip(".")
            raise InputError(
                f"this cannot be read as Parquet ({reason})", file=path, remedy="Write or copy the file again"
            ) from error
    if len(set(table.column_names)) < len(table.column_names):
        raise InputError("a column is there twice", file=path, remedy="Give each column a name of its own")
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    yield _as_rows(columns, path, table.num_rows, "row")


def _as_rows(columns: Mapping[str, Sequence[Any]], path: str, count: int, unit: str) -> Rows:
    """Cells as text, as TSV would have them: repr writes a number so that it reads back the same."""
    texts: dict[str, Cells] = {}
    for name, values in columns.items():
        for at, value in enumerate(values):
            if isinstance(value, (list, dict)):
                rows = Rows({}, range(1, count + 1), unit)
                raise rows.error(path, at, f"the {name} is not one value", "Write one text or number a cell")
        texts[name] = [value if value is None or isinstance(value, str) else repr(value) for value in values]
    return Rows(texts, range(1, count + 1), unit)


def _all_numbers(cells: Sequence[str | None]) -> Array | None:
    """The numbers, if all cells are finite ones."""
    try:
        found = np.array(cells, dtype=np.float64)  # None is NaN here
    except (TypeError, ValueError):
        return None
    is_plain = np.isfinite(found).all() and "_" not in "".join(cells)  # type: ignore[arg-type]  # none is None
    return found if is_plain else None


def _is_number(cell: str | None) -> bool:
    try:
        return cell is not None and "_" not in cell and bool(np.isfinite(float(cell)))
    except ValueError:
        return False
