"""Scores by bucket. Tallies are additive: the score of any part of a test set is that of the sum of its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.contrast.buckets import Buckets
from tertium.contrast.setting import ContrastSetting
from tertium.frame import Frame
from tertium.json_result import JsonResult
from tertium.results import NOT_SIGNIFICANT, TOO_FEW_SEGMENTS
from tertium.stats.correction import adjust_holm
from tertium.stats.resampling import ENOUGH_SEGMENTS, SIGNIFICANT
from tertium.types import Array, Matrix

NOT_TESTED = "not tested"
"""Of many buckets only the largest are tested."""

Scorer = Callable[[Matrix], Array]


@dataclass(frozen=True, kw_only=True)
class Bucket(JsonResult):
    """Two systems on some of the segments.

    Attributes:
        name: The name of the bucket, such as ``10–19``.
        count: How many segments are in it.
        scores: The score of the first system and of the second.
        ahead: In how many segments the first system scores better, and in how many the second does.
        difference: The second system's score less the first's.
        low: The lower end of the confidence interval of the difference; NaN where it was not tested.
        high: Its upper end.
        p_value: How likely a difference as large would be if the two were equally good; NaN where it was not tested.
        adjusted: The same, with Holm's correction for the number of buckets that were tested.
        better: The better system, where that is significant; none where it is not, or where it was not tested.
        reason: Why no system is called better: ``NOT_SIGNIFICANT``, ``TOO_FEW_SEGMENTS`` or ``NOT_TESTED``.
    """

    name: str
    count: int
    scores: tuple[float, float]
    ahead: tuple[int, int]
    difference: float
    low: float = np.nan
    high: float = np.nan
    p_value: float = np.nan
    adjusted: float = np.nan
    better: str | None = None
    reason: str = ""

    @property
    def is_small(self) -> bool:
        """Whether there are fewer than 100 segments, too few to rely on intervals and p."""
        return self.count < ENOUGH_SEGMENTS


@dataclass(frozen=True, kw_only=True)
class Breakdown(JsonResult):
    """Two systems bucket by bucket.

    Attributes:
        by: What the segments are divided by: ``length``, ``frequency``, ``difficulty``, ``document`` or a label.
        buckets: The buckets that have segments, in order.
    """

    by: str
    buckets: Sequence[Bucket]

    def to_frame(self) -> Frame:
        """Return one row per bucket."""
        return frame_buckets([self])


@dataclass(frozen=True, kw_only=True)
class BucketPart:
    """The rows of some segments, to be tested.

    Attributes:
        name: The name of the part.
        first: The tallies of the first system.
        second: Those of the second, of the same segments.
        ahead: In how many segments the first system scores better, and in how many the second does.
    """

    name: str
    first: Matrix
    second: Matrix
    ahead: tuple[int, int]


def score_buckets(tallies: Sequence[Matrix], score: Scorer, buckets: Buckets) -> Matrix:
    """Return the scores of any number of systems by bucket: one row per bucket, one column per system.

    A bucket without segments has NaN.

    Args:
        tallies: The tallies of each system: one row per segment.
        score: From summed rows to scores, such as ``metric.score``.
        buckets: The bucket of each segment.
    """
    sizes = np.bincount(buckets.places, minlength=len(buckets.names))
    columns = []
    for rows in tallies:
        sums = np.zeros((len(buckets.names), rows.shape[1]))
        np.add.at(sums, buckets.places, rows)
        columns.append(np.where(sizes > 0, score(sums), np.nan))
    return np.stack(columns, axis=1)


def break_down(
    tallies: tuple[Matrix, Matrix],
    segments: tuple[Array, Array],
    score: Scorer,
    buckets: Buckets,
    setting: ContrastSetting,
    *,
    higher_is_better: bool = True,
    most_tests: int | None = None,
    least: int = ENOUGH_SEGMENTS,
) -> Breakdown:
    """Compare two systems bucket by bucket.

    Args:
        tallies: The tallies of both systems: one row per segment.
        segments: The score of each segment, of both systems.
        score: From summed rows to scores, such as ``metric.score``.
        buckets: The bucket of each segment.
        setting: The systems, and how differences are tested.
        higher_is_better: Whether a higher score is a better one.
        most_tests: How many buckets are tested, the largest ones; all that are large enough if it is not given.
        least: How many segments a bucket needs to be tested. Below 100 no system is called better in any case.
    """
    parts = []
    for place, name in enumerate(buckets.names):
        inside = buckets.places == place
        if inside.any():
            ahead = count_ahead(segments[0][inside], segments[1][inside], higher_is_better)
            parts.append(BucketPart(name=name, first=tallies[0][inside], second=tallies[1][inside], ahead=ahead))
    found = compare_parts(parts, score, setting, higher_is_better=higher_is_better, most_tests=most_tests, least=least)
    return Breakdown(by=buckets.by, buckets=found)


def compare_parts(
    parts: Sequence[BucketPart],
    score: Scorer,
    setting: ContrastSetting,
    *,
    higher_is_better: bool = True,
    most_tests: int | None = None,
    least: int = ENOUGH_SEGMENTS,
) -> list[Bucket]:
    """Compare two systems on each part, with Holm's correction for the number of parts that are tested.

    Args:
        parts: The parts.
        score: From summed rows to scores.
        setting: The systems, and how differences are tested.
        higher_is_better: Whether a higher score is a better one.
        most_tests: How many parts are tested, the largest ones; all that are large enough if it is not given.
        least: How many segments a part needs to be tested. Below 100 no system is called better in any case.
    """
    test, drawing = setting.test, vars(setting.resampling)
    by_size = sorted(parts, key=lambda part: -len(part.first))[:most_tests]
    large = [part for part in by_size if len(part.first) >= least]
    tests = [test(part.second, part.first, score, **drawing, threads=setting.threads) for part in large]
    adjusted = adjust_holm([each.p_value for each in tests])
    found = {id(part): (each, p_value) for part, each, p_value in zip(large, tests, adjusted, strict=True)}
    buckets = []
    for part in parts:
        scores = float(score(part.first.sum(axis=0))), float(score(part.second.sum(axis=0)))
        difference = scores[1] - scores[0]
        is_small = len(part.first) < ENOUGH_SEGMENTS
        tested: dict[str, Any] = {"reason": TOO_FEW_SEGMENTS if is_small else NOT_TESTED}
        if id(part) in found:
            each, corrected = found[id(part)]
            is_known = not is_small and corrected < SIGNIFICANT and difference != 0
            tested = {
                "low": each.low,
                "high": each.high,
                "p_value": each.p_value,
                "adjusted": corrected,
                "better": setting.names[(difference > 0) == higher_is_better] if is_known else None,
                "reason": "" if is_known else TOO_FEW_SEGMENTS if is_small else NOT_SIGNIFICANT,
            }
        buckets.append(
            Bucket(
                name=part.name, count=len(part.first), scores=scores, ahead=part.ahead, difference=difference, **tested
            )
        )
    return buckets


def count_ahead(first: Array, second: Array, higher_is_better: bool = True) -> tuple[int, int]:
    """Return in how many segments the first system scores better, and in how many the second does."""
    ahead = int((first > second).sum()), int((second > first).sum())
    return ahead if higher_is_better else (ahead[1], ahead[0])


def frame_buckets(breakdowns: Sequence[Breakdown]) -> Frame:
    """Return one row per bucket of all breakdowns."""
    rows = [(each.by, bucket) for each in breakdowns for bucket in each.buckets]
    buckets = [bucket for _, bucket in rows]
    return Frame(
        {
            "by": [by for by, _ in rows],
            "bucket": [bucket.name for bucket in buckets],
            "segments": np.array([bucket.count for bucket in buckets], dtype=np.int64),
            "first": np.array([bucket.scores[0] for bucket in buckets], dtype=np.float64),
            "second": np.array([bucket.scores[1] for bucket in buckets], dtype=np.float64),
            "first_ahead": np.array([bucket.ahead[0] for bucket in buckets], dtype=np.int64),
            "second_ahead": np.array([bucket.ahead[1] for bucket in buckets], dtype=np.int64),
            **{
                name: np.array([getattr(bucket, name) for bucket in buckets], dtype=np.float64)
                for name in ("difference", "low", "high", "p_value", "adjusted")
            },
            "better": [bucket.better or "" for bucket in buckets],
            "reason": [bucket.reason for bucket in buckets],
        }
    )
