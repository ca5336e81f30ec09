"""The tests of ``tertium.stats.difference``: each gives the p-values of all pairs of some metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.progress import Progress
from tertium.stats.exchange import Exchanges, count_exchanges, draw_exchanges, find_movable, list_exchanges
from tertium.stats.levels import correlate
from tertium.stats.redraw import can_redraw, draw_again, redraw_correlations
from tertium.stats.samplers import Sampler, make_sampler
from tertium.stats.williams import williams_p
from tertium.types import Array, Matrix

# Differences that are equal up to rounding are as extreme as each other.
_ROUNDING = 1e-12

# Numbers that the sums of some resamples may take: about 300 MB.
_AT_A_TIME = 40_000_000


@dataclass(frozen=True, kw_only=True)
class Setting:
    """How metrics are compared; the fields are the arguments of ``tertium.stats.difference.compare_correlations``."""

    level: str
    coefficient: str
    exchange: str
    alternative: str
    resamples: int
    seed: int
    threads: int

    def correlate(self, metric: Matrix, human: Matrix) -> float:
        """Return the correlation that is compared."""
        return correlate(metric, human, self.level, self.coefficient, self.threads)

    def redraw(self, metrics: Sequence[Matrix], human: Matrix, progress: Progress | None = None) -> Matrix:
        """Return the correlation of each metric in each bootstrap resample, one row per metric.

        Where there are not two systems or segments to draw from, all resamples are the same and show nothing: NaN.
        """
        systems, segments = metrics[0].shape
        redraws = draw_again(systems, segments, self.exchange, self.resamples, self.seed, human.shape[1])
        rows = []
        for metric in metrics:
            if can_redraw(metric, human, self.exchange, self.level, self.coefficient):
                rows.append(redraw_correlations(metric, human, redraws, self.level, self.coefficient, self.threads))
            else:
                rows.append(np.full(self.resamples, np.nan))
            if progress:
                progress(1)
        return np.array(rows)


PairTest = Callable[[Sequence[Matrix], Matrix, Setting, Progress | None], list[float]]


def permute(
    metrics: Sequence[Matrix], human: Matrix, setting: Setting, progress: Progress | None = None
) -> list[float]:
    """By exchange of scores. All pairs see the same exchanges: every one there is, if those are not more than asked."""
    systems, segments = metrics[0].shape
    movable = find_movable(human, segments, setting.level)
    exact = count_exchanges(*movable, setting.exchange) <= setting.resamples
    if exact:
        exchanges = list_exchanges(*movable, setting.exchange)
    else:
        exchanges = draw_exchanges(systems, segments, setting.exchange, setting.resamples, setting.seed)
    sampler = make_sampler(metrics, human, setting.level, setting.coefficient, setting.exchange)
    pairs = list(combinations(range(len(metrics)), 2))
    values = [float(sampler.observed[one] - sampler.observed[other]) for one, other in pairs]
    extreme, defined = np.zeros(len(pairs), dtype=np.int64), np.zeros(len(pairs), dtype=np.int64)
    # One pair has all threads, several have one each.
    threads = setting.threads if len(pairs) == 1 else 1

    def work(index: int) -> None:
        one, other = sampler.sample(*pairs[index], threads)
        draws = one - other
        draws = draws[~np.isnan(draws)]
        extreme[index] += _count_extreme(draws, values[index], setting.alternative)
        defined[index] += len(draws)

    blocks = list(_split(sampler, exchanges))
    with ThreadPoolExecutor(setting.threads) as pool:
        for number, block in enumerate(blocks):
            sampler.load(block)
            for done, _ in enumerate(pool.map(work, range(len(pairs))), number * len(pairs) + 1):
                # With this many blocks, the blocks of this many pairs are as much work as one pair.
                if progress and done % len(blocks) == 0:
                    progress(1)
    found = zip(extreme.tolist(), defined.tolist(), values, strict=True)
    return [_p_value(*each, len(exchanges), seen_is_drawn=exact) for each in found]


def _split(sampler: Sampler, exchanges: Exchanges) -> Iterator[Exchanges]:
    """Return the resamples in parts whose sums fit into memory."""
    step = max(1, _AT_A_TIME // sampler.floats)
    for start in range(0, len(exchanges), step):
        yield exchanges[start : start + step]


def redraw(metrics: Sequence[Matrix], human: Matrix, setting: Setting, progress: Progress | None = None) -> list[float]:
    """By bootstrap. All metrics see the same draws."""
    values = [setting.correlate(metric, human) for metric in metrics]
    draws = setting.redraw(metrics, human, progress)
    return [
        redraw_p(draws[one] - draws[other], values[one] - values[other], setting.alternative)
        for one, other in combinations(range(len(metrics)), 2)
    ]


def redraw_p(draws: Array, value: float, alternative: str) -> float:
    """Return how often draws that are shifted to the mean zero are as far from it as the value."""
    defined = draws[~np.isnan(draws)]
    centred = defined - defined.mean() if len(defined) else defined
    return _p_value(_count_extreme(centred, value, alternative), len(defined), value, len(draws))


def williams(
    metrics: Sequence[Matrix], human: Matrix, setting: Setting, progress: Progress | None = None
) -> list[float]:
    """By Williams' test."""
    values = [setting.correlate(metric, human) for metric in metrics]
    found = []
    for one, other in combinations(range(len(metrics)), 2):
        together = setting.correlate(metrics[one], metrics[other])
        items = count_items([metrics[one], metrics[other], human], setting.level)
        found.append(williams_p(values[one], values[other], together, items, setting.alternative))
        if progress:
            progress(1)
    return found


def count_items(matrices: Sequence[Matrix], level: str) -> int:
    """Return how many items a correlation is from: systems, cells, or cells of the largest group."""
    if level == "system":
        return int(np.logical_and.reduce([(~np.isnan(matrix)).any(axis=1) for matrix in matrices]).sum())
    present = np.logical_and.reduce([~np.isnan(matrix) for matrix in matrices])
    if level == "pooled":
        return int(present.sum())
    return int(present.sum(axis=1 if level == "by-system" else 0).max())


def _count_extreme(draws: Array, value: float, alternative: str) -> int:
    if alternative == "two-sided":
        return int((np.abs(draws) >= abs(value) - _ROUNDING).sum())
    if alternative == "greater":
        return int((draws >= value - _ROUNDING).sum())
    return int((draws <= value + _ROUNDING).sum())


def _p_value(extreme: int, defined: int, value: float, resamples: int, *, seen_is_drawn: bool = False) -> float:
    """Return the share of extreme resamples. The observed one is among them; it is added unless it was drawn."""
    if np.isnan(value) or 2 * defined < resamples:
        return float("nan")
    added = 0 if seen_is_drawn else 1
    return float((extreme + added) / (defined + added))
