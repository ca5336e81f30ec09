r"""Tables of names and numbers: TSV, CSV, JSONL or Parquet.

TSV has no quoting, an empty cell is an empty text, and a missing cell is ``\N``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

import numpy as np

from tertium import registry
from tertium._core import TextColumn
from tertium.errors import InputError, SpecError
from tertium.files.compression import drop_compression_suffix
from tertium.files.lines import BLOCK_SIZE, read_lines
from tertium.files.opening import shown
from tertium.files.rows import Choose, Rows, check_rows, join_rows
from tertium.plugins import check_each
from tertium.types import Array, Counts

SUFFIXES = {".tsv": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
"""The format of each suffix. All but Parquet may have ``.gz``, ``.xz``, ``.bz2`` or ``.zst`` after it."""

REFUSED = {
    ".json": (
        "this is JSON, which is not read",
        "Give JSONL, one object per line; for a list of objects run: jq -c '.[]' FILE > FILE.jsonl. "
        "If it is JSONL already, call it .jsonl",
    ),
    **dict.fromkeys(
        (".tmx", ".xlf", ".xliff"),
        ("this is a file of a translation memory or tool, which is not read", "Export it as TSV or as plain text"),
    ),
}
"""Suffixes of files that would pass for lines of text, what is said of them, and what to do."""

# Formats that find a row without reading those before it.
_SKIPPING = ("parquet",)
_LARGEST = 2**53
_FILL_IN = "Fill it in, or remove the row"


def find_suffix(path: str | Path) -> str:
    """Return the suffix of a file in lower case, that of a compression aside.

    >>> find_suffix("judgments.TSV.gz")
    '.tsv'
    """
    return PurePath(drop_compression_suffix(str(path).lower())).suffix


def guess_format(path: str | Path, suffixes: Mapping[str, str], otherwise: str, kinds: Iterable[str] = ()) -> str:
    """Return the format of a file by its suffix.

    Args:
        path: The file.
        suffixes: The format of each suffix.
        otherwise: The format of a file with any other suffix.
        kinds: The kinds of plug-ins that read such files, too: each reads files whose suffix is its name.

    Raises:
        InputError: The suffix is that of a format which is not read.
    """
    suffix = find_suffix(path)
    if suffix in REFUSED and suffix not in suffixes:
        message, remedy = REFUSED[suffix]
        raise InputError(message, file=shown(str(path)), remedy=remedy)
    if suffix in suffixes or not suffix:
        return suffixes.get(suffix, otherwise)
    name = suffix.removeprefix(".")
    return name if any(registry.is_known({}, name, kind) for kind in kinds) else otherwise


def read_rows(
    path: str,
    format: str = "auto",  # noqa: A002 - as in open_test_set
    *,
    choose: Choose | None = None,
    block_size: int = BLOCK_SIZE,
    skip: int = 0,
) -> Iterator[Rows]:
    """Read the rows of a table, some thousand at a time.

    Args:
        path: A file, or ``-`` for standard input.
        format: One of ``registry.TABLES``, or ``auto``: by the suffix of the file, and TSV if that says nothing.
        choose: Which columns are needed. Formats that cannot skip the others give them too.
        block_size: How many bytes of text to read at once.
        skip: How many rows at the start are not needed. Parquet gives them as runs without cells, which takes no time.
            Other formats give them all the same.

    Raises:
        InputError: The file cannot be read, or is not in this format; the error names file and line.
        MissingExtraError: The file is Parquet, and pyarrow is not installed.
    """
    name = guess_format(path, SUFFIXES, "tsv", ["table format"]) if format == "auto" else format
    more = (skip,) if skip and name in _SKIPPING else ()
    batches = registry.make(registry.TABLES, name, "table format", path, choose, block_size, *more)
    yield from batches if name in registry.TABLES else check_each("table format", name, batches, check_rows)


def read_table(path: Path | str) -> TableFile:
    """Read a table as a whole.

    Raises:
        InputError: The file cannot be read, has no rows, or has a cell that is a list or an object.
        MissingExtraError: The file is Parquet, and pyarrow is not installed.
    """
    name = str(path)
    batches = [rows for rows in read_rows(name) if len(rows.lines)]
    if not batches:
        raise InputError("the table has no rows", file=shown(name), remedy="Give a header and at least one row")
    rows = join_rows(batches)
    return pick_columns(name, rows, rows.columns)


def pick_columns(path: str, rows: Rows, columns: Iterable[str]) -> TableFile:
    """Return some columns of rows as a table.

    Args:
        path: The file that they are from.
        rows: The rows.
        columns: The names of the columns.

    Raises:
        InputError: A cell is a list or an object.
    """
    texts = {column: _as_text(rows, column, path) for column in columns}
    return TableFile(path, Rows(texts, rows.lines, rows.unit))


def read_header(path: Path | str) -> list[str]:
    """Return the names of the columns of a TSV file, without reading the rest of it."""
    for lines in read_lines(str(path), block_size=1 << 16):
        return [name.strip() for name in lines[0].split("\t")]
    return []


@dataclass(frozen=True)
class TableFile:
    """A table that was read as a whole.

    Attributes:
        path: The file.
        rows: Its rows, as text.
        own_header: The names of its columns in the file, where they were renamed.
        absent: By our name of a column, the one that the caller named and that the file does not have.
    """

    path: str
    rows: Rows
    own_header: Sequence[str] = ()
    absent: Mapping[str, str] = field(default_factory=dict)

    @property
    def header(self) -> list[str]:
        """The names of all columns."""
        return list(self.rows.columns)

    def __len__(self) -> int:
        return len(self.rows.lines)

    def __contains__(self, name: str) -> bool:
        return name in self.rows.columns

    def require(self, names: Iterable[str]) -> None:
        """Raise an ``InputError`` unless the columns are there."""
        for name in names:
            if name not in self:
                named = f"{self.absent[name]!r} for the {name}" if name in self.absent else repr(name)
                raise InputError(
                    f"there is no column {named}",
                    file=shown(self.path),
                    line=1 if self.rows.unit == "line" else None,
                    remedy=f"Name it in the header. The columns are: {', '.join(self.own_header or self.header)}",
                )

    def rename(
        self, names: Mapping[str, Sequence[str]], chosen: Mapping[str, str] | None = None, shared: Collection[str] = ()
    ) -> TableFile:
        """Return the table with its columns under the names that we use.

        Args:
            names: By our name of a column, those that it may have, in upper or lower case. A column that has our name
                stays what it is.
            chosen: By our name of a column, the one that the caller named, which replaces any other.
            shared: Those of the chosen that other tables have too, and that may be found by their usual names here.

        Raises:
            InputError: Two columns could each be the one that is meant, or there is no such column.
        """
        here = {name: column for name, column in (chosen or {}).items() if column in self or name not in shared}
        self.require(here.values())
        if not set(here) <= set(names):
            raise SpecError(
                f"there is no role {min(set(here) - set(names))!r}", remedy=f"There are: {', '.join(names)}"
            )
        ours = {column: name for name, column in here.items()}
        for name, others in names.items():
            if name in here or name in self:
                continue
            found = [column for column in self.header if column.lower() in others]
            if len(found) > 1:
                raise InputError(
                    f"the columns {', '.join(found)} could each be the {name}: it is not clear which",
                    file=shown(self.path),
                    remedy=f"Call one of them {name}",
                )
            ours.update(dict.fromkeys(found, name))
        columns = {
            ours.get(column, column): cells
            for column, cells in self.rows.columns.items()
            if column in ours or column not in here  # a column of our name that another one replaces
        }
        absent = {name: column for name, column in (chosen or {}).items() if name not in here}
        rows = replace(self.rows, columns=columns)
        return replace(self, rows=rows, own_header=self.own_header or self.header, absent=absent)

    def texts(self, name: str) -> list[str]:
        """Return a column of texts, none of which may be missing."""
        self.require([name])
        cells = self.rows.columns[name]
        if None in cells:
            raise self.error(cells.index(None), f"the {name} is missing", _FILL_IN)
        return list(cells)

    def numbers(self, name: str, *, missing: bool = False) -> Array:
        """Return a column of finite numbers.

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
                problem = "is missing" if cell in (None, "") else f"is {cell!r}, not a finite number"
                raise self.error(at, f"the {name} {problem}", "Write a number such as 0.5, or remove the row")
        return np.array([float(cell or "nan") for cell in cells])

    def whole_numbers(self, name: str, *, lowest: int, empty: int | None = None) -> Counts:
        """Return a column of whole numbers.

        Args:
            name: The column.
            lowest: The lowest number that is allowed.
            empty: What an empty or missing cell stands for, if it may be empty.
        """
        numbers = self.numbers(name, missing=empty is not None)
        if empty is not None:
            numbers = np.where(np.isnan(numbers), float(empty), numbers)
        wrong = (numbers != np.floor(numbers)) | (numbers < lowest) | (numbers > _LARGEST)
        if wrong.any():
            at = int(np.argmax(wrong))
            message = f"the {name} is {self.rows.columns[name][at]!r}"
            raise self.error(at, message, f"Write a whole number, {lowest} or more")
        return numbers.astype(np.int64)

    def refuse_twins(self, names: Sequence[str]) -> None:
        """Raise an ``InputError`` where two rows have the same cells in all of some columns."""
        self.require(names)
        seen: dict[tuple[str | None, ...], int] = {}
        for at, key in enumerate(zip(*(self.rows.columns[name] for name in names), strict=True)):
            if key in seen:
                what = ", ".join(f"{name} {cell!r}" for name, cell in zip(names, key, strict=True))
                before = f"{self.rows.unit} {self.rows.lines[seen[key]]}"
                raise self.error(at, f"{what} is there already, on {before}", "Remove one of the two")
            seen[key] = at

    def error(self, at: int, message: str, remedy: str) -> InputError:
        """Return an error that names one of the rows."""
        return self.rows.error(self.path, at, message, remedy)


def _as_text(rows: Rows, column: str, path: str) -> Sequence[str | None]:
    """Cells as TSV would have them: repr writes a number so that it reads back the same."""
    cells = rows.columns[column]
    if isinstance(cells, TextColumn):
        return cells.to_list()
    if all(cell is None or isinstance(cell, str) for cell in cells):
        return cells
    for at, cell in enumerate(cells):
        if isinstance(cell, (list, dict)):
            raise rows.error(path, at, f"the {column} is not one value", "Write one text or number per cell")
    return [cell if cell is None or isinstance(cell, str) else repr(cell) for cell in cells]


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
