"""From a record batch to tallies, with the rows that cannot be scored apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tertium import _core
from tertium.arrow import read_references, read_texts
from tertium.errors import InputError
from tertium.metrics.metric import Metric
from tertium.metrics.tallying import SegmentError, smallest_batch, tally_batch
from tertium.scale.work import ScoringWork
from tertium.types import Counts, Matrix, References, TestSet

_SHOWN = 60
_NO_HYPOTHESIS = "the hypothesis is null"
_NO_REFERENCE = "there is no reference"
_NO_SOURCE = "the source is null"


class BadRowError(InputError):
    """A row that cannot be scored."""


@dataclass(kw_only=True)
class TalliedRows:
    """The tallies of a batch.

    Attributes:
        numbers: The rows of the batch that were tallied, in order, counted from 0.
        tallies: Their tallies, by metric.
        references: How many references each of them has.
        reasons: Why other rows were not tallied, by their numbers.
    """

    numbers: Counts
    tallies: Mapping[str, Matrix]
    references: Counts
    reasons: Mapping[int, str] = field(default_factory=dict)


def tally_rows(batch: pa.RecordBatch, work: ScoringWork, place: str = "", before: int = 0) -> TalliedRows:
    """Tally the rows of a batch.

    Args:
        batch: The rows.
        work: How they are scored.
        place: Where the rows are from, such as ``"partition 3"``, for messages.
        before: How many rows were there before, for messages.

    Raises:
        BadRowError: A row cannot be scored, and such rows are not put into quarantine.
        InputError: A column is missing, or not of texts.
    """
    metrics = work.load_metrics()
    reasons = _find_missing(batch, work)
    numbers = np.setdiff1d(np.arange(batch.num_rows), list(reasons)) if reasons else np.arange(batch.num_rows)
    if reasons and work.bad_rows == "fail":
        raise _refuse(batch, work, min(reasons), reasons[min(reasons)], place, before)
    while True:
        chosen = batch if len(numbers) == batch.num_rows else batch.take(pa.array(numbers))
        test_set = _read(chosen, work)
        try:
            tallies = _tally(test_set, metrics)
            return TalliedRows(numbers=numbers, tallies=tallies, references=test_set.references.counts, reasons=reasons)
        except SegmentError as error:
            number = int(numbers[error.index])
            reason = f"the {'reference' if error.system is None else 'hypothesis'} {error.problem}"
            if work.bad_rows == "fail":
                raise _refuse(batch, work, number, reason, place, before) from error
            reasons[number] = reason
            numbers = np.delete(numbers, error.index)


def draw_blocks(batch: pa.RecordBatch, work: ScoringWork) -> Counts:
    """Return the block of each row, from its unit alone: on every machine, in every order, after every retry the same.

    Args:
        batch: The rows, none of them bad.
        work: How they are scored.
    """
    unit = work.source if work.unit is None and not work.references else work.unit
    if unit is None:
        references = read_references_of(batch, work)
        texts, offsets = _as_column(references.flat), references.offsets
    else:
        column = batch.column(unit)
        if column.null_count:
            raise InputError(f"the column {unit!r} of units has nulls", remedy="Give each row its unit")
        texts = _core.ArrowTable(pc.cast(column, pa.large_string())).texts(0)
        offsets = np.arange(batch.num_rows + 1)
    return _core.draw_blocks(texts, offsets, work.blocks, work.seed)


def _tally(test_set: TestSet, metrics: Mapping[str, Metric]) -> dict[str, Matrix]:
    """Tally segments in parts that all metrics can work on."""
    parts: dict[str, list[Matrix]] = {spec: [] for spec in metrics}
    before = 0
    size = smallest_batch(metrics)
    # A batch without rows is tallied too: its tallies have as many columns as others.
    for part in test_set.batches(size) if len(test_set) else [test_set]:
        try:
            for _, spec, rows in tally_batch(part, metrics, 1):
                parts[spec].append(rows)
        except SegmentError as error:
            raise SegmentError(error, before + error.index, error.system) from error
        before += len(part)
    return {spec: rows[0] if len(rows) == 1 else np.concatenate(rows) for spec, rows in parts.items()}


def _read(batch: pa.RecordBatch, work: ScoringWork) -> TestSet:
    sources = None if work.source is None else _read_column(batch, work.source)
    references = read_references_of(batch, work)
    return TestSet(systems={"": _read_column(batch, work.hypothesis)}, references=references, sources=sources)


def _read_column(batch: pa.RecordBatch, name: str) -> _core.TextColumn:
    return read_texts(_core.ArrowTable(batch), batch.schema.get_field_index(name), f"the column {name!r}")


def read_references_of(batch: pa.RecordBatch, work: ScoringWork) -> References:
    """Return the references of each row, from all columns of them."""
    if not work.references:
        return References([], np.zeros(batch.num_rows + 1, dtype=np.int64))
    table = _core.ArrowTable(batch)
    numbers = [batch.schema.get_field_index(name) for name in work.references]
    named = zip(numbers, work.references, strict=True)
    return References.side_by_side(
        [References(*read_references(table, number, f"the column {name!r}")) for number, name in named]
    )


def _as_column(texts: object) -> _core.TextColumn:
    return texts if isinstance(texts, _core.TextColumn) else _core.TextColumn(texts)  # type: ignore[arg-type]


def _find_missing(batch: pa.RecordBatch, work: ScoringWork) -> dict[int, str]:
    """Return why rows have no score: no hypothesis; no source or no reference, where there are columns of them."""
    work.require_columns(batch.schema.names)
    found: dict[int, str] = {}
    if work.references:
        missing = np.ones(batch.num_rows, dtype=bool)
        for name in work.references:
            missing &= _is_missing(batch.column(name))
        found |= dict.fromkeys(np.flatnonzero(missing).tolist(), _NO_REFERENCE)
    for column, reason in ((work.source, _NO_SOURCE), (work.hypothesis, _NO_HYPOTHESIS)):
        if column is not None:
            found |= dict.fromkeys(np.flatnonzero(_is_missing(batch.column(column))).tolist(), reason)
    return found


def _is_missing(column: pa.Array) -> np.typing.NDArray[np.bool_]:
    """Return which rows have no text: nulls, and lists without any text."""
    missing = column.is_null().to_numpy(zero_copy_only=False)
    kind = column.type
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        flat = pc.list_flatten(column)
        parents = pc.list_parent_indices(column).filter(flat.is_valid()).to_numpy()
        missing = np.bincount(parents, minlength=len(column)) == 0
    return np.asarray(missing, dtype=bool)


def _refuse(batch: pa.RecordBatch, work: ScoringWork, number: int, reason: str, place: str, before: int) -> BadRowError:
    """Return an error that names a row by its id, its place and its groups."""
    row = batch.slice(number, 1)
    where = f"row {before + number + 1:,}{f' of {place}' if place else ''}"
    named = {name: row.column(name)[0].as_py() for name in (work.row_id, *work.by) if name is not None}
    names = ", ".join(f"{name} = {value!r}" for name, value in named.items())
    text = row.column(work.hypothesis)[0].as_py()
    shown = "" if text is None else f": {text if len(text) <= _SHOWN else f'{text[:_SHOWN]}…'!r}"
    return BadRowError(
        f"{where}{f' ({names})' if names else ''}: {reason}{shown}",
        remedy="Mend or remove the row, or leave such rows out and count them with bad_rows='quarantine'",
    )
