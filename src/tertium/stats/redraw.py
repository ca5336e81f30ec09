"""Bootstrap of correlations: systems, segments or both drawn with replacement (Deutsch, Dror and Roth 2021).

How often each system and segment was drawn is a weight, and sums over drawn cells are matrix products of weights with
scores. So the means of systems, and all that Pearson's correlation needs, come for all resamples at once.

What is drawn twice is one item and its copy, and metric and people tie them, whether they agree or not:

- ``accuracy`` would take that for agreement, and be too high, the more so the fewer items there are. So pairs of copies
  are left out, above and below the line. A copy still counts in its pairs with other items.
- ``kendall-b`` leaves pairs that both tie out of its denominator, and so does not see copies.
- ``kendall-c`` counts all pairs below the line, and is drawn towards zero by the copies. It stays as scipy defines it,
  so that its interval may lie below a figure near 1: of systems in the right order, which have 1, the 95 % interval is
  [0.75, 1] for 6 and [0.95, 0.99] for 20. Better ask for ``kendall-b`` where intervals matter.
- ``pearson`` and ``spearman`` are those of the drawn lists; a copy is a second item at the same place.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.registry import unknown
from tertium.stats.exchange import EXCHANGES
from tertium.stats.levels import average_defined, correlate_groups, correlate_means
from tertium.stats.moments import Moments, average_rows_defined, cell_moments, standardise, standardise_groups
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
        """Return some of the resamples."""
        return Redraws(self.systems[part], self.segments[part], self.human_segments[part], self.draw)


def draw_again(
    systems: int, segments: int, draw: str, resamples: int, seed: int, human_segments: int | None = None
) -> Redraws:
    """Draw with replacement; the same for a seed on every machine.

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


def can_redraw(metric: Matrix, human: Matrix, draw: str, level: str, coefficient: str) -> bool:
    """Return whether there are two systems or segments to draw from.

    What counts are those that a correlation is made of: with a pair of scores in a group that has two, or, where whole
    groups are drawn, with a correlation. Of ``both``, two of either are enough.
    """
    if level == "system":
        known, judged = ~np.isnan(metric), ~np.isnan(human)
        systems = int((known.any(axis=1) & judged.any(axis=1)).sum())
        # Either one's segments may differ, even where the other's cannot.
        segments = max(int(scores.any(axis=0).sum()) for scores in (known, judged))
    elif _draws_groups(level, draw):
        systems = segments = int((~np.isnan(correlate_groups(metric, human, level, coefficient))).sum())
    else:
        present = ~(np.isnan(metric) | np.isnan(human))
        if level != "pooled":
            present &= present.sum(axis=1 if level == "by-system" else 0, keepdims=True) > 1
        systems, segments = int(present.any(axis=1).sum()), int(present.any(axis=0).sum())
    return max(systems * (draw != "segments"), segments * (draw != "systems")) > 1


def _draws_groups(level: str, draw: str) -> bool:
    """Return whether what is drawn are whole groups, with their correlations."""
    return (level, draw) in (("by-system", "systems"), ("by-segment", "segments"))


def redraw_correlations(
    metric: Matrix, human: Matrix, redraws: Redraws, level: str, coefficient: str, threads: int = 1
) -> Array:
    """Return the correlation of a metric in each resample; NaN where it is undefined."""
    step = max(1, _AT_A_TIME // max(metric.shape))
    parts = [redraws[start : start + step] for start in range(0, len(redraws), step)]
    return np.concatenate([_redraw(metric, human, part, level, coefficient, threads) for part in parts])


def _redraw(metric: Matrix, human: Matrix, redraws: Redraws, level: str, coefficient: str, threads: int) -> Array:
    if level == "system":
        return _redraw_means(metric, human, redraws, coefficient, threads)
    if _draws_groups(level, redraws.draw):
        groups = correlate_groups(metric, human, level, coefficient, threads)
        return average_rows_defined(groups[redraws.systems if level == "by-system" else redraws.segments])
    if coefficient == "pearson":
        return _redraw_moments(metric, human, redraws, level)
    copies = _count_copies(~(np.isnan(metric) | np.isnan(human)), redraws, level)
    samples = np.empty(len(redraws))
    for index in range(len(redraws)):
        drawn = np.ix_(redraws.systems[index], redraws.segments[index])
        groups = correlate_groups(metric[drawn], human[drawn], level, coefficient, threads, copies[index])
        samples[index] = average_defined(groups)
    return samples


def _count_copies(present: NDArray[np.bool_], redraws: Redraws, level: str) -> Matrix:
    """Return how many pairs of each drawn group are of a cell and its copy; one row per resample."""
    cells = present.astype(np.float64)
    systems, segments = count_drawn(redraws.systems, len(cells)), count_drawn(redraws.segments, cells.shape[1])
    if level == "by-system":
        return np.take_along_axis(_count_pairs(segments) @ cells.T, redraws.systems, axis=1)
    if level == "by-segment":
        return np.take_along_axis(_count_pairs(systems) @ cells, redraws.segments, axis=1)
    # A cell is drawn as often as its system times as often as its segment.
    times, squares = (
        ((rows @ cells) * columns).sum(axis=1) for rows, columns in ((systems, segments), (systems**2, segments**2))
    )
    copies: Matrix = ((squares - times) / 2)[:, None]
    return copies


def _count_pairs(times: Matrix) -> Matrix:
    pairs: Matrix = times * (times - 1) / 2
    return pairs


def count_drawn(indices: Indices, count: int) -> Matrix:
    """Return how often each number was drawn, one row per resample."""
    rows = np.arange(len(indices), dtype=np.int64)[:, None]
    return (
        np.bincount((indices + rows * count).ravel(), minlength=len(indices) * count).reshape(-1, count).astype(float)
    )


def _redraw_means(metric: Matrix, human: Matrix, redraws: Redraws, coefficient: str, threads: int) -> Array:
    # The mean of a single column is that column: there is no sum to round, nor a scale that sums would need.
    scales = 0.0 if metric.shape[1] == 1 else 1.0, 0.0 if human.shape[1] == 1 else 1.0
    means, others = _average_drawn(metric, redraws.segments), _average_drawn(human, redraws.human_segments)
    pairs = _count_pairs(count_drawn(redraws.systems, len(metric)))
    copies = np.where(np.isnan(means) | np.isnan(others), 0.0, pairs).sum(axis=1)
    drawn = [np.take_along_axis(each, redraws.systems, axis=1) for each in (means, others)]
    return correlate_means(drawn[0], drawn[1], coefficient, threads, scales, copies)


def _average_drawn(scores: Matrix, columns: Indices) -> Matrix:
    """Return the mean of each system's drawn cells, on a scale of deviations; one row per resample."""
    if scores.shape[1] == 1:
        return np.broadcast_to(scores[:, 0], (len(columns), len(scores)))
    scores = standardise(scores)
    weights = count_drawn(columns, scores.shape[1])
    counts = weights @ (~np.isnan(scores)).T.astype(np.float64)
    means = np.full(counts.shape, np.nan)
    np.divide(weights @ np.nan_to_num(scores, nan=0.0).T, counts, out=means, where=counts > 0)
    return means


def _redraw_moments(metric: Matrix, human: Matrix, redraws: Redraws, level: str) -> Array:
    # What has no counterpart is in no correlation, and should set no scale either.
    unpaired = np.isnan(metric) | np.isnan(human)
    metric, human = np.where(unpaired, np.nan, metric), np.where(unpaired, np.nan, human)
    if level == "pooled":
        metric, human = standardise(metric), standardise(human)
    else:
        # A group's own mean and scale change no correlation, but sums of squares lose digits by them.
        axis = 1 if level == "by-system" else 0
        metric, human = standardise_groups(metric, axis), standardise_groups(human, axis)
    cells = cell_moments(metric, human)
    systems = count_drawn(redraws.systems, cells.count.shape[0])
    segments = count_drawn(redraws.segments, cells.count.shape[1])
    if level == "by-segment":
        groups = Moments.of(systems @ part for part in cells.parts())
        return average_rows_defined(groups.correlations(), segments)
    groups = Moments.of(segments @ part.T for part in cells.parts())
    if level == "by-system":
        return average_rows_defined(groups.correlations(), systems)
    pooled = Moments.of((part * systems).sum(axis=1) for part in groups.parts())
    return pooled.correlations()
