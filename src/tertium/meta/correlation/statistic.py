"""The statistic of a question, with its interval and its test, for any metric of a judged set.

Correlations have permutation and Williams tests of their own in ``stats``. The other statistics see which segments a
translation is of, or which translations were ranked together: they are drawn anew by segments, the same draws for all
metrics, and so are compared by the bootstrap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tertium.meta.correlation.question import Question
from tertium.meta.correlation.scores import MetricScores
from tertium.progress import Progress
from tertium.results import Interval
from tertium.stats.bootstrap import percentile_ends
from tertium.stats.correlation import correlate_vectors
from tertium.stats.difference import compare_all, correlation_interval
from tertium.stats.few_points import interval_of_few
from tertium.stats.levels import correlate
from tertium.stats.outliers import measure_influence
from tertium.stats.soft_accuracy import soft_accuracy
from tertium.stats.ties import balance_comparisons, calibrate_ties
from tertium.types import Array, Matrix

# One segment can only be drawn as it is, which is not evidence of anything.
_FEWEST_DRAWN = 2


@dataclass(frozen=True)
class Statistic(ABC):
    """A question about one judged set, ready to be put to metrics.

    Attributes:
        question: The question.
        human: What people said, higher is better: systems by segments, or one column where systems are judged whole.
        threads: How many threads to use.
    """

    question: Question
    human: Matrix
    threads: int

    @property
    def points(self) -> str:
        """What is counted by ``count``."""
        return "system" if self.question.is_of_systems else "translation"

    @property
    def drawn(self) -> str:
        """What intervals are drawn from: systems, segments or both."""
        return self.question.exchanged

    @abstractmethod
    def measure(self, scores: MetricScores) -> float:
        """Return the figure of one metric; not a number where it is not defined."""

    def count(self, scores: MetricScores) -> int:
        """Return how many points the figure is from."""
        points = scores.at("system" if self.question.is_of_systems else "pooled")
        return int((~np.isnan(points + self.human)).sum())

    def of_systems(self, metric: Array, kept: np.ndarray) -> float:
        """Return the figure of some systems only; scores and judgments are of whole systems."""
        return correlate_vectors(metric[kept], self.human[kept, 0], self.question.coefficient)

    def influence(self, metric: Array, kept: np.ndarray) -> Array:
        """Return the figure of some systems, less that without each of them."""
        return measure_influence(metric[kept], self.human[kept, 0], self.question.coefficient)

    def by_system(self, points: Matrix) -> Array:
        """Return the correlation within each system."""
        pairs = zip(points, self.human, strict=True)
        return np.array([correlate_vectors(metric, human, self.question.coefficient) for metric, human in pairs])

    def between(self, first: Matrix, second: Matrix) -> float:
        """Return how far two metrics, or a metric and people, agree."""
        return correlate(first, second, self.question.level, self.question.coefficient)

    @property
    def held(self) -> int:
        """How many controls are held constant: the points count for as many fewer."""
        return 0

    @property
    def notes(self) -> list[str]:
        """What a reader has to know of the statistic on this set."""
        return []

    @abstractmethod
    def interval(self, scores: MetricScores) -> Interval:
        """Return its confidence interval."""

    @abstractmethod
    def compare(self, metrics: Sequence[MetricScores], progress: Progress | None = None) -> Matrix:
        """Return the p-values of all differences, metrics by metrics."""


@dataclass(frozen=True)
class Correlation(Statistic):
    """A coefficient of correlation at one of the levels."""

    def measure(self, scores: MetricScores) -> float:
        """Return the coefficient."""
        return correlate(scores.at(self.question.level), self.human, self.question.level, self.question.statistic)

    def interval(self, scores: MetricScores) -> Interval:
        """From the number of systems, at their level; else segments or what the question has are drawn."""
        asked = self.question
        if not asked.draws_interval:
            return interval_of_few(
                self.measure(scores),
                self.count(scores),
                asked.statistic,
                confidence=asked.confidence,
                seed=asked.seed,
            )
        return correlation_interval(
            scores.at(asked.level),
            self.human,
            level=asked.level,
            coefficient=asked.statistic,
            draw=asked.exchanged,
            confidence=asked.confidence,
            resamples=asked.interval_resamples,
            seed=asked.seed,
            threads=self.threads,
        )

    def compare(self, metrics: Sequence[MetricScores], progress: Progress | None = None) -> Matrix:
        """By permutation, Williams' test or the bootstrap."""
        asked = self.question
        return compare_all(
            [scores.at(asked.level) for scores in metrics],
            self.human,
            level=asked.level,
            coefficient=asked.statistic,
            method=asked.tested,
            exchange=asked.exchanged,
            resamples=asked.count_resamples(len(metrics)),
            seed=asked.seed,
            threads=self.threads,
            progress=progress,
        )


@dataclass(frozen=True)
class Redrawn(Statistic):
    """A statistic of whole segments, whose interval and test come from segments drawn anew."""

    # Interval and test want the same draws of the same metric.
    _memory: dict[str, Array] = field(default_factory=dict, repr=False, compare=False, kw_only=True)

    @property
    def drawn(self) -> str:
        """Always segments."""
        return "segments"

    @abstractmethod
    def replicate(self, scores: MetricScores, draws: np.ndarray) -> Array:
        """Return the figure on each draw of segments; a draw is a row of their indices."""

    def interval(self, scores: MetricScores) -> Interval:
        """Return the percentiles of the draws on which the figure is defined."""
        asked = self.question
        figures = self._replicates(scores)
        figures = figures[~np.isnan(figures)]
        if 2 * len(figures) < asked.interval_resamples or self._units(scores) < _FEWEST_DRAWN:
            return Interval(
                low=np.nan,
                high=np.nan,
                mean=np.nan,
                level=asked.confidence,
                resamples=asked.interval_resamples,
                seed=asked.seed,
            )
        low, high = percentile_ends(figures, asked.confidence)
        return Interval(
            low=low,
            high=high,
            mean=float(figures.mean()),
            level=asked.confidence,
            resamples=asked.interval_resamples,
            seed=asked.seed,
        )

    def compare(self, metrics: Sequence[MetricScores], progress: Progress | None = None) -> Matrix:
        """Return how often a difference of two metrics, shifted to mean zero, is as large as the observed one."""
        values = [self.measure(scores) for scores in metrics]
        replicates = []
        for scores in metrics:
            replicates.append(self._replicates(scores))
            if progress is not None:
                progress(1)
        found = np.ones((len(metrics), len(metrics)))
        for first in range(len(metrics)):
            for second in range(first):
                drawn = replicates[first] - replicates[second]
                drawn = drawn[~np.isnan(drawn)]
                seen = abs(values[first] - values[second])
                extreme = int((np.abs(drawn - drawn.mean()) >= seen - 1e-12).sum()) if len(drawn) else 0
                enough = min(self._units(metrics[first]), self._units(metrics[second])) >= _FEWEST_DRAWN
                p = (extreme + 1) / (len(drawn) + 1) if len(drawn) and enough and not np.isnan(seen) else np.nan
                found[first, second] = found[second, first] = p
        return found

    def _units(self, scores: MetricScores) -> int:
        """Return how many segments there are to draw that the figure is from."""
        return int((~np.isnan(_turned(scores) + self.human)).any(axis=0).sum())

    def _replicates(self, scores: MetricScores) -> Array:
        if scores.metric not in self._memory:
            generator = np.random.Generator(np.random.PCG64(self.question.seed))
            count = len(self._drawable)
            draws = generator.integers(count, size=(self.question.interval_resamples, count))
            self._memory[scores.metric] = self.replicate(scores, self._drawable[draws])
        return self._memory[scores.metric]

    @property
    def _drawable(self) -> np.ndarray:
        """The numbers of the segments that are drawn from."""
        return np.arange(self.human.shape[1])


@dataclass(frozen=True)
class SegmentStatistic(Redrawn):
    """Accuracy with calibrated ties, or soft accuracy: of a matrix of scores and one of judgments."""

    @property
    def points(self) -> str:
        """Soft accuracy is of pairs of systems, whose segments are only its evidence."""
        return "system" if self.question.level == "system" else "translation"

    def count(self, scores: MetricScores) -> int:
        """Return how many systems, or translations, it is from."""
        known = ~np.isnan(_turned(scores) + self.human)
        return int(known.any(axis=1).sum() if self.question.level == "system" else known.sum())

    def measure(self, scores: MetricScores) -> float:
        """Return the figure of all segments."""
        return self._of(_turned(scores), self.human)

    def replicate(self, scores: MetricScores, draws: np.ndarray) -> Array:
        """Return the figure of each draw."""
        metric = _turned(scores)
        return np.array([self._of(metric[:, draw], self.human[:, draw], draw) for draw in draws])

    def _of(self, metric: Matrix, human: Matrix, segments: np.ndarray | None = None) -> float:
        seed = self.question.seed
        if self.question.statistic == "soft-accuracy":
            return soft_accuracy(metric, human, seed=seed)
        # A segment that is drawn twice is not a pair of segments that agree.
        return calibrate_ties(metric, human, level=self.question.level, identity=segments, seed=seed).accuracy


@dataclass(frozen=True, kw_only=True)
class RankStatistic(Redrawn):
    """WMT's Kendall-like tau: does the metric prefer what people preferred?

    Attributes:
        better: The (system, segment) that people ranked higher in each comparison, in two columns.
        worse: The one that they ranked lower.
    """

    better: np.ndarray
    worse: np.ndarray

    @property
    def points(self) -> str:
        """Each is two translations, of which people preferred one."""
        return "comparison"

    def count(self, scores: MetricScores) -> int:
        """Return how many comparisons it is from."""
        return int(self._count(scores)[1].sum())

    def measure(self, scores: MetricScores) -> float:
        """Return concordant less discordant comparisons, by all of them; those that the metric ties are neither."""
        balance, count = self._count(scores)
        return float(balance.sum() / count.sum()) if count.any() else np.nan

    def replicate(self, scores: MetricScores, draws: np.ndarray) -> Array:
        """Return the same, of the comparisons of the drawn segments."""
        balance, count = self._count(scores)
        seen = count[draws].sum(axis=1)
        return np.where(seen > 0, balance[draws].sum(axis=1) / np.maximum(seen, 1), np.nan)

    def _units(self, scores: MetricScores) -> int:
        return int((self._count(scores)[1] > 0).sum())

    def _count(self, scores: MetricScores) -> tuple[Array, Array]:
        """Of each segment, concordant less discordant comparisons, and all of them."""
        metric = _turned(scores)
        better, worse = metric[tuple(self.better.T)], metric[tuple(self.worse.T)]
        known = ~np.isnan(better + worse)
        balance = balance_comparisons(better[known], worse[known])
        segments, size = self.better[known, 1], self.human.shape[1]
        return (
            np.bincount(segments, balance.gained, size).astype(np.float64),
            np.bincount(segments, balance.counted, size).astype(np.float64),
        )


def _turned(scores: MetricScores) -> Matrix:
    """Return segment scores, higher is better."""
    return scores.segments if scores.higher_is_better else -scores.segments
