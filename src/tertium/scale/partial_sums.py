"""Sums of tallies by group, which can be added: of a batch, of a partition, of everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tertium.errors import InputError
from tertium.types import Counts, Matrix

BLOCK = "block"
SEGMENTS = "segments"
BAD_ROWS = "bad_rows"
FEWEST = "fewest_references"
MOST = "most_references"
_COUNTS = (SEGMENTS, BAD_ROWS, FEWEST, MOST)
_NONE = np.iinfo(np.int64).max
# A partition with more groups hands them on in several parts, so that its memory does not grow with them.
_MOST_GROUPS = 100_000


def name_tallies(number: int) -> str:
    """Return the name of the column with the tallies of a metric."""
    return f"tallies_{number}"


def make_schema(keys: Sequence[pa.Field], metrics: int) -> pa.Schema:
    """Return the schema of partial sums.

    Args:
        keys: The columns whose values make groups, with the block if there is one.
        metrics: How many metrics there are.
    """
    counts = [pa.field(name, pa.int64()) for name in _COUNTS]
    tallies = [pa.field(name_tallies(number), pa.list_(pa.float64())) for number in range(metrics)]
    return pa.schema([*keys, *counts, *tallies])


class PartialSums:
    """Sums of tallies by group, while batches go by.

    Args:
        keys: The columns whose values make groups.
        metrics: How many metrics there are.
    """

    def __init__(self, keys: Sequence[pa.Field], metrics: int) -> None:
        for each in keys:
            if pa.types.is_nested(each.type):
                raise InputError(
                    f"the column {each.name!r} is of type {each.type}, and cannot make groups",
                    remedy="Give columns of texts, numbers, dates or truth values in by=",
                )
        self.schema = make_schema(keys, metrics)
        self._keys = [each.name for each in keys]
        self._metrics = metrics
        self._clear()

    def _clear(self) -> None:
        self._places: dict[tuple[object, ...], int] = {}
        self._counts = np.zeros((0, len(_COUNTS)), dtype=np.int64)
        self._tallies: list[Matrix] = [np.zeros((0, 0)) for _ in range(self._metrics)]

    def add_rows(self, keys: Sequence[pa.Array], tallies: Sequence[Matrix], references: Counts) -> None:
        """Add tallied rows.

        Args:
            keys: The keys of each row.
            tallies: The tallies of each row, by metric.
            references: How many references each row has.
        """
        ones = np.ones(len(references), dtype=np.int64)
        self._add(keys, np.stack([ones, 0 * ones, references, references], axis=1), tallies)

    def add_bad(self, keys: Sequence[pa.Array], count: int) -> None:
        """Add rows that could not be tallied, after those of the same batch that could be.

        Args:
            keys: Their keys.
            count: How many they are.
        """
        counts = np.tile(np.array([0, 1, _NONE, 0], dtype=np.int64), (count, 1))
        self._add(keys, counts, [np.zeros((count, matrix.shape[1])) for matrix in self._tallies])

    def add_sums(self, batch: pa.RecordBatch) -> None:
        """Add sums of some part, as this class yields them."""
        counts = np.stack([batch.column(name).to_numpy() for name in _COUNTS], axis=1)
        tallies = [read_matrix(batch.column(name_tallies(number))) for number in range(self._metrics)]
        self._add([batch.column(name) for name in self._keys], counts, tallies)

    def drain(self, *, always: bool) -> Iterator[pa.RecordBatch]:
        """Yield the sums and forget them, if there are many groups or they are wanted anyway."""
        if self._places and (always or len(self._places) >= _MOST_GROUPS):
            yield self._make_batch()
            self._clear()

    def _add(self, keys: Sequence[pa.Array], counts: Counts, tallies: Sequence[Matrix]) -> None:
        if not len(counts):
            self._grow([matrix.shape[1] for matrix in tallies])
            return
        codes, firsts = _encode(keys, len(counts))
        found = pa.RecordBatch.from_arrays(list(keys), names=self._keys).take(pa.array(firsts)) if keys else None
        named = list(zip(*(column.to_pylist() for column in found.columns), strict=True)) if found else [()]
        places = np.array([self._places.setdefault(key, len(self._places)) for key in named])
        self._grow([matrix.shape[1] for matrix in tallies])
        order = None if len(firsts) == 1 else np.argsort(codes, kind="stable")
        starts = np.zeros(1, dtype=np.int64) if order is None else np.searchsorted(codes[order], np.arange(len(firsts)))
        for total, matrix in zip(self._tallies, tallies, strict=True):
            total[places] += np.add.reduceat(matrix if order is None else matrix[order], starts, axis=0)
        ordered = counts if order is None else counts[order]
        for column, ufunc in enumerate((np.add, np.add, np.minimum, np.maximum)):
            reduced = ufunc.reduceat(ordered[:, column], starts)
            self._counts[places, column] = ufunc(self._counts[places, column], reduced)

    def _grow(self, widths: Sequence[int]) -> None:
        """Make room for new groups."""
        length = len(self._places)
        for number, width in enumerate(widths):
            self._tallies[number] = _extend(self._tallies[number], length, width)
        before = len(self._counts)
        self._counts = _extend(self._counts, length, len(_COUNTS))
        self._counts[before:, _COUNTS.index(FEWEST)] = _NONE

    def _make_batch(self) -> pa.RecordBatch:
        length = len(self._places)
        kinds = [self.schema.field(name).type for name in self._keys]
        columns = [pa.array([key[number] for key in self._places], type=kind) for number, kind in enumerate(kinds)]
        columns += [pa.array(self._counts[:length, number]) for number in range(len(_COUNTS))]
        columns += [_write_matrix(matrix[:length]) for matrix in self._tallies]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


def merge(batches: Iterable[pa.RecordBatch], keys: Sequence[pa.Field], metrics: int) -> Iterator[pa.RecordBatch]:
    """Add up partial sums by group.

    Args:
        batches: What ``tally`` yielded, or this.
        keys: The columns whose values make groups.
        metrics: How many metrics there are.
    """
    sums = PartialSums(keys, metrics)
    for batch in batches:
        sums.add_sums(batch)
    yield from sums.drain(always=True)


def _encode(keys: Sequence[pa.Array], rows: int) -> tuple[Counts, Counts]:
    """Return the number of each row's group, and the first row of each group."""
    codes = np.zeros(rows, dtype=np.int64)
    firsts = np.zeros(1, dtype=np.int64)
    for key in keys:
        encoded = key if pa.types.is_dictionary(key.type) else pc.dictionary_encode(key, null_encoding="encode")
        numbers = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        codes = codes * max(1, len(encoded.dictionary)) + numbers
        _, firsts, codes = np.unique(codes, return_index=True, return_inverse=True)
    return codes, firsts


def _extend(matrix: np.ndarray[tuple[int, int], np.dtype[np.generic]], rows: int, width: int) -> np.ndarray:
    if len(matrix) >= rows and matrix.shape[1] == width:
        return matrix
    larger = np.zeros((max(rows, 2 * len(matrix) if len(matrix) < rows else rows), width), dtype=matrix.dtype)
    if matrix.size:
        larger[: len(matrix)] = matrix
    return larger


def read_matrix(column: pa.Array) -> Matrix:
    """Return the tallies of one metric: one row per group."""
    flat: Matrix = column.flatten().to_numpy()
    return flat.reshape(len(column), len(flat) // max(1, len(column)))


def _write_matrix(matrix: Matrix) -> pa.Array:
    rows, width = matrix.shape
    offsets = pa.array(np.arange(rows + 1, dtype=np.int32) * np.int32(width))
    return pa.ListArray.from_arrays(offsets, pa.array(np.ascontiguousarray(matrix).reshape(-1)))
