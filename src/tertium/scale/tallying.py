"""The kernel: functions from record batches to record batches, which any engine can run where the rows are.

They are pure: the same rows give the same sums in any order of batches, on any machine, after any number of retries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa

from tertium.errors import InputError
from tertium.scale.conditions import ScoreCondition
from tertium.scale.partial_sums import BLOCK, PartialSums
from tertium.scale.partial_sums import merge as merge_sums
from tertium.scale.rows import TalliedRows, draw_blocks, read_references_of, tally_rows
from tertium.scale.work import ScoringWork
from tertium.types import Counts

REASON = "bad_row"
COUNTED_REFERENCES = pa.schema([("metric", pa.string()), ("name", pa.string()), ("count", pa.int64())])


def tally(batches: Iterable[pa.RecordBatch], work: ScoringWork, place: str = "") -> Iterator[pa.RecordBatch]:
    """Sum up the tallies of rows by group. What is yielded goes through ``merge`` and to ``finish``.

    Args:
        batches: Rows with the columns that the work names, such as those of a partition.
        work: How they are scored.
        place: Where the rows are from, such as ``"partition 3"``, for messages.

    Yields:
        Sums by group: as few batches as possible, so that little goes over the network.

    Raises:
        BadRowError: A row cannot be scored, and such rows are not put into quarantine.
        InputError: A column is missing, or not of texts.
    """
    sums: PartialSums | None = None
    before = 0
    for batch in batches:
        tallied = tally_rows(batch, work, place, before)
        if sums is None:
            sums = PartialSums(list_keys(batch.schema, work), len(work.specs))
        good = _pick(batch, tallied.numbers)
        sums.add_rows(_find_keys(good, work), list(tallied.tallies.values()), tallied.references)
        if tallied.reasons:
            bad = _pick(batch, np.array(sorted(tallied.reasons)))
            sums.add_bad(_find_keys(bad, work, blocks=False), len(tallied.reasons))
        before += batch.num_rows
        yield from sums.drain(always=False)
    if sums is not None:
        yield from sums.drain(always=True)


def merge(batches: Iterable[pa.RecordBatch], work: ScoringWork) -> Iterator[pa.RecordBatch]:
    """Add up sums that ``tally`` yielded for parts of the rows, by group.

    Args:
        batches: The sums.
        work: How the rows were scored.
    """
    batches = iter(batches)
    first = next(batches, None)
    if first is not None:
        keys = list_keys(first.schema, work)
        yield from merge_sums(_chain(first, batches), keys, len(work.specs))


def score_rows(batches: Iterable[pa.RecordBatch], work: ScoringWork, place: str = "") -> Iterator[pa.RecordBatch]:
    """Add the score of each row by each metric, in columns that have the specs as names.

    Args:
        batches: Rows.
        work: How they are scored. With ``bad_rows="quarantine"`` there is a column ``bad_row`` with the reason why a
            row has no score.
        place: Where the rows are from, for messages.
    """
    before = 0
    for batch in batches:
        tallied = tally_rows(batch, work, place, before)
        before += batch.num_rows
        columns = [
            *batch.columns,
            *(pa.array(column, mask=np.isnan(column)) for column in _score(tallied, batch, work)),
        ]
        if work.bad_rows == "quarantine":
            reasons = [tallied.reasons.get(number) for number in range(batch.num_rows)]
            columns.append(pa.array(reasons, type=pa.string()))
        yield pa.RecordBatch.from_arrays(columns, schema=add_scores(batch.schema, work))


def keep_rows(
    batches: Iterable[pa.RecordBatch], work: ScoringWork, conditions: Sequence[ScoreCondition], place: str = ""
) -> Iterator[pa.RecordBatch]:
    """Yield the rows whose scores meet all conditions, unchanged.

    Args:
        batches: Rows.
        work: How they are scored; bad rows in quarantine are not kept.
        conditions: What scores have to meet.
        place: Where the rows are from, for messages.
    """
    before = 0
    for batch in batches:
        tallied = tally_rows(batch, work, place, before)
        before += batch.num_rows
        scores = dict(zip(work.specs, _score(tallied, batch, work), strict=True))
        passes = np.ones(batch.num_rows, dtype=bool)
        for condition in conditions:
            passes &= condition.holds(scores[condition.spec])
        yield batch.filter(pa.array(passes))


def count_references(batches: Iterable[pa.RecordBatch], work: ScoringWork) -> Iterator[pa.RecordBatch]:
    """Count what metrics such as NIST learn from references; see ``ScoringWork.fit``.

    Args:
        batches: Rows with the columns of references.
        work: How they will be scored.

    Yields:
        Columns ``metric``, ``name`` and ``count``. Counts of the same name add up.
    """
    for batch in batches:
        references = read_references_of(batch, work)
        for spec, metric in work.list_unfitted().items():
            names, counts = metric.count_references(metric.prepare_references(references.flat, 1))
            columns = [pa.array([spec] * len(names)), pa.array(names, pa.string()), pa.array(counts)]
            yield pa.RecordBatch.from_arrays(columns, schema=COUNTED_REFERENCES)


def list_keys(schema: pa.Schema, work: ScoringWork) -> list[pa.Field]:
    """Return the columns whose values make groups of sums: those that are asked for, and the block.

    Args:
        schema: The schema of rows or of sums.
        work: How rows are scored.
    """
    block = [pa.field(BLOCK, pa.int64())] if work.blocks else []
    return [*(schema.field(name) for name in work.by), *block]


def add_scores(schema: pa.Schema, work: ScoringWork) -> pa.Schema:
    """Return the schema of rows with their scores.

    Raises:
        InputError: There is a column of that name already.
    """
    reason = [pa.field(REASON, pa.string())] if work.bad_rows == "quarantine" else []
    added = [*(pa.field(spec, pa.float64()) for spec in work.specs), *reason]
    for each in added:
        if each.name in schema.names:
            raise InputError(f"there is a column {each.name!r} already", remedy="Rename it, or leave it out")
    return pa.schema([*schema, *added])


def _score(tallied: TalliedRows, batch: pa.RecordBatch, work: ScoringWork) -> list[np.typing.NDArray[np.float64]]:
    """Return the scores of all rows by each metric; those of bad rows are not numbers."""
    columns = []
    for spec, metric in work.load_metrics().items():
        scores = np.full(batch.num_rows, np.nan)
        scores[tallied.numbers] = metric.for_segments().score(tallied.tallies[spec])
        columns.append(scores)
    return columns


def _pick(batch: pa.RecordBatch, numbers: Counts) -> pa.RecordBatch:
    return batch if len(numbers) == batch.num_rows else batch.take(pa.array(numbers))


def _find_keys(batch: pa.RecordBatch, work: ScoringWork, *, blocks: bool = True) -> list[pa.Array]:
    keys = [batch.column(name) for name in work.by]
    if not work.blocks:
        return keys
    # Bad rows are counted in the first block: they may not even have the texts that a block is drawn by.
    drawn = draw_blocks(batch, work) if blocks else np.zeros(batch.num_rows, dtype=np.int64)
    return [*keys, pa.array(drawn)]


def _chain(first: pa.RecordBatch, others: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    yield first
    yield from others
