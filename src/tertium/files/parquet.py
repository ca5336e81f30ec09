"""Parquet: a null is a missing cell. Needs pyarrow.

A few kilobytes of Parquet may stand for gigabytes of text: a long cell is stored once, in a dictionary, and repeated by
its number. So the longest cell of the dictionary decides how many rows are read at once.

Texts stay in the buffers of Arrow, where none of those that are read at once is missing.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from tertium import _core
from tertium.errors import InputError, MissingExtraError, TextError
from tertium.files.lines import BLOCK_SIZE, LONGEST_LINE
from tertium.files.meter import report_share
from tertium.files.opening import STDIN, explaining_os_errors, open_binary
from tertium.files.rows import Cells, Choose, Rows
from tertium.files.text_lists import TextLists

_BATCH = 2048
_MOST = 1 << 24  # bytes of text that are read at once
# Bytes of the file that are read at once of each column. Without it, that is the column of a whole group of rows.
_BUFFER = 1 << 16
# A column that would take so much memory, and is stored in so little, is not text that somebody translated.
_LARGEST_COLUMN = 1 << 28
_LARGEST_RATIO = 200
# Cells are stored by what they do not share with the one before: no dictionary tells how long they are.
_BY_PREFIX = "DELTA_BYTE_ARRAY"
_FEWEST_BY_PREFIX = 64


def read_parquet(
    path: str, choose: Choose | None = None, block_size: int = BLOCK_SIZE, skip: int = 0
) -> Iterator[Rows]:
    """Read a Parquet file; only the chosen columns are read from the disk.

    Args:
        path: The file.
        choose: Which columns are needed; all if None.
        block_size: Not used: groups of rows and columns have their own sizes.
        skip: How many rows at the start are not needed. Runs of such rows have no cells.

    Raises:
        MissingExtraError: pyarrow is not installed.
        InputError: The file is not Parquet, or a row is too long.
    """
    try:
        arrow = importlib.import_module("pyarrow")
        # Not pyarrow.parquet: it imports S3 and other file systems, which take 6 MB, and the file is open already.
        importlib.import_module("pyarrow._parquet")
    except ImportError:
        raise MissingExtraError("reading Parquet", "parquet") from None
    if path == STDIN:
        raise InputError("Parquet cannot be read from standard input", file="stdin", remedy="Give the name of a file")
    with open_binary(path) as stream:
        try:
            with explaining_os_errors(path):
                yield from _read_batches(arrow, stream, path, choose, skip)
        except (arrow.ArrowException, UnicodeDecodeError) as error:
            reason = str(error).partition(". ")[0].partition("\n")[0].rstrip(".")
            raise InputError(
                f"this cannot be read as Parquet ({reason})", file=path, remedy="Write or copy the file again"
            ) from error


def _read_batches(arrow: Any, stream: BinaryIO, path: str, choose: Choose | None, skip: int) -> Iterator[Rows]:
    if stream.read(4) != b"PAR1":
        raise InputError(
            "this is not a Parquet file",
            file=path,
            remedy="Name its format with format=",
            command_remedy="Name its format with --input-format",
        )
    stream.seek(0)
    file = _open_reader(arrow, stream)
    header = file.schema_arrow.names
    names = header if choose is None else choose(header)
    counts = Counter(header)
    for name in names:
        if counts[name] > 1:
            raise InputError(f"the column {name!r} occurs twice", file=path, remedy="Give each column its own name")
    done = 0
    for number in range(file.num_row_groups):
        group = _RowGroup(arrow, stream, file, number, names)
        if done + group.length <= skip:
            yield _place_rows(done, group.length)
            done += group.length
            continue
        group.refuse_bombs(path)
        size = group.find_batch_size()
        # What the group before took, and the look at the dictionaries, would stay beside what this group takes.
        arrow.default_memory_pool().release_unused()
        for batch in _iterate(file, number, names, size):
            is_needed = done + batch.num_rows > skip
            if is_needed:
                _check_rows(arrow, batch, done, path)
            cells = {name: _read_cells(arrow, batch.column(name)) for name in names} if is_needed else None
            report_share((done + batch.num_rows) / file.metadata.num_rows)
            yield _place_rows(done, batch.num_rows, cells)
            done += batch.num_rows


def _open_reader(arrow: Any, stream: BinaryIO, dictionary: str | None = None) -> Any:
    """Open a file; a column can be read as numbers of texts in its dictionary."""
    reader = arrow._parquet.ParquetReader()
    reader.open(
        stream, buffer_size=_BUFFER, pre_buffer=False, read_dictionary=None if dictionary is None else [dictionary]
    )
    return reader


def _iterate(file: Any, group: int, names: Sequence[str], size: int) -> Iterator[Any]:
    """Read the chosen columns of a group of rows, some rows at a time."""
    schema = file.metadata.schema
    columns = [at for at in range(len(schema)) if _is_part(schema.column(at).path, names)]
    # The threads are for metrics, which take longer; those of pyarrow would each keep memory of their own.
    batches: Iterator[Any] = file.iter_batches(size, [group], column_indices=columns, use_threads=False)
    return batches


def _is_part(path: str, names: Sequence[str]) -> bool:
    """Whether a column of the file is one of these, or is inside one of them, as the texts of lists are."""
    return any(path == name or path.startswith(f"{name}.") for name in names)


def _place_rows(done: int, count: int, cells: dict[str, Cells] | None = None) -> Rows:
    return Rows(cells or {}, range(done + 1, done + 1 + count), unit="row", is_skipped=cells is None)


def _read_cells(arrow: Any, column: Any) -> Cells:
    """The cells of a column: texts and lists of texts of the core, if none is missing; else Python's own values."""
    is_list = arrow.types.is_list(column.type) or arrow.types.is_large_list(column.type)
    texts = column.flatten() if is_list else column
    values: list[Any]
    if not (column.null_count or texts.null_count) and _is_text(arrow, texts.type):
        table = _core.ArrowTable(column)
        try:
            return TextLists(*table.references(0)) if is_list else table.texts(0)
        except TextError:  # bytes that are not UTF-8, which Python refuses with a reason; or a null in a dictionary
            values = column.to_pylist()
    else:
        values = column.to_pylist()
    return values


def _is_text(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    kind = kind.value_type if types.is_dictionary(kind) else kind
    return any(is_text(kind) for is_text in (types.is_string, types.is_large_string, types.is_string_view))


class _RowGroup:
    """What is known of a group of rows before it is read."""

    def __init__(self, arrow: Any, stream: BinaryIO, file: Any, number: int, names: Sequence[str]) -> None:
        self._arrow, self._stream, self._number = arrow, stream, number
        self._metadata = file.metadata.row_group(number)
        self.length: int = self._metadata.num_rows
        columns = [self._metadata.column(at) for at in range(self._metadata.num_columns)]
        self._columns = [
            column
            for column in columns
            if column.physical_type == "BYTE_ARRAY" and _is_part(column.path_in_schema, names)
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
        rows = max(1, self.length)
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
        file = _open_reader(self._arrow, self._stream, dictionary=name)
        first = next(_iterate(file, self._number, [name], 1), None)
        found = None if first is None else _find_dictionary(self._arrow, first.column(0))
        return 0 if found is None else _find_longest(self._arrow, found)


def _find_dictionary(arrow: Any, column: Any) -> Any:
    """Return the dictionary of a column, or of the lists in it; None for other columns."""
    while arrow.types.is_list(column.type) or arrow.types.is_large_list(column.type):
        column = column.flatten()
    return column.dictionary if arrow.types.is_dictionary(column.type) else None


def _find_longest(arrow: Any, texts: Any) -> int:
    """Return the bytes of the longest of some texts; from where they start, as pyarrow.compute costs 9 MB of memory."""
    if not len(texts):
        return 0
    is_large = arrow.types.is_large_string(texts.type) or arrow.types.is_large_binary(texts.type)
    offsets = np.frombuffer(texts.buffers()[1], dtype=np.int64 if is_large else np.int32)
    lengths = np.diff(offsets[texts.offset : texts.offset + len(texts) + 1])
    return int(lengths.max(initial=0))


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
