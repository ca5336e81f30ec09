"""Bootstrap of correlations: systems, segments or both drawn with replacement (Deutsch, Dror and Roth 2021).

How often each system and segment was drawn is a weight, and sums over drawn cells are matrix products of weights with
scores. So the means of systems, and all that Pearson's correlation needs, come for all resamples at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.registry import unknown
from tertium.stats.exchange import EXCHANGES
from tertium.stats.levels import correlate, correlate_groups, correlate_means
from tertium.stats.moments import Moments, average_rows_defined, cell_moments, standardise
from tertium.types import Array, Matrix

Indices = NDArray[np.int64]

# Groups of all resamples that are worked on at once; each takes some dozens of bytes several times.
_AT_A_TIME = 3_000_000


@dataclass(frozen=True)
class Redraws:
    """What was drawn in each resample, one row each.

    Attributes:
        systems: The numbers of the drawn systems.
        segments: The numbers of the drawn segments.
        human_segments: Those of people's scores; the same, unless these have other columns.
        draw: What was drawn: ``systems``, ``segments`` or ``both``; the rest stayed as it is.
    """

    systems: Indices
    segments: Indices
    human_segments: Indices
    draw: str

    def __len__(self) -> int:
        return len(self.systems)

    def __getitem__(self, part: slice) -> Redraws:
        """Some of the resamples."""
        return Redraws(self.systems[part], self.segments[part], self.human_segments[part], self.draw)


def draw_again(
    systems: int, segments: int, draw: str, resamples: int, seed: int, human_segments: int | None = None
) -> Redraws:
    """Draws with replacement; the same for a seed on every machine.

    Args:
        systems: How many systems there are.
        segments: How many segments there are.
        draw: ``systems``, ``segments`` or ``both``; what is not drawn stays as it is.
        resamples: How many draws to make.
        seed: Of the draws.
        human_segments: How many columns people's scores have, if not as many as the metric's: they are not of the
            same segments then, and are drawn by themselves.
    """
    if draw not in EXCHANGES:
        raise unknown("draw", draw, EXCHANGES)
    generator = np.random.Generator(np.random.PCG64(seed))

    def pick(count: int, kind: str) -> Indices:
        if draw in (kind, "both"):
            return generator.integers(0, count, size=(resamples, count), dtype=np.int64)
        return np.broadcast_to(np.arange(count), (resamples, count))

    rows, columns = pick(systems, "systems"), pick(segments, "segments")
    paired = human_segments is None or human_segments == segments
    return Redraws(rows, columns, columns if paired else pick(human_segments or 0, "segments"), draw)


def redraw_correlations(
    metric: Matrix, human: Matrix, redraws: Redraws, level: str, coefficient: str, threads: int = 1
) -> Array:
    """The correlation of a metric in each resample; NaN where it is undefined."""
    metric, human = standardise(metric), standardise(human)
    step = max(1, _AT_A_TIME // max(metric.shape))
    parts = [redraws[start : start + step] for start in range(0, len(redraws), step)]
    return np.concatenate([_redraw(metric, human, part, level, coefficient, threads) for part in parts])


def _redraw(metric: Matrix, human: Matrix, redraws: Redraws, level: str, coefficient: str, threads: int) -> Array:
    if level == "system":
        return _redraw_means(metric, human, redraws, coefficient, threads)
    if (level, redraws.draw) in (("by-system", "systems"), ("by-segment", "segments")):
        groups = correlate_groups(metric, human, level, coefficient, threads)
        return average_rows_defined(groups[redraws.systems if level == "by-system" else redraws.segments])
    if coefficient == "pearson":
        return _redraw_moments(metric, human, redraws, level)
    samples = np.empty(len(redraws))
    for index in range(len(redraws)):
        drawn = np.ix_(redraws.systems[index], redraws.segments[index])
        samples[index] = correlate(metric[drawn], human[drawn], level, coefficient, threads)
    return samples


def count_drawn(indices: Indices, count: int) -> Matrix:
    """How often each number was drawn, one row a resample."""
    rows = np.arange(len(indices), dtype=np.int64)[:, None]
    return (
        np.bincount((indices + rows * count).ravel(), minlength=len(indices) * count).reshape(-1, count).astype(float)
    )


def _redraw_means(metric: Matrix, human: Matrix, redraws: Redraws, coefficient: str, threads: int) -> Array:
    drawn = []
    for scores, columns in ((metric, redraws.segments), (human, redraws.human_segments)):
        weights = count_drawn(columns, scores.shape[1])
        counts = weights @ (~np.isnan(scores)).T.astype(np.float64)
        means = np.full(counts.shape, np.nan)
        np.divide(weights @ np.nan_to_num(scores, nan=0.0).T, counts, out=means, where=counts > 0)
        drawn.append(np.take_along_axis(means, redraws.systems, axis=1))
    return correlate_means(drawn[0], drawn[1], coefficient, threads)


def _redraw_moments(metric: Matrix, human: Matrix, redraws: Redraws, level: str) -> Array:
    if level != "pooled":
        # A group's own mean changes no correlation, but sums of squares lose digits by it.
        metric, human = (_centre(scores, axis=1 if level == "by-system" else 0) for scores in (metric, human))
    cells = cell_moments(metric, human)
    systems = count_drawn(redraws.systems, cells.count.shape[0])
    segments = count_drawn(redraws.segments, cells.count.shape[1])
    if level == "by-segment":
        groups = Moments(*(systems @ part for part in cells.parts()))
        return average_rows_defined(groups.correlations(), segments)
    groups = Moments(*(segments @ part.T for part in cells.parts()))
    if level == "by-system":
        return average_rows_defined(groups.correlations(), systems)
    pooled = Moments(*((part * systems).sum(axis=1) for part in groups.parts()))
    return pooled.correlations()


def _centre(scores: Matrix, axis: int) -> Matrix:
    present = ~np.isnan(scores)
    counts = np.maximum(present.sum(axis=axis, keepdims=True), 1)
    centred: Matrix = scores - np.where(present, scores, 0.0).sum(axis=axis, keepdims=True) / counts
    return centred
