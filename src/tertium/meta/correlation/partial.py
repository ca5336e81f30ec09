"""Partial correlation of a metric with people, with lengths held constant, its interval and its test.

Of translations, the interval is from segments that are drawn anew, each draw with its own regression on the controls,
and metrics are compared on the same draws. Of whole systems, interval and Williams' test are those of a plain
correlation, of as many systems fewer as there are controls (Fisher 1924).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.meta.correlation.controls import split_controls
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.statistic import Redrawn
from tertium.progress import Progress
from tertium.results import Interval
from tertium.stats.few_points import interval_of_few
from tertium.stats.pair_tests import count_items
from tertium.stats.partial import correlate_partial, correlate_partial_groups, redraw_partial
from tertium.stats.williams import williams_p
from tertium.types import Array, Matrix

# The length of one word. Where half of all translations are no longer, their language has no spaces between words.
_ONE_WORD = {"length": 1.0, "log-length": float(np.log(2.0))}


@dataclass(frozen=True, kw_only=True)
class PartialCorrelation(Redrawn):
    """A partial correlation at one of the levels.

    Attributes:
        controls: What is held constant, each in the shape of the judgments.
    """

    controls: Sequence[Matrix]

    @property
    def drawn(self) -> str:
        """Segments, or the systems that count as a sample."""
        return self.question.exchanged

    def measure(self, scores: MetricScores) -> float:
        """Return the partial correlation."""
        return self.between(scores.at(self.question.level), self.human)

    def between(self, first: Matrix, second: Matrix) -> float:
        """Return the partial correlation of two metrics, or of a metric and people."""
        return correlate_partial(
            first, second, self.controls, self.question.level, self.question.coefficient, self.threads
        )

    def of_systems(self, metric: Array, kept: np.ndarray) -> float:
        """Return the partial correlation of some systems only."""
        held = [control[kept] for control in self.controls]
        return correlate_partial(metric[kept, None], self.human[kept], held, "system", self.question.coefficient)

    def influence(self, metric: Array, kept: np.ndarray) -> Array:
        """Return the partial correlation of some systems, less that without each of them."""
        full, places = self.of_systems(metric, kept), np.arange(len(kept))
        without = [self.of_systems(metric, kept & (places != place)) for place in np.flatnonzero(kept)]
        return full - np.array(without)

    def by_system(self, points: Matrix) -> Array:
        """Return the partial correlation within each system."""
        return correlate_partial_groups(points, self.human, self.controls, "by-system", self.question.coefficient)

    def interval(self, scores: MetricScores) -> Interval:
        """From the number of systems less that of controls, at their level; else segments are drawn."""
        asked = self.question
        if not asked.is_of_systems:
            return super().interval(scores)
        count = self.count(scores) - self.held
        return interval_of_few(
            self.measure(scores), count, asked.coefficient, confidence=asked.confidence, seed=asked.seed
        )

    def replicate(self, scores: MetricScores, draws: np.ndarray) -> Array:
        """Return the figure on each draw of segments."""
        asked = self.question
        metric = scores.at(asked.level)
        return redraw_partial(metric, self.human, self.controls, draws, asked.level, asked.coefficient, self.threads)

    def compare(self, metrics: Sequence[MetricScores], progress: Progress | None = None) -> Matrix:
        """By the bootstrap, or by Williams' test of as many items fewer as there are controls."""
        if self.question.tested != "williams":
            return super().compare(metrics, progress)
        points = [scores.at(self.question.level) for scores in metrics]
        values = [self.between(each, self.human) for each in points]
        found = np.ones((len(metrics), len(metrics)))
        for one, other in combinations(range(len(metrics)), 2):
            items = count_items([points[one], points[other], self.human], self.question.level) - self.held
            together = self.between(points[one], points[other])
            found[one, other] = found[other, one] = williams_p(values[one], values[other], together, items)
            if progress is not None:
                progress(1)
        return found

    @property
    def held(self) -> int:
        """How many controls there are."""
        return len(self.controls)

    @property
    def notes(self) -> list[str]:
        """Return which controls hold nothing constant, since they do not vary or cannot be counted."""
        judged = ~np.isnan(self.human)
        found = []
        for name, control in zip(split_controls(self.question.controls), self.controls, strict=True):
            if np.ptp(control[judged]) == 0:
                found.append(f"{name} is the same for all {self.points}s: it holds nothing constant")
            elif np.median(control[judged]) <= _ONE_WORD.get(name, -np.inf):
                found.append(f"half of all translations have one word by white space: {name} is not their length")
        return found

    @property
    def _drawable(self) -> np.ndarray:
        """The segments that somebody judged."""
        return np.flatnonzero((~np.isnan(self.human)).any(axis=0))
