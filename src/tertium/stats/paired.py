"""Paired tests: would two systems differ as much on other segments, or with their outputs shuffled?

``bootstrap`` (Koehn 2004): the difference on corpora drawn with replacement. Shifted so that its mean is zero, how
often is it as far from zero as the difference that was seen?

``randomization`` (Noreen 1989; Riezler and Maxwell 2005): each segment's two outputs are swapped or not, with equal
chance. How often is the difference then as large as the one that was seen?

Both are two-sided, and count the seen corpus as one of the draws: p = (as extreme + 1) / (draws + 1).

*Our deviations from sacrebleu.* Its bootstrap takes the absolute differences before it centres them, which makes the
test one-sided wherever all draws have one sign, and its p about half of ours. Both of its tests count only draws that
are strictly more extreme, so that a system compared with itself is called different with the highest significance; here
p is 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tertium.stats.bootstrap import Scorer, percentile_ends
from tertium.stats.draws import sum_bootstrap, sum_halves
from tertium.types import Array, Matrix

# Differences of equal systems are equal up to rounding, in any order of their sums.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Difference:
    """The difference of a system and its baseline.

    Attributes:
        value: The system's score less the baseline's.
        low: The lower end of its bootstrap interval.
        high: The upper end.
        p_value: How likely a difference as large would be if the two were equally good.
    """

    value: float
    low: float
    high: float
    p_value: float


class SystemTest(Protocol):
    """A paired test of two systems: a function of their tallies, and a line in ``tertium.registry.SYSTEM_TESTS``."""

    def __call__(
        self,
        system: Matrix,
        baseline: Matrix,
        score: Scorer,
        *,
        level: float,
        resamples: int,
        seed: int,
        threads: int = 1,
        drawn: dict[int, Array] | None = None,
    ) -> Difference:
        """Test whether a system differs from its baseline on the same segments.

        Args:
            system: The tallies of its segments.
            baseline: Those of the other.
            score: From tallies to scores.
            level: The confidence of the interval.
            resamples: How many resamples to draw.
            seed: Of the draws.
            threads: How many threads to use.
            drawn: Where several systems are compared by one metric, a dictionary for the scores of each system on the
                draws, which are the same for all: each system is then drawn once. Its keys are the ``id`` of tallies.
        """


def paired_bootstrap(
    system: Matrix,
    baseline: Matrix,
    score: Scorer,
    *,
    level: float,
    resamples: int,
    seed: int,
    threads: int = 1,
    drawn: dict[int, Array] | None = None,
) -> Difference:
    """Paired bootstrap test of two systems on the same segments."""
    value, draws = _bootstrap_differences(system, baseline, score, resamples, seed, threads, drawn)
    low, high = percentile_ends(draws, level)
    # A single segment can only be drawn as it is, which is not evidence of anything.
    p_value = _p_value(np.abs(draws - draws.mean()), value) if len(system) > 1 else 1.0
    return Difference(value, low, high, p_value)


def paired_randomization(
    system: Matrix,
    baseline: Matrix,
    score: Scorer,
    *,
    level: float,
    resamples: int,
    seed: int,
    threads: int = 1,
    drawn: dict[int, Array] | None = None,
) -> Difference:
    """Paired approximate randomisation test; the interval is the bootstrap's."""
    value, draws = _bootstrap_differences(system, baseline, score, resamples, seed, threads, drawn)
    low, high = percentile_ends(draws, level)
    columns = system.shape[1]
    both = np.hstack([system, baseline])
    total = both.sum(axis=0)
    kept = sum_halves(both, resamples, seed, threads)
    swapped = total - kept
    one = kept[:, :columns] + swapped[:, columns:]
    other = swapped[:, :columns] + kept[:, columns:]
    return Difference(value, low, high, _p_value(np.abs(score(one) - score(other)), value))


def _bootstrap_differences(
    system: Matrix,
    baseline: Matrix,
    score: Scorer,
    resamples: int,
    seed: int,
    threads: int,
    drawn: dict[int, Array] | None = None,
) -> tuple[float, Array]:
    value = float(score(system.sum(axis=0)) - score(baseline.sum(axis=0)))
    if drawn is not None:
        for rows in (system, baseline):
            if id(rows) not in drawn:
                drawn[id(rows)] = score(sum_bootstrap(rows, resamples, seed, threads))
        return value, drawn[id(system)] - drawn[id(baseline)]
    columns = system.shape[1]
    sums = sum_bootstrap(np.hstack([system, baseline]), resamples, seed, threads)
    return value, score(sums[:, :columns]) - score(sums[:, columns:])


def _p_value(draws: Array, value: float) -> float:
    extreme = int((draws >= abs(value) - _ROUNDING).sum())
    return (extreme + 1) / (len(draws) + 1)
