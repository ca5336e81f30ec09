"""Scores of all systems by length, word frequency and document, and whether the lead of the best one is significant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.contrast.breakdown import Breakdown, break_down, score_buckets
from tertium.contrast.buckets import LENGTHS, Buckets, bucket_labels, bucket_numbers, bucket_quarters
from tertium.contrast.frequencies import average_frequency, count_words
from tertium.contrast.setting import ContrastSetting
from tertium.json_result import JsonResult
from tertium.metrics.metric import Metric
from tertium.report.study.words import TestSetWords
from tertium.results import Comparison, Score
from tertium.stats.resampling import Resampling
from tertium.types import Array, Counts, Matrix, TestSet

MOST_BUCKETS = 20
"""How many buckets are shown, and tested at most: the largest ones."""


@dataclass(frozen=True, kw_only=True)
class BucketScores(JsonResult):
    """Scores by bucket.

    Attributes:
        by: What the segments are divided by: ``length``, ``frequency`` or ``document``.
        names: The names of the buckets that have segments.
        counts: How many segments each bucket has.
        systems: The systems, the best of all segments first.
        scores: One row per bucket, one column per system.
        lead: The first system against the second, bucket by bucket; none if there is one system. Only the 20
            largest buckets are tested.
    """

    json_fields = "by buckets=names counts systems scores lead"

    by: str
    names: Sequence[str]
    counts: Counts
    systems: Sequence[str]
    scores: Matrix
    lead: Breakdown | None = None


def break_down_systems(
    test_set: TestSet,
    words: TestSetWords,
    comparison: Comparison,
    metric: Metric,
    spec: str,
    systems: Sequence[str],
    threads: int,
) -> list[BucketScores]:
    """Return the scores of all systems by bucket; the tallies are those of the comparison.

    Args:
        test_set: The texts.
        words: Their words.
        comparison: The scores of all systems.
        metric: The metric.
        spec: The metric as it was asked for.
        systems: The systems, the best first.
        threads: How many threads to use.
    """
    scores = [comparison.systems[name][spec] for name in systems]
    frequencies = count_words(words.reference_words)
    buckets = [
        bucket_numbers("length", words.reference_lengths, LENGTHS),
        bucket_quarters("frequency", average_frequency(words.first_reference_words, frequencies), "rarest"),
        *([] if test_set.documents is None else [bucket_labels("document", test_set.documents)]),
    ]
    return [_break_down(each, scores, comparison, metric, systems, threads) for each in buckets if len(each.places)]


def _break_down(
    buckets: Buckets,
    scores: Sequence[Score],
    comparison: Comparison,
    metric: Metric,
    systems: Sequence[str],
    threads: int,
) -> BucketScores:
    sizes = np.bincount(buckets.places, minlength=len(buckets.names))
    there = np.flatnonzero(sizes)
    lead = None
    segments = [score.segments for score in scores[:2]]
    if len(systems) > 1 and segments[0] is not None and segments[1] is not None:
        resampling = Resampling(comparison.level, comparison.resamples, comparison.seed)
        setting = ContrastSetting(
            names=(systems[1], systems[0]), resampling=resampling, method=comparison.method, threads=threads
        )
        both: tuple[Array, Array] = (segments[1], segments[0])
        lead = break_down(
            (scores[1].rows, scores[0].rows),
            both,
            metric.score,
            buckets,
            setting,
            higher_is_better=metric.higher_is_better,
            most_tests=MOST_BUCKETS,
        )
    return BucketScores(
        by=buckets.by,
        names=[buckets.names[place] for place in there.tolist()],
        counts=sizes[there],
        systems=systems,
        scores=score_buckets([score.rows for score in scores], metric.score, buckets)[there],
        lead=lead,
    )
