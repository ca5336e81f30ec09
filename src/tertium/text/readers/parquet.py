"""Parquet: one row a segment, columns of strings; a null is missing. Needs pyarrow."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from tertium.errors import InputError, MissingExtraError
from tertium.files.opening import STDIN, explaining_os_errors, open_binary
from tertium.files.rows import Cells, Rows
from tertium.text.readers.layout import Finder, Layout
from tertium.text.readers.part import Part, Request
from tertium.text.readers.table import read_rows

BATCH = 8192


def read(request: Request) -> Iterator[Part]:
    """Reads a Parquet file.

    Raises:
        MissingExtraError: pyarrow is not installed.
        InputError: The file is not Parquet, or its columns are not what is needed.
    """
    try:
        arrow = importlib.import_module("pyarrow")
        importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("reading Parquet", "parquet") from None
    if request.path == STDIN:
        raise InputError("Parquet cannot be read from standard input", file="stdin", remedy="Give the name of a file")
    with open_binary(request.path) as stream:
        yield from read_rows(_rows(arrow, stream, request), request)


def _rows(arrow: Any, stream: BinaryIO, request: Request) -> Iterator[Rows]:
    try:
        with explaining_os_errors(request.path):
            _check_magic(stream, request)
            file = arrow.parquet.ParquetFile(stream)
            header = file.schema_arrow.names
            layout = Finder(request.columns, request.path, request.wanted, request.role).find(header)
            used = layout.names()
            _check_types(arrow, file.schema_arrow, layout, request)
            done = 0
            for batch in file.iter_batches(batch_size=BATCH, columns=used):
                columns = {name: _cells(batch.column(name).to_pylist()) for name in used}
                rows = Rows(columns, range(done + 1, done + 1 + batch.num_rows), unit="row")
                _check_characters(rows, request)
                yield rows
                done += batch.num_rows
    except (arrow.ArrowException, UnicodeDecodeError) as error:
        reason = str(error).partition(". ")[0].partition("\n")[0].rstrip(".")
        raise InputError(
            f"this cannot be read as Parquet ({reason})", file=request.path, remedy="Write or copy the file again"
        ) from error


def _check_magic(stream: BinaryIO, request: Request) -> None:
    if stream.read(4) != b"PAR1":
        raise InputError(
            "this is not a Parquet file", file=request.path, remedy="Say what it is with format= or --input-format"
        )
    stream.seek(0)


def _check_types(arrow: Any, schema: Any, layout: Layout, request: Request) -> None:
    names = {layout.document, layout.system, layout.segment}
    for column in layout.names():
        if schema.names.count(column) > 1:
            raise InputError(
                f"the column {column!r} is there twice", file=request.path, remedy="Give each column a name of its own"
            )
        kind = schema.field(column).type
        if arrow.types.is_dictionary(kind):
            kind = kind.value_type
        is_text = str(kind) in ("string", "large_string", "string_view", "null")
        if not is_text and not (column in names and arrow.types.is_integer(kind)):
            raise InputError(
                f"the column {column!r} is of type {kind}, not string", file=request.path, remedy="Write it as strings"
            )


def _check_characters(rows: Rows, request: Request) -> None:
    for name, cells in rows.columns.items():
        for at, cell in enumerate(cells):
            if cell is not None and "\0" in cell:
                raise rows.error(request.path, at, f"there is a NUL character in the column {name!r}", "Remove it")


def _cells(values: list[Any]) -> Cells:
    return [value if value is None or isinstance(value, str) else str(value) for value in values]
