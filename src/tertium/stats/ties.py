"""Ties: pairwise accuracy with a threshold below which a metric ties, and WMT's Kendall-like tau for rankings.

Metrics hardly ever give two translations the same score, people often do. Tie calibration (Deutsch, Foster and Freitag
2023) takes differences up to a threshold for ties, and chooses the threshold with which metric and people agree on most
pairs. Agreement is that of the coefficient ``accuracy``: the same order, or both a tie.

The threshold is exact: accuracy can only rise where a pair that people tied becomes a tie, so that only their
differences, and zero, have to be tried; the smallest of the best is taken. Pairs are those of a level's groups
(``tertium.stats.levels``): the means of systems, all cells, the segments of a system, or the systems of a segment (the
group-by-item of the paper). Each group's accuracy weighs the same.

*Our deviation.* Above ``LIMIT`` pairs, so many of each group's pairs are drawn with replacement (with a seed) that
there are about ``LIMIT`` in all; the result says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tertium.errors import InputError
from tertium.registry import unknown
from tertium.stats.levels import average_rows, check_matrices, find_scale, round_means
from tertium.types import Array, Matrix

# Eight bytes each, and as much again while they are sorted.
LIMIT = 20_000_000

# Pairs whose differences are made at once.
_AT_A_TIME = 1_000_000

# What a tie of the metric adds to the numerator and to the denominator.
TIES = {"wmt12": (-1, 1), "wmt13": (0, 0), "wmt14": (0, 1)}


@dataclass(frozen=True)
class Calibration:
    """The threshold with which a metric agrees with people on most pairs.

    Attributes:
        threshold: Differences of the metric up to this one are ties.
        accuracy: The share of pairs that both order, or tie, alike; the mean over groups. NaN if there is no pair.
        accuracy_at_zero: The same where only equal scores are ties.
        pairs: How many pairs these are from.
        sampled: Whether the pairs were drawn, since there were too many.
    """

    threshold: float
    accuracy: float
    accuracy_at_zero: float
    pairs: int
    sampled: bool

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return dict(vars(self))


def calibrate_ties(
    metric: Matrix, human: Matrix, level: str = "by-segment", *, limit: int = LIMIT, seed: int = 12345
) -> Calibration:
    """Chooses the threshold below which differences of a metric are ties.

    Args:
        metric: The metric's scores, systems by segments, NaN where there is none.
        human: People's.
        level: One of ``tertium.stats.levels.LEVELS``.
        limit: Above so many pairs, they are drawn.
        seed: Of these draws.
    """
    metric, human = check_matrices(metric, human, level=level)
    blocks = list(_split(metric, human, level))
    total = sum(len(x) * _count_pairs(x.shape[1]) for x, _ in blocks)
    if not total:
        return Calibration(0.0, float("nan"), float("nan"), 0, False)
    share = min(1.0, limit / total)
    groups = sum(len(x) for x, _ in blocks)
    generator = np.random.Generator(np.random.PCG64(seed))
    gains: dict[float, list[Array]] = defaultdict(list)
    losses: dict[float, list[Array]] = defaultdict(list)
    at_zero, used = 0.0, 0
    for x, z in blocks:
        pairs = max(1, round(share * _count_pairs(x.shape[1])))
        weight = 1 / pairs / groups
        for metric_gap, human_gap in _gaps(x, z, pairs, generator):
            agree = np.sign(metric_gap) == np.sign(human_gap)
            at_zero += weight * float(agree.sum())
            used += metric_gap.size
            distance = np.abs(metric_gap)
            gains[weight].append(distance[(human_gap == 0) & ~agree])
            losses[weight].append(distance[(human_gap != 0) & agree])
    threshold, gain = _best(_sort(gains), _sort(losses))
    return Calibration(threshold, min(1.0, at_zero + gain), min(1.0, at_zero), used, share < 1)


def _split(metric: Matrix, human: Matrix, level: str) -> Iterator[tuple[Matrix, Matrix]]:
    """The scores of all groups that have a pair; groups of one size together, one row each."""
    if level == "system":
        metric, human = (round_means(average_rows(scores)[None], find_scale(scores)) for scores in (metric, human))
    elif level == "pooled":
        metric, human = metric.reshape(1, -1), human.reshape(1, -1)
    elif level == "by-segment":
        metric, human = metric.T, human.T
    present = ~(np.isnan(metric) | np.isnan(human))
    sizes = present.sum(axis=1)
    for size in np.unique(sizes[sizes > 1]):
        rows = sizes == size
        yield metric[rows][present[rows]].reshape(-1, size), human[rows][present[rows]].reshape(-1, size)


def _count_pairs(items: int) -> int:
    return items * (items - 1) // 2


def _gaps(x: Matrix, z: Matrix, pairs: int, generator: np.random.Generator) -> Iterator[tuple[Matrix, Matrix]]:
    """The differences of all pairs of each row, or of so many; some at a time."""
    count = x.shape[1]
    if pairs == _count_pairs(count):
        one, other = np.triu_indices(count, 1)
        step = max(1, _AT_A_TIME // pairs)
        for start in range(0, len(x), step):
            part, human_part = x[start : start + step], z[start : start + step]
            yield part[:, one] - part[:, other], human_part[:, one] - human_part[:, other]
        return
    for row, human_row in zip(x, z, strict=True):
        for start in range(0, pairs, _AT_A_TIME):
            drawn = min(_AT_A_TIME, pairs - start)
            one = generator.integers(0, count, size=drawn)
            # A step of at least one and less than all leads to any other item, with equal chance.
            other = (one + generator.integers(1, count, size=drawn)) % count
            yield row[one] - row[other], human_row[one] - human_row[other]


def _sort(parts: dict[float, list[Array]]) -> dict[float, Array]:
    """All distances of a weight in order. Parts are let go of, since they are as large again."""
    ordered = {}
    for weight in list(parts):
        distances = np.concatenate(parts.pop(weight))
        distances.sort()
        ordered[weight] = distances
    return ordered


def _best(gains: dict[float, Array], losses: dict[float, Array]) -> tuple[float, float]:
    """The threshold with the largest gain of accuracy over none, and that gain."""
    candidates = np.unique(np.concatenate([*gains.values()]))
    net = np.zeros(len(candidates))
    for weight, distances in gains.items():
        net += weight * np.searchsorted(distances, candidates, side="right")
    for weight, distances in losses.items():
        net -= weight * np.searchsorted(distances, candidates, side="right")
    if not len(net):
        return 0.0, 0.0
    best = int(net.argmax())
    # Sums of weights are equal up to rounding: the smallest of the best, and none rather than one that gains nothing.
    best = int(np.flatnonzero(net >= net[best] - 1e-12)[0])
    return (float(candidates[best]), float(net[best])) if net[best] > 1e-12 else (0.0, 0.0)


def kendall_like(better: ArrayLike, worse: ArrayLike, ties: str = "wmt14") -> float:
    """WMT's Kendall-like tau: how often a metric prefers, of two translations, the one that people ranked higher.

    (concordant - discordant) / (concordant + discordant), over pairs that people did not tie. Pairs with a missing
    score are left out. What is done with ties of the metric changed over the years: they are discordant
    (``wmt12``; so again in WMT17 and later for rankings made from direct assessment), left out (``wmt13``), or counted
    in the denominator only (``wmt14``).

    Args:
        better: The metric's scores of the translations that people ranked higher.
        worse: Its scores of those ranked lower.
        ties: One of ``TIES``.

    Returns:
        Between -1 and 1; NaN if nothing is counted.
    """
    if ties not in TIES:
        raise unknown("treatment of ties", ties, TIES)
    high, low = np.asarray(better, dtype=np.float64), np.asarray(worse, dtype=np.float64)
    if high.ndim != 1 or high.shape != low.shape:
        raise InputError(
            f"the scores have the shapes {high.shape} and {low.shape}", remedy="Give two lists, one entry a pair each"
        )
    concordant, discordant = int((high > low).sum()), int((high < low).sum())
    tied = int((high == low).sum())
    above, below = TIES[ties]
    counted = concordant + discordant + below * tied
    return (concordant - discordant + above * tied) / counted if counted else float("nan")
