"""Bootstrap intervals: segments drawn with replacement (Efron 1979; Koehn 2004 for machine translation)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tertium.results import Interval
from tertium.stats.draws import sum_bootstrap
from tertium.types import Array, Matrix

Scorer = Callable[[Matrix], Array]


def resample_scores(tallies: Matrix, score: Scorer, *, resamples: int, seed: int, threads: int = 1) -> Array:
    """Return the scores of random corpora of the same size, drawn from the segments with replacement."""
    return score(sum_bootstrap(tallies, resamples, seed, threads))


def bootstrap_interval(
    tallies: Matrix, score: Scorer, *, level: float, resamples: int, seed: int, threads: int = 1
) -> Interval:
    """Return the percentile interval of a corpus score.

    Args:
        tallies: One row per segment.
        score: From summed rows to scores.
        level: The confidence, such as 0.95.
        resamples: How many corpora to draw.
        seed: The same seed draws the same corpora on every machine.
        threads: How many threads to use.
    """
    scores = resample_scores(tallies, score, resamples=resamples, seed=seed, threads=threads)
    low, high = percentile_ends(scores, level)
    return Interval(low=low, high=high, mean=float(scores.mean()), level=level, resamples=resamples, seed=seed)


def percentile_ends(scores: Array, level: float) -> tuple[float, float]:
    """Return the scores that leave half of what the level leaves out at each end, as sacrebleu counts them."""
    ordered = np.sort(scores)
    left_out = min(int(len(ordered) * (1 - level) / 2 + 1e-9), (len(ordered) - 1) // 2)
    return float(ordered[left_out]), float(ordered[len(ordered) - left_out - 1])
