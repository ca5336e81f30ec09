"""Correlations of two metrics after cells changed places between them (``tertium.stats.exchange``).

Every sum over exchanged cells is a matrix product of lists of yes and no with the scores: of each metric alone,
for any metric that it is compared with. What a pair's first metric has after the exchange is its total, less its
exchanged part, plus the other's exchanged part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from tertium import _core
from tertium.stats.exchange import Exchanges
from tertium.stats.levels import average_defined, average_rows, correlate, correlate_groups, correlate_means
from tertium.stats.moments import Moments, average_rows_defined, cell_moments, have_same_gaps, standardise
from tertium.types import Array, Matrix

_STEP = 2.0**-42


class Sampler(Protocol):
    """Gives the correlations of two metrics after exchanges.

    Attributes:
        observed: The correlation of each metric as it is.
        floats: How many numbers ``load`` keeps for each resample.
    """

    observed: Array
    floats: int

    def load(self, exchanges: Exchanges) -> None:
        """Prepare for some resamples."""

    def sample(self, first: int, second: int, threads: int) -> tuple[Array, Array]:
        """Return the correlations of two metrics in each of these resamples."""
        ...


def make_sampler(metrics: Sequence[Matrix], human: Matrix, level: str, coefficient: str, exchange: str) -> Sampler:
    """Return the fastest sampler for what is asked; all give the same."""
    metrics, human = [align_scores(metric) for metric in metrics], align_scores(human)
    if level == "system":
        return MeanSampler(metrics, human, coefficient)
    if (level, exchange) in (("by-system", "systems"), ("by-segment", "segments")):
        return GroupSampler(metrics, human, level, coefficient)
    if coefficient == "pearson":
        return MomentSampler(metrics, human, level)
    return PlainSampler(metrics, human, level, coefficient)


def align_scores(scores: Matrix) -> Matrix:
    """Standardise scores, in steps so small that only rounding is lost: scores of two metrics that are equal then tie.

    Without them a group of such scores would have a correlation, of nothing but rounding.
    """
    aligned: Matrix = np.round(standardise(scores) / _STEP) * _STEP
    return aligned


def is_fast(level: str, coefficient: str, exchange: str) -> bool:
    """Return whether all pairs of many metrics can be compared in minutes.

    Pearson's by segments take several, where metrics miss different cells and systems change places.
    """
    whole_groups = (level, exchange) in (("by-system", "systems"), ("by-segment", "segments"))
    return level == "system" or whole_groups or coefficient == "pearson"


def sum_exchanged(cells: Matrix, exchanges: Exchanges) -> Matrix:
    """Return the sum of each row's exchanged cells; one row per resample."""
    parts: Matrix = exchanges.segments.astype(np.float64) @ cells.T
    # A row that is itself exchanged loses what its segments exchange back.
    np.subtract(cells.sum(axis=1), parts, out=parts, where=exchanges.systems)
    return parts


class MeanSampler:
    """Correlations of the means of systems, from sums of exchanged cells."""

    def __init__(self, metrics: Sequence[Matrix], human: Matrix, coefficient: str) -> None:
        """Take standardised scores."""
        self.coefficient = coefficient
        self.human = average_rows(human)[None]
        self.has_gaps = any(np.isnan(metric).any() for metric in metrics)
        self.cells = [np.nan_to_num(metric, nan=0.0) for metric in metrics]
        self.present = [(~np.isnan(metric)).astype(np.float64) for metric in metrics] if self.has_gaps else []
        self.totals = [cells.sum(axis=1) for cells in self.cells]
        self.counts = [present.sum(axis=1) for present in self.present]
        self.width = metrics[0].shape[1]
        rows = np.concatenate([self._means(metric, np.zeros((1, 1)), 0.0) for metric in range(len(metrics))])
        self.observed = correlate_means(rows, self.human, coefficient)
        self.floats = len(metrics) * len(human) * (2 if self.has_gaps else 1)

    def load(self, exchanges: Exchanges) -> None:
        """Prepare for some resamples."""
        self.parts = [sum_exchanged(cells, exchanges) for cells in self.cells]
        self.part_counts = [sum_exchanged(present, exchanges) for present in self.present]

    def sample(self, first: int, second: int, threads: int) -> tuple[Array, Array]:
        """Return the correlations of two metrics in each of these resamples."""
        change = self.parts[second] - self.parts[first]
        counts = self.part_counts[second] - self.part_counts[first] if self.has_gaps else 0.0
        rows = np.concatenate([self._means(first, change, counts), self._means(second, -change, -counts)])
        one, other = np.split(correlate_means(rows, self.human, self.coefficient, threads), 2)
        return one, other

    def _means(self, metric: int, change: Matrix, change_of_counts: Matrix | float) -> Matrix:
        sums = self.totals[metric] + change
        if not self.has_gaps:
            means: Matrix = sums / self.width
            return means
        counts = self.counts[metric] + change_of_counts
        means = np.full(sums.shape, np.nan)
        np.divide(sums, counts, out=means, where=counts > 0)
        return means


class GroupSampler:
    """Means of the correlations within groups, where whole groups change places and so do their correlations."""

    def __init__(self, metrics: Sequence[Matrix], human: Matrix, level: str, coefficient: str) -> None:
        """Take standardised scores."""
        self.level = level
        groups = np.array([correlate_groups(metric, human, level, coefficient) for metric in metrics])
        self.defined = (~np.isnan(groups)).astype(np.float64)
        self.groups = np.nan_to_num(groups, nan=0.0)
        self.observed = average_rows_defined(groups)
        self.floats = 2 * len(metrics)

    def load(self, exchanges: Exchanges) -> None:
        """Prepare for some resamples."""
        mask = exchanges.systems if self.level == "by-system" else exchanges.segments
        self.parts = self.groups @ mask.T.astype(np.float64)
        self.counts = self.defined @ mask.T.astype(np.float64)

    def sample(self, first: int, second: int, threads: int) -> tuple[Array, Array]:
        """Return the correlations of two metrics in each of these resamples."""
        del threads
        change = self.parts[second] - self.parts[first]
        counts = self.counts[second] - self.counts[first]
        return self._mean(first, change, counts), self._mean(second, -change, -counts)

    def _mean(self, metric: int, change: Array, change_of_counts: Array) -> Array:
        counts = self.defined[metric].sum() + change_of_counts
        means = np.full(len(change), np.nan)
        np.divide(self.groups[metric].sum() + change, counts, out=means, where=counts > 0)
        return means


class MomentSampler:
    """Pearson's correlations of groups, from sums of exchanged cells."""

    def __init__(self, metrics: Sequence[Matrix], human: Matrix, level: str) -> None:
        """Take standardised scores."""
        self.level = level
        self.metrics, self.human = metrics, human
        # Where all metrics miss the same cells, exchanges change neither counts nor people's scores.
        self.fixed = 3 if have_same_gaps(metrics, human) else 0
        self.totals = [Moments.of(map(self._sum, self._cells(metric))) for metric in metrics]
        self.observed = np.array([average_defined(total.correlations()) for total in self.totals])
        self.floats = len(metrics) * (6 - self.fixed) * len(self.totals[0].count)

    def _cells(self, metric: Matrix) -> Iterator[Matrix]:
        """Return the moments of cells, one row per group, or a row whose sum is part of the only group."""
        for part in cell_moments(metric, self.human).parts():
            yield np.ascontiguousarray(part.T) if self.level == "by-segment" else part

    def _sum(self, cells: Matrix) -> Array:
        sums: Array = cells.sum(axis=-1)
        return sums.sum(axis=-1, keepdims=True) if self.level == "pooled" else sums

    def load(self, exchanges: Exchanges) -> None:
        """Prepare for some resamples."""
        if self.level == "by-segment":
            exchanges = exchanges.transposed()
        self.given = [self._exchange(metric, exchanges) for metric in self.metrics]

    def _exchange(self, metric: Matrix, exchanges: Exchanges) -> Matrix:
        """Return the moments of the cells that a metric gives away: one row per resample, moment after moment."""
        parts = [sum_exchanged(cells, exchanges) for cells in list(self._cells(metric))[self.fixed :]]
        if self.level == "pooled":
            parts = [part.sum(axis=1, keepdims=True) for part in parts]
        return np.concatenate(parts, axis=1)

    def sample(self, first: int, second: int, threads: int) -> tuple[Array, Array]:
        """Return the correlations of two metrics in each of these resamples."""
        if self.fixed:
            one, other = (np.concatenate(self.totals[metric].parts()[self.fixed :]) for metric in (first, second))
            fixed = np.concatenate(self.totals[first].parts()[: self.fixed])
            means = _core.exchange_pearson(fixed, (one, other), (self.given[first], self.given[second]), threads)
            return means[:, 0], means[:, 1]
        change = self.given[second] - self.given[first]
        return self._correlate(first, change), self._correlate(second, -change)

    def _correlate(self, metric: int, change: Matrix) -> Array:
        moved = np.split(np.concatenate(self.totals[metric].parts()) + change, 6, axis=1)
        return average_rows_defined(Moments.of(moved).correlations())


class PlainSampler:
    """Any correlation at any level: exchanges the cells and correlates, one resample after the other."""

    def __init__(self, metrics: Sequence[Matrix], human: Matrix, level: str, coefficient: str) -> None:
        """Take standardised scores."""
        self.metrics, self.human, self.level, self.coefficient = metrics, human, level, coefficient
        self.observed = np.array([self._correlate(metric, 1) for metric in metrics])
        self.floats = 1

    def load(self, exchanges: Exchanges) -> None:
        """Prepare for some resamples."""
        self.exchanges = exchanges

    def sample(self, first: int, second: int, threads: int) -> tuple[Array, Array]:
        """Return the correlations of two metrics in each of these resamples."""
        samples = np.empty((2, len(self.exchanges)))
        for index in range(len(self.exchanges)):
            mask = self.exchanges.cells(index)
            for row, (one, other) in enumerate(((first, second), (second, first))):
                moved = np.where(mask, self.metrics[other], self.metrics[one])
                samples[row, index] = self._correlate(moved, threads)
        return samples[0], samples[1]

    def _correlate(self, metric: Matrix, threads: int) -> float:
        return correlate(metric, self.human, self.level, self.coefficient, threads)
