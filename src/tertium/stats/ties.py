"""Ties: pairwise accuracy with a threshold below which a metric ties, and WMT's Kendall-like tau for rankings.

Metrics hardly ever give two translations the same score, people often do. Tie calibration (Deutsch, Foster and Freitag
2023) takes differences up to a threshold for ties, and chooses the threshold with which metric and people agree on most
pairs. Agreement is that of the coefficient ``accuracy``: the same order, or both a tie.

The threshold is exact: accuracy can only rise where a pair that people tied becomes a tie, so that only their
differences, and zero, have to be tried; the smallest of the best is taken. Pairs are those of a level's groups
(``tertium.stats.levels``): the means of systems, all cells, the segments of a system, or the systems of a segment (the
group-by-item of the paper). Each group's accuracy weighs the same.

In samples of segments drawn with replacement, a segment and its copy are tied by the metric and by people, which would
count as agreement. ``identity`` says which columns are copies of each other, and such pairs are left out.

*Our deviation.* Above ``LIMIT`` pairs, a part of each group's pairs is drawn with replacement (with a seed) that
there are about ``LIMIT`` in all; the result says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.errors import InputError
from tertium.json_result import JsonResult
from tertium.registry import unknown
from tertium.stats.levels import average_rows, check_matrices, find_scale, round_means
from tertium.stats.resampling import SEED
from tertium.types import Array, Counts, Matrix

# Eight bytes each, and as much again while they are sorted.
LIMIT = 20_000_000

# Pairs whose differences are made at once.
_AT_A_TIME = 1_000_000

# What a tie of the metric adds to the numerator and to the denominator.
TIES = {"wmt12": (-1, 1), "wmt13": (0, 0), "wmt14": (0, 1)}


@dataclass(frozen=True, kw_only=True)
class Calibration(JsonResult):
    """The threshold with which a metric agrees with people on most pairs.

    Attributes:
        threshold: Differences of the metric up to this one are ties.
        accuracy: The share of pairs that both order, or tie, in the same way; the mean over groups, NaN without pairs.
        accuracy_at_zero: The same where only equal scores are ties.
        pairs: How many pairs these are from.
        sampled: Whether the pairs were drawn, since there were too many.
    """

    threshold: float
    accuracy: float
    accuracy_at_zero: float
    pairs: int
    sampled: bool


@dataclass(frozen=True)
class Balance:
    """What each comparison adds to Kendall-like tau.

    Sums over any comparisons, such as those of drawn segments, give the tau of these: that of ``gained`` by that of
    ``counted``.

    Attributes:
        gained: 1 if concordant, -1 if discordant, and for ties of the metric as ``TIES`` says; 0 where a score is
            missing.
        counted: 1 if it counts in the denominator, and 0 if not.
    """

    gained: Array
    counted: Array

    @property
    def tau(self) -> float:
        """Of all comparisons; NaN if nothing is counted."""
        counted = float(self.counted.sum())
        return float(self.gained.sum()) / counted if counted else float("nan")


@dataclass(frozen=True)
class _Block:
    """Groups that have as many items each and as many pairs, one row per group.

    Attributes:
        metric: The metric's scores.
        human: People's.
        items: Which item each is; equal numbers are copies. ``None`` if there are no copies.
        pairs: How many pairs each group has without copies.
    """

    metric: Matrix
    human: Matrix
    items: Counts | None
    pairs: int


def calibrate_ties(
    metric: Matrix,
    human: Matrix,
    level: str = "by-segment",
    *,
    identity: ArrayLike | None = None,
    limit: int = LIMIT,
    seed: int = SEED,
) -> Calibration:
    """Choose the threshold below which differences of a metric are ties.

    Args:
        metric: The metric's scores, systems by segments, NaN where there is none.
        human: People's.
        level: One of ``tertium.registry.LEVELS``.
        identity: The segment of each column, where some were drawn more than once: pairs of one cell and its copy are
            left out. That matters at the levels ``pooled`` and ``by-system``; the others have no such pairs.
        limit: Above this number of pairs, they are drawn.
        seed: Of these draws.
    """
    metric, human = check_matrices(metric, human, level=level)
    columns = None if identity is None else _check_identity(identity, metric.shape[1])
    blocks = list(_split(metric, human, level, columns))
    total = sum(len(block.metric) * block.pairs for block in blocks)
    if not total:
        return Calibration(threshold=0.0, accuracy=float("nan"), accuracy_at_zero=float("nan"), pairs=0, sampled=False)
    share = min(1.0, limit / total)
    groups = sum(len(block.metric) for block in blocks)
    generator = np.random.Generator(np.random.PCG64(seed))
    gains: dict[float, list[Array]] = defaultdict(list)
    losses: dict[float, list[Array]] = defaultdict(list)
    at_zero, used = 0.0, 0
    for block in blocks:
        pairs = max(1, round(share * block.pairs))
        weight = 1 / pairs / groups
        for metric_gap, human_gap in _gaps(block, pairs, generator):
            agree = np.sign(metric_gap) == np.sign(human_gap)
            at_zero += weight * float(agree.sum())
            used += metric_gap.size
            distance = np.abs(metric_gap)
            gains[weight].append(distance[(human_gap == 0) & ~agree])
            losses[weight].append(distance[(human_gap != 0) & agree])
    threshold, gain = _best(_sort(gains), _sort(losses))
    return Calibration(
        threshold=threshold,
        accuracy=min(1.0, at_zero + gain),
        accuracy_at_zero=min(1.0, at_zero),
        pairs=used,
        sampled=share < 1,
    )


def _check_identity(identity: ArrayLike, columns: int) -> Counts:
    """Return the segments numbered from 0."""
    given = np.asarray(identity)
    if given.shape != (columns,):
        raise InputError(
            f"an identity of the shape {given.shape} does not go with {columns} columns",
            remedy="Give the number of its segment for each column",
        )
    return np.unique(given, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _split(metric: Matrix, human: Matrix, level: str, columns: Counts | None) -> Iterator[_Block]:
    """Return the scores of all groups that have a pair; groups of one size, with as many copies, together."""
    items = None
    if level == "system":
        metric, human = (round_means(average_rows(scores)[None], find_scale(scores)) for scores in (metric, human))
    elif level == "pooled":
        if columns is not None:
            items = (np.arange(len(metric))[:, None] * (columns.max() + 1) + columns).reshape(1, -1)
        metric, human = metric.reshape(1, -1), human.reshape(1, -1)
    elif level == "by-segment":
        metric, human = metric.T, human.T
    elif columns is not None:
        items = np.broadcast_to(columns, metric.shape)
    present = ~(np.isnan(metric) | np.isnan(human))
    sizes = present.sum(axis=1)
    pairs = sizes * (sizes - 1) // 2
    if items is not None:
        pairs = pairs - _count_copies(present, items)
    for size, count in np.unique(np.stack([sizes, pairs], axis=1)[pairs > 0], axis=0).tolist():
        rows = (sizes == size) & (pairs == count)
        known = present[rows]
        x, z = metric[rows][known].reshape(-1, size), human[rows][known].reshape(-1, size)
        yield _Block(x, z, None if items is None else items[rows][known].reshape(-1, size), count)


def _count_copies(present: NDArray[np.bool_], items: Counts) -> Counts:
    """Return how many pairs of each row are of one item."""
    kinds = int(items.max()) + 1
    codes = (np.arange(len(items))[:, None] * kinds + items)[present]
    times = np.bincount(codes, minlength=len(items) * kinds).reshape(len(items), kinds)
    copies: Counts = (times * (times - 1) // 2).sum(axis=1)
    return copies


def _gaps(block: _Block, pairs: int, generator: np.random.Generator) -> Iterator[tuple[Array, Array]]:
    """Return the differences of all pairs of each group, or of a sample; some at a time."""
    count = block.metric.shape[1]
    if pairs == block.pairs:
        one, other = np.triu_indices(count, 1)
        step = max(1, _AT_A_TIME // len(one))
        for start in range(0, len(block.metric), step):
            part = slice(start, start + step)
            gaps = [scores[part][:, one] - scores[part][:, other] for scores in (block.metric, block.human)]
            if block.items is None:
                yield gaps[0].ravel(), gaps[1].ravel()
            else:
                kept = block.items[part][:, one] != block.items[part][:, other]
                yield gaps[0][kept], gaps[1][kept]
        return
    for index, (row, human_row) in enumerate(zip(block.metric, block.human, strict=True)):
        items = np.arange(count) if block.items is None else block.items[index]
        left = pairs
        while left:
            drawn = min(_AT_A_TIME, left)
            one = generator.integers(0, count, size=drawn)
            # A step of at least one and less than all leads to any other place, with equal chance.
            other = (one + generator.integers(1, count, size=drawn)) % count
            kept = items[one] != items[other]
            one, other = one[kept], other[kept]
            left -= len(one)
            yield row[one] - row[other], human_row[one] - human_row[other]


def _sort(parts: dict[float, list[Array]]) -> dict[float, Array]:
    """Return all distances of a weight in order. Parts are let go of, since they are as large again."""
    ordered = {}
    for weight in list(parts):
        distances = np.concatenate(parts.pop(weight))
        distances.sort()
        ordered[weight] = distances
    return ordered


def _best(gains: dict[float, Array], losses: dict[float, Array]) -> tuple[float, float]:
    """Return the threshold with the largest gain of accuracy over none, and that gain."""
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
    """Return WMT's Kendall-like tau: how often a metric prefers the translation that people ranked higher.

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
    return balance_comparisons(better, worse, ties).tau


def balance_comparisons(better: ArrayLike, worse: ArrayLike, ties: str = "wmt14") -> Balance:
    """Return what each comparison adds to ``kendall_like``, whose arguments these are."""
    if ties not in TIES:
        raise unknown("treatment of ties", ties, TIES)
    high, low = np.asarray(better, dtype=np.float64), np.asarray(worse, dtype=np.float64)
    if high.ndim != 1 or high.shape != low.shape:
        raise InputError(
            f"the scores have the shapes {high.shape} and {low.shape}", remedy="Give two lists, one entry per pair each"
        )
    tied, ordered = high == low, (high > low) | (high < low)
    above, below = TIES[ties]
    gained = (high > low).astype(np.float64) - (high < low) + above * tied
    return Balance(gained, ordered + below * tied.astype(np.float64))
