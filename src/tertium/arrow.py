"""Texts of data frames and their columns, by Arrow's PyCapsule interface, without a Python string for each.

pandas, polars, DuckDB, pyarrow and others have the interface, so none of these libraries is needed here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import InputError, MissingExtraError, TertiumError, TextError

Read = TypeVar("Read")

# For everyone who takes a sequence of strings, a column of texts is one.
Sequence.register(_core.TextColumn)


class ArrowStream(Protocol):
    """A data frame, or a column in chunks."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a capsule with an Arrow stream."""


class ArrowArray(Protocol):
    """A record batch, or a column in one piece."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Return two capsules, with a schema and an array."""


ArrowData = ArrowStream | ArrowArray | _core.ArrowTable
"""What Tertium takes as a data frame or as a column."""


def find_arrow(data: Any, what: str) -> _core.ArrowTable | None:
    """Return a data frame or a column that speaks Arrow, opened: some can be opened only once.

    Args:
        data: Anything.
        what: Its name in messages, such as ``"the hypotheses"``.

    Returns:
        None if it does not speak Arrow; or if it is a column, and its library needs another one to speak Arrow that is
        not installed. It is then a sequence like others.

    Raises:
        InputError: Its library cannot export it.
    """
    if isinstance(data, _core.ArrowTable):
        return data
    if isinstance(data, type):
        return None
    exports = hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")
    if not exports and not _is_dataset(data):
        return None
    if not exports and not hasattr(data, "__len__"):
        raise InputError(
            f"{what} are streamed ({type(data).__name__}), and their rows are not known yet",
            remedy="Load the dataset with streaming=False, or give datasets.Dataset.from_list(list(data))",
        )
    try:
        return _core.ArrowTable(_validate(data if exports else data.with_format("arrow")[:]))
    except TertiumError:
        raise
    except ImportError as error:
        if not hasattr(data, "columns"):
            return None
        if "pyarrow" in str(error):
            raise MissingExtraError(f"reading a {type(data).__name__}", "parquet") from error
        raise _cannot(data, what, str(error), "Install the library that it names") from error
    except Exception as error:  # the code of another package may raise anything
        raise _cannot(data, what, f"{type(error).__name__}: {error}", "Give columns of strings only") from error


def _validate(data: Any) -> Any:
    """Have pyarrow compare the offsets of its data with the sizes of its buffers.

    The sizes are not part of the interface, so whoever imports the data has to believe the offsets, and would read
    memory that is not there. pyarrow itself does not look when it reads a stream or maps a file. This takes no time,
    since only the ends are compared; the core compares each offset with these.
    """
    if type(data).__module__.partition(".")[0] != "pyarrow":
        return data
    if hasattr(data, "read_all"):
        data = data.read_all()
    if hasattr(data, "validate"):
        data.validate()
    return data


def _is_dataset(data: Any) -> bool:
    """Whether it is a dataset of Hugging Face, which has an Arrow table, but not the interface."""
    return hasattr(data, "with_format") and hasattr(data, "features") and hasattr(data, "__getitem__")


def _cannot(data: object, what: str, why: str, remedy: str) -> InputError:
    return InputError(f"{what}, of type {type(data).__name__}, cannot be read as Arrow: {why}", remedy=remedy)


def read_texts(table: _core.ArrowTable, column: int, what: str) -> _core.TextColumn:
    """Return a column of texts, none of which is null.

    Args:
        table: A data frame or a column.
        column: The number of the column.
        what: Its name in messages.

    Raises:
        InputError: The column is not of texts, or a row is null or not valid UTF-8.
    """
    _require(table.kind(column), ("texts",), what, "Give a column of strings")
    return _located(what, table.texts, column)


def read_references(table: _core.ArrowTable, column: int, what: str) -> tuple[_core.TextColumn, NDArray[np.int64]]:
    """Return a column of references: those that are not null, and where those of each row start.

    Args:
        table: A data frame or a column.
        column: The number of the column, of texts or of lists of texts.
        what: Its name in messages.

    Raises:
        InputError: The column is neither, or a row is not valid UTF-8.
    """
    _require(table.kind(column), ("texts", "lists"), what, "Give a column of strings, or of lists of strings")
    return _located(what, table.references, column)


def read_labels(table: _core.ArrowTable, column: int, what: str) -> list[str]:
    """Return a column of names or numbers, such as documents, as strings.

    Args:
        table: A data frame or a column.
        column: The number of the column.
        what: Its name in messages.

    Raises:
        InputError: The column is of another type, or a row is null.
    """
    _require(table.kind(column), ("texts", "integers"), what, "Give a column of strings or of whole numbers")
    return _located(what, table.labels, column)


def find_column(data: object, what: str) -> _core.ArrowTable | None:
    """Return the same as ``find_arrow`` for a column, and refuse a data frame of several."""
    table = find_arrow(data, what)
    if table is not None and table.names is not None:
        raise InputError(
            f"{what} are a data frame with the columns {', '.join(table.names)}",
            remedy="Give one of its columns, or the data frame alone as the first argument",
        )
    return table


def _require(kind: str, kinds: Sequence[str], what: str, remedy: str) -> None:
    if kind not in kinds:
        raise InputError(f"the data type of {what} is {kind}", remedy=remedy)


def _located(what: str, read: Callable[[int], Read], column: int) -> Read:
    """Read a column; an error of one of its rows names the column."""
    try:
        return read(column)
    except TextError as error:
        raise InputError(f"row {error.index + 1} of {what} {error.problem}", remedy=error.remedy) from error
