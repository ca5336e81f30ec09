"""Scores of data frames of Spark: computed where the rows are, summed up by group before anything is shuffled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import pyarrow as pa

from tertium.errors import SpecError
from tertium.metrics.metric import Metric
from tertium.registry import DEFAULT_METRICS
from tertium.results import Comparison, GroupedScores
from tertium.scale.conditions import ScoreCondition, parse_conditions
from tertium.scale.finishing import finish, finish_comparison
from tertium.scale.partial_sums import BLOCK, make_schema
from tertium.scale.spark.running import Batches, collect, find_column, map_batches, read_schema
from tertium.scale.tallying import (
    COUNTED_REFERENCES,
    add_scores,
    count_references,
    keep_rows,
    list_keys,
    merge,
    score_rows,
    tally,
)
from tertium.scale.work import BLOCKS, BadRows, ScoringWork
from tertium.stats.resampling import CONFIDENCE, RESAMPLES, SEED, Resampling

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class RowColumns(TypedDict, total=False):
    """Which columns have what; see ``ScoringWork``."""

    hypothesis: str
    references: str | Sequence[str]
    source: str | None
    row_id: str | None
    bad_rows: BadRows
    language: str
    learned: Sequence[tuple[str, bytes]]


def score(
    data: DataFrame,
    metrics: Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    by: str | Sequence[str] = (),
    confidence: float | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    unit: str | None = None,
    blocks: int = BLOCKS,
    **columns: Unpack[RowColumns],
) -> GroupedScores:
    """Score the rows of a data frame, in groups if wanted. The sums are those of ``tertium.score`` on one machine.

    Args:
        data: One row per hypothesis, with its references.
        metrics: Metric specs, or metrics that can be pickled.
        by: The columns whose values make groups, such as ``["system", "domain"]``.
        confidence: The confidence level of bootstrap intervals, such as 0.95; no intervals by default.
        resamples: How many resamples are drawn for an interval.
        seed: The seed of blocks and resamples.
        unit: The column whose equal values are resampled together; rows with the same references by default.
        blocks: How many blocks units are shared out to, which are then resampled.
        **columns: ``hypothesis``, ``references``, ``source``, ``row_id``, ``bad_rows`` and ``language``, as
            ``ScoringWork`` has them.

    Returns:
        The scores of each group: ``result["news"]["bleu"].value``; ``result.total["bleu"].value`` without groups.

    Raises:
        BadRowError: A row cannot be scored; the error names it.
        InputError: A column is missing, or there is not a single row.
        SpecError: A metric or a setting does not exist.
    """
    resampling = None if confidence is None else Resampling(confidence, resamples, seed)
    work = make_work(data, metrics, by=by, seed=seed, unit=unit, blocks=0 if resampling is None else blocks, **columns)
    return finish(sum_up(data, work), work, resampling)


def compare(
    data: DataFrame,
    metrics: Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    system: str = "system",
    baseline: str | None = None,
    pairs: str = "baseline",
    method: str = "bootstrap",
    confidence: float = CONFIDENCE,
    resamples: int | None = None,
    seed: int = SEED,
    unit: str | None = None,
    blocks: int = BLOCKS,
    **columns: Unpack[RowColumns],
) -> Comparison:
    """Compare systems on the same segments, by paired tests on sums of blocks of segments.

    Args:
        data: One row per hypothesis of a system, with its references.
        metrics: Metric specs, or metrics that can be pickled.
        system: The column with the names of the systems.
        baseline: As for ``tertium.compare``, like all up to ``seed``. The first name in the order of the alphabet by
            default.
        pairs: See there.
        method: See there.
        confidence: See there.
        resamples: See there.
        seed: See there.
        unit: As for ``score``, like all that follows. What has the same unit is the same segment for each system.
        blocks: See there.
        **columns: See there.

    Raises:
        InputError: The systems do not have the same segments, or there are fewer than two.
    """
    work = make_work(data, metrics, by=system, seed=seed, unit=unit, blocks=blocks, **columns)
    return finish_comparison(
        sum_up(data, work),
        work,
        baseline=baseline,
        pairs=pairs,
        method=method,
        confidence=confidence,
        resamples=resamples,
    )


def score_segments(
    data: DataFrame, metrics: Sequence[str | Metric] = DEFAULT_METRICS, **columns: Unpack[RowColumns]
) -> DataFrame:
    """Return the data frame with the score of each row by each metric, in columns that have the specs as names.

    With ``bad_rows="quarantine"`` there is a column ``bad_row`` as well: why a row has no scores; null for the others.

    Args:
        data: One row per hypothesis, with its references.
        metrics: Metric specs, or metrics that can be pickled.
        **columns: As for ``score``.
    """
    work = fit(data, make_work(data, metrics, **columns))
    schema = read_schema(data)
    return map_batches(data, data.columns, partial(_score_rows, work=work), add_scores(schema, work))


def keep(data: DataFrame, conditions: str | Sequence[str], **columns: Unpack[RowColumns]) -> DataFrame:
    """Return the rows whose scores meet all conditions, such as ``"chrf++ >= 40"``.

    Args:
        data: One row per hypothesis, with its references.
        conditions: One or several: a metric, ``>=``, ``>``, ``<=`` or ``<``, and a number.
        **columns: As for ``score``. Rows in quarantine are not kept.
    """
    parsed = parse_conditions(conditions)
    metrics = list(dict.fromkeys(condition.spec for condition in parsed))
    work = fit(data, make_work(data, metrics, **columns))
    return map_batches(data, data.columns, partial(_keep_rows, work=work, conditions=parsed), read_schema(data))


def sum_up(data: DataFrame, work: ScoringWork) -> pa.Table:
    """Return the sums of tallies by group, for ``tertium.scale.finish``.

    Each partition sums up its own rows. Where there are groups or blocks, the sums are shuffled by them and added up;
    the texts never are. So a group with most of the rows does no harm.

    Args:
        data: The rows.
        work: How they are scored; metrics are fitted here where they need to be.
    """
    return collect(tally_partitions(data, fit(data, work)))


def tally_partitions(data: DataFrame, work: ScoringWork) -> DataFrame:
    """Return the sums of tallies by group as a data frame; see ``sum_up``.

    Args:
        data: The rows.
        work: How they are scored, with fitted metrics.
    """
    keys = list_keys(read_schema(data), work)
    schema = make_schema(keys, len(work.specs))
    sums = map_batches(data, work.columns, partial(_tally, work=work), schema)
    if not keys:
        return sums
    shuffled = sums.repartition(*(find_column(sums, key.name) for key in keys))
    return map_batches(shuffled, sums.columns, partial(_merge, work=work), schema)


def make_work(data: DataFrame, metrics: Sequence[str | Metric], **settings: Any) -> ScoringWork:
    """Return how the rows of a data frame are scored.

    Args:
        data: The rows.
        metrics: Metric specs, or metrics that can be pickled.
        **settings: As ``ScoringWork`` has them.

    Raises:
        InputError: A column is missing.
    """
    work = ScoringWork(metrics=metrics, **settings)
    work.require_columns(data.columns)
    if BLOCK in work.by:
        raise SpecError(f"a column {BLOCK!r} cannot make groups", remedy="Rename it")
    return work


def fit(data: DataFrame, work: ScoringWork) -> ScoringWork:
    """Return the same work after metrics such as NIST have learned from all references, in a pass of their own."""
    if not work.list_unfitted() or work.learned:
        return work
    counted = map_batches(data, list(work.references), partial(_count_references, work=work), COUNTED_REFERENCES)
    summed = counted.groupBy("metric", "name").sum("count").withColumnRenamed("sum(count)", "count")
    return work.fit(collect(summed))


# What follows runs on workers: functions of modules are pickled by their names, so that nothing else is sent.


def _tally(batches: Batches, place: str, *, work: ScoringWork) -> Iterator[pa.RecordBatch]:
    return tally(batches, work, place)


def _merge(batches: Batches, place: str, *, work: ScoringWork) -> Iterator[pa.RecordBatch]:
    return merge(batches, work)


def _score_rows(batches: Batches, place: str, *, work: ScoringWork) -> Iterator[pa.RecordBatch]:
    return score_rows(batches, work, place)


def _keep_rows(
    batches: Batches, place: str, *, work: ScoringWork, conditions: Sequence[ScoreCondition]
) -> Iterator[pa.RecordBatch]:
    return keep_rows(batches, work, conditions, place)


def _count_references(batches: Batches, place: str, *, work: ScoringWork) -> Iterator[pa.RecordBatch]:
    return count_references(batches, work)
