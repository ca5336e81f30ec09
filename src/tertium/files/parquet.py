"""Parquet: a null is a missing cell. Needs pyarrow.

A few kilobytes of Parquet may stand for gigabytes of text: a long cell is stored once, in a dictionary, and repeated by
its number. So the longest cell of the dictionary decides how many rows are read at once.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from tertium.errors import InputError, MissingExtraError
from tertium.files.lines import BLOCK_SIZE, LONGEST_LINE
from tertium.files.opening import STDIN, explaining_os_errors, open_binary
from tertium.files.rows import Choose, Rows

_BATCH = 8192
_MOST = 1 << 24  # bytes of text that are read at once
# A column that would take so much memory, and is stored in so little, is not text that somebody translated.
_LARGEST_COLUMN = 1 << 28
_LARGEST_RATIO = 200
# Cells are stored by what they do not share with the one before: no dictionary tells how long they are.
_BY_PREFIX = "DELTA_BYTE_ARRAY"
_FEWEST_BY_PREFIX = 64


def read_parquet(path: str, choose: Choose | None = None, block_size: int = BLOCK_SIZE) -> Iterator[Rows]:
    """Read a Parquet file; only the chosen columns are read from the disk.

    Raises:
        MissingExtraError: pyarrow is not installed.
        InputError: The file is not Parquet, or a row is too long.
    """
    try:
        arrow = importlib.import_module("pyarrow")
        importlib.import_module("pyarrow.parquet")
        importlib.import_module("pyarrow.compute")
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
    counts = Counter(header)
    for name in names:
        if counts[name] > 1:
            raise InputError(f"the column {name!r} occurs twice", file=path, remedy="Give each column its own name")
    done = 0
    for number in range(file.num_row_groups):
        group = _RowGroup(arrow, stream, file, number, names)
        group.refuse_bombs(path)
        for batch in file.iter_batches(batch_size=group.find_batch_size(), row_groups=[number], columns=list(names)):
            _check_rows(arrow, batch, done, path)
            columns = {name: batch.column(name).to_pylist() for name in names}
            yield Rows(columns, range(done + 1, done + 1 + batch.num_rows), unit="row")
            done += batch.num_rows


class _RowGroup:
    """What is known of a group of rows before it is read."""

    def __init__(self, arrow: Any, stream: BinaryIO, file: Any, number: int, names: Sequence[str]) -> None:
        self._arrow, self._stream, self._number = arrow, stream, number
        self._metadata = file.metadata.row_group(number)
        texts = {column.path for column in file.schema if column.physical_type == "BYTE_ARRAY"}
        columns = [self._metadata.column(at) for at in range(self._metadata.num_columns)]
        self._columns = [
            column
            for column in columns
            if column.path_in_schema in texts and column.path_in_schema.partition(".")[0] in names
        ]

    def refuse_bombs(self, path: str) -> None:
        """Refuse a column that is made to fill the memory."""
        for column in self._columns:
            size, stored = column.total_uncompressed_size, column.total_compressed_size
            if size > _LARGEST_COLUMN and size > _LARGEST_RATIO * stored:
                name, memory = column.path_in_schema, f"{size >> 20} MB, and is stored in {stored >> 10} KB"
                raise InputError(
                    f"the column {name!r} would take {memory}",
                    file=path,
                    remedy="Check where the file is from; text that was translated is not so repetitive",
                )

    def find_batch_size(self) -> int:
        """Return how many rows to read at once."""
        rows = max(1, self._metadata.num_rows)
        size = _BATCH
        for column in self._columns:
            per_row = -(-column.num_values // rows)
            longest = max(self._measure_longest(column), column.total_uncompressed_size // rows)
            size = min(size, _MOST // max(1, per_row * longest))
            if _BY_PREFIX in column.encodings:
                size = min(size, max(_FEWEST_BY_PREFIX, _MOST // max(1, column.total_uncompressed_size)))
        return max(1, size)

    def _measure_longest(self, column: Any) -> int:
        """Return the bytes of the longest cell in the dictionary of a column; 0 if it has none."""
        name = column.path_in_schema
        if not any("DICTIONARY" in encoding for encoding in column.encodings) or _BY_PREFIX in column.encodings:
            return 0
        # The first row brings the whole dictionary, and nothing else.
        file = self._arrow.parquet.ParquetFile(self._stream, read_dictionary=[name])
        top = name.partition(".")[0]
        first = next(file.iter_batches(batch_size=1, row_groups=[self._number], columns=[top]), None)
        found = None if first is None else _find_dictionary(self._arrow, first.column(top))
        if found is None or not len(found):
            return 0
        return int(self._arrow.compute.max(self._arrow.compute.binary_length(found)).as_py() or 0)


def _find_dictionary(arrow: Any, column: Any) -> Any:
    """Return the dictionary of a column, or of the lists in it; None for other columns."""
    while arrow.types.is_list(column.type) or arrow.types.is_large_list(column.type):
        column = column.flatten()
    return column.dictionary if arrow.types.is_dictionary(column.type) else None


def _check_rows(arrow: Any, batch: Any, done: int, path: str) -> None:
    """Refuse a row that is longer than a line of a text file may be."""
    if batch.nbytes <= LONGEST_LINE:
        return
    for at in range(batch.num_rows):
        size = sum(column.nbytes for column in batch.slice(at, 1).columns)
        if size > LONGEST_LINE:
            raise InputError(
                f"row {done + at + 1}: the row is longer than {LONGEST_LINE >> 20} MiB",
                file=path,
                remedy="Check that the file has one segment per row",
            )
