"""Parquet: a null is a missing cell. Needs pyarrow."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from tertium.errors import InputError, MissingExtraError
from tertium.files.lines import BLOCK_SIZE
from tertium.files.opening import STDIN, explaining_os_errors, open_binary
from tertium.files.rows import Choose, Rows

_BATCH = 8192


def read_parquet(path: str, choose: Choose | None = None, block_size: int = BLOCK_SIZE) -> Iterator[Rows]:
    """Read a Parquet file; only the chosen columns are read from the disk.

    Raises:
        MissingExtraError: pyarrow is not installed.
        InputError: The file is not Parquet.
    """
    try:
        arrow = importlib.import_module("pyarrow")
        importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("reading Parquet", "parquet") from None
    if path == STDIN:
        raise InputError("Parquet cannot be read from standard input", file="stdin", remedy="Give the name of a file")
    with open_binary(path) as stream:
        try:
            with explaining_os_errors(path):
                yield from _read_batches(arrow, stream, path, choose)
        except (arrow.ArrowException, UnicodeDecodeError) as error:
            reason = str(error).partition(". ")[0].partition("\n")[0].rstrip(".")
            raise InputError(
                f"this cannot be read as Parquet ({reason})", file=path, remedy="Write or copy the file again"
            ) from error


def _read_batches(arrow: Any, stream: BinaryIO, path: str, choose: Choose | None) -> Iterator[Rows]:
    if stream.read(4) != b"PAR1":
        raise InputError(
            "this is not a Parquet file",
            file=path,
            remedy="Name its format with format=",
            command_remedy="Name its format with --input-format",
        )
    stream.seek(0)
    file = arrow.parquet.ParquetFile(stream)
    header = file.schema_arrow.names
    names = header if choose is None else choose(header)
    for name in names:
        if header.count(name) > 1:
            raise InputError(f"the column {name!r} occurs twice", file=path, remedy="Give each column its own name")
    done = 0
    for batch in file.iter_batches(batch_size=_BATCH, columns=list(names)):
        columns = {name: batch.column(name).to_pylist() for name in names}
        yield Rows(columns, range(done + 1, done + 1 + batch.num_rows), unit="row")
        done += batch.num_rows
