"""From sums by group to scores, with intervals and tests from sums by block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from tertium.errors import InputError, SpecError
from tertium.metrics.comparison import choose_resampling, compare_rows
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import make_score
from tertium.metrics.signature import ReferenceCounts, write_signature
from tertium.results import Comparison, GroupedScores, Scores
from tertium.scale.partial_sums import BAD_ROWS, BLOCK, FEWEST, MOST, SEGMENTS, name_tallies, read_matrix
from tertium.scale.tallying import merge
from tertium.scale.work import ScoringWork
from tertium.stats.bootstrap import bootstrap_interval
from tertium.stats.resampling import CONFIDENCE, Resampling
from tertium.threads import resolve_threads
from tertium.types import Counts, Matrix


def finish(
    sums: pa.Table, work: ScoringWork, resampling: Resampling | None = None, *, threads: int | None = None
) -> GroupedScores:
    """Return the scores of all groups.

    Args:
        sums: What ``tally`` or ``merge`` yielded, of all parts.
        work: How rows were scored.
        resampling: How intervals are drawn; the work needs blocks for that.
        threads: How many threads to use.

    Raises:
        InputError: Not a single row was scored.
        SpecError: Intervals are wanted, and there are no blocks.
    """
    if resampling is not None and not work.blocks:
        raise SpecError("intervals need sums by block", remedy="Make the work with blocks=1024")
    gathered = _gather(sums, work)
    scores = {
        key: group.make_scores(key, work, resampling, resolve_threads(threads))
        for key, group in gathered.items()
        if group.segments
    }
    return GroupedScores(by=work.by, groups=scores, bad_rows=sum(group.bad_rows for group in gathered.values()))


def finish_comparison(
    sums: pa.Table,
    work: ScoringWork,
    *,
    baseline: str | None = None,
    pairs: str = "baseline",
    method: str = "bootstrap",
    confidence: float = CONFIDENCE,
    resamples: int | None = None,
    threads: int | None = None,
) -> Comparison:
    """Compare systems on the same segments.

    Args:
        sums: What ``tally`` or ``merge`` yielded, of all parts.
        work: How rows were scored: ``by`` is the column of systems, and there are blocks.
        baseline: As for ``tertium.compare``, like all that follows.
        pairs: See there.
        method: See there.
        confidence: See there.
        resamples: See there.
        threads: See there.

    Raises:
        InputError: There are fewer than two systems, or they do not have the same number of segments in each block.
    """
    if len(work.by) != 1 or not work.blocks:
        raise SpecError("systems are compared by blocks", remedy="Make the work with by=['system'] and blocks=1024")
    gathered = {str(key[0]): group for key, group in _gather(sums, work).items() if group.segments}
    _require_same_segments(gathered)
    resampling = choose_resampling(len(gathered), pairs, confidence, resamples, work.seed)
    threads = resolve_threads(threads)
    scores = {name: group.make_scores((name,), work, resampling, threads) for name, group in gathered.items()}
    rows = {name: group.tallies for name, group in gathered.items()}
    metrics = work.parse_metrics()
    return compare_rows(
        scores, rows, metrics, resampling, baseline=baseline, pairs=pairs, method=method, threads=threads
    )


class _Group:
    """The sums of one group: one row, or one row per block that has a segment."""

    def __init__(self, table: pa.Table, work: ScoringWork) -> None:
        counts = table.column(SEGMENTS).to_numpy()
        there = np.flatnonzero(counts)
        self.segments = int(counts.sum())
        self.bad_rows = int(table.column(BAD_ROWS).to_numpy().sum())
        self.references = ReferenceCounts(
            int(table.column(FEWEST).to_numpy().min()), int(table.column(MOST).to_numpy().max())
        )
        table = table.take(pa.array(there))
        self.sizes: Counts = counts[there]
        self.blocks: Counts = table.column(BLOCK).to_numpy() if work.blocks else np.zeros(len(there), dtype=np.int64)
        order = np.argsort(self.blocks, kind="stable")
        self.blocks, self.sizes = self.blocks[order], self.sizes[order]
        self.tallies: Mapping[str, Matrix] = {
            spec: read_matrix(table.column(name_tallies(number)).combine_chunks())[order]
            for number, spec in enumerate(work.specs)
        }

    def make_scores(self, key: Sequence[Any], work: ScoringWork, resampling: Resampling | None, threads: int) -> Scores:
        scores = {}
        for spec, metric in work.parse_metrics().items():
            rows = self.tallies[spec]
            score = make_score(spec, metric, rows.sum(axis=0), self._sign(metric, work, resampling))
            if resampling is not None:
                interval = bootstrap_interval(rows, metric.score, **vars(resampling), threads=threads)
                score = replace(score, interval=interval)
            scores[spec] = score
        return Scores(" ".join(map(str, key)), self.segments, scores)

    def _sign(self, metric: Metric, work: ScoringWork, resampling: Resampling | None) -> str:
        signature = write_signature(metric, self.references, resampling)
        if resampling is None:
            return signature
        return f"{signature}|blocks:{work.blocks}|unit:{work.unit or 'references'}"


def _gather(sums: pa.Table, work: ScoringWork) -> dict[tuple[Any, ...], _Group]:
    """Return the sums of each group, in the order of the keys."""
    merged = pa.Table.from_batches(list(merge(sums.to_batches(), work)), schema=sums.schema)
    if not merged.num_rows or not int(merged.column(SEGMENTS).to_numpy().sum()):
        bad = int(merged.column(BAD_ROWS).to_numpy().sum()) if merged.num_rows else 0
        raise InputError(
            f"all {bad:,} rows are bad" if bad else "there is not a single row",
            remedy="Look at their reasons with score_segments"
            if bad
            else "Give at least one hypothesis and its reference",
        )
    if not work.by:
        return {(): _Group(merged, work)}
    keys = list(zip(*(merged.column(name).to_pylist() for name in work.by), strict=True))
    places: dict[tuple[Any, ...], list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    # Nulls come first; values of one column are of one type, so that they can be compared.
    ordered = sorted(places, key=lambda key: [(value is not None, value) for value in key])
    return {key: _Group(merged.take(pa.array(places[key])), work) for key in ordered}


def _require_same_segments(groups: Mapping[str, _Group]) -> None:
    """Refuse systems that were not scored on the same segments, as far as the numbers in the blocks tell."""
    first = next(iter(groups.values()))
    for name, group in groups.items():
        if not (np.array_equal(group.blocks, first.blocks) and np.array_equal(group.sizes, first.sizes)):
            raise InputError(
                f"the system {name!r} has {group.segments:,} segments, and they are not those of "
                f"{next(iter(groups))!r}, which has {first.segments:,}",
                remedy="Give every system a row for each segment, with the same references or the same unit",
            )
