"""The scores of a metric on judged translations, whoever made them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tertium.stats.levels import average_rows
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class MetricScores:
    """What a metric said of the systems of a judged set.

    Attributes:
        metric: Its spec, or the name that its column had.
        segments: Systems by segments; not a number where there is no score, or none was needed.
        systems: One score per system, from summed statistics; not a number where there is none.
        higher_is_better: Whether a higher score is a better one.
        signature: All that is needed to get the same scores again; empty for scores from elsewhere.
    """

    metric: str
    segments: Matrix
    systems: Array
    higher_is_better: bool = True
    signature: str = ""

    def at(self, level: str) -> Matrix:
        """Return the scores for a level of correlation, turned so that higher is better.

        At the level ``system`` that is one column: scores of whole systems, or the means of their segments where the
        metric does not score whole systems.
        """
        sign = 1.0 if self.higher_is_better else -1.0
        if level != "system":
            return sign * self.segments
        systems = average_rows(self.segments) if np.isnan(self.systems).all() else self.systems
        return sign * systems[:, np.newaxis]
