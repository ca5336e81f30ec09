"""Correlation by length: do metrics agree with people on short segments as on long ones?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.json_result import JsonResult
from tertium.meta.correlation.controls import count_reference_words
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.statistic import Statistic
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.results import Interval
from tertium.stats.correlation import correlate_vectors
from tertium.stats.difference import correlation_interval
from tertium.types import Array

_BANDS = 5
_LEVEL = "pooled"

# A correlation of fewer points says nothing about a band.
_FEWEST = 20


@dataclass(frozen=True, kw_only=True)
class LengthBand(JsonResult):
    """The correlation of one metric with people on segments of about the same length.

    Attributes:
        metric: The metric.
        low: The fewest words of a reference in the band.
        high: The most.
        count: How many judged translations there are.
        statistic: The coefficient of the value: the one asked for, or Pearson's where that is not a coefficient.
        level: Always ``pooled``: of all translations of the band.
        value: The correlation.
        interval: Its bootstrap interval; none if the study draws none.
    """

    metric: str
    low: int
    high: int
    count: int
    statistic: str
    level: str
    value: float
    interval: Interval | None


def correlate_by_length(judged: JudgedSet, metrics: Sequence[MetricScores], statistic: Statistic) -> list[LengthBand]:
    """Return the pooled correlation in each fifth of the judged translations, by the length of their references."""
    asked = statistic.question
    coefficient = asked.coefficient  # segments of a band are of about one length: nothing is held constant
    known = ~np.isnan(statistic.human)
    human = statistic.human[known]
    lengths = np.broadcast_to(count_reference_words(judged), known.shape)[known]
    found = []
    for band in _cut(lengths):
        inside = np.flatnonzero(band)
        for scores in metrics:
            metric = scores.at(_LEVEL)[known][inside]
            drawn = None
            if asked.tested != "none":
                drawn = correlation_interval(
                    metric[np.newaxis],
                    human[inside][np.newaxis],
                    level=_LEVEL,
                    coefficient=coefficient,
                    draw="segments",
                    confidence=asked.confidence,
                    resamples=asked.interval_resamples,
                    seed=asked.seed,
                    threads=statistic.threads,
                )
            value = correlate_vectors(metric, human[inside], coefficient)
            low, high = int(lengths[inside].min()), int(lengths[inside].max())
            found.append(
                LengthBand(
                    metric=scores.metric,
                    low=low,
                    high=high,
                    count=len(inside),
                    statistic=coefficient,
                    level=_LEVEL,
                    value=value,
                    interval=drawn,
                )
            )
    return found


def _cut(lengths: Array) -> list[np.ndarray]:
    """Return bands of about as many translations each; those of one length stay together."""
    if len(lengths) < _BANDS * _FEWEST:
        return []
    edges = np.unique(np.quantile(lengths, np.arange(1, _BANDS) / _BANDS))
    places = np.searchsorted(edges, lengths, side="left")
    bands = [places == place for place in range(len(edges) + 1)]
    return [band for band in bands if band.sum() >= _FEWEST]
