"""Weights of individual fragments that agree best with people.

The weight of a fragment is ``exp(theta)``. What is made as small as possible is
``penalty / translations * sum theta^2 - mean over judged sets of Pearson's r(score, human)``. The penalty is a prior:
without evidence a weight is 1, and a fragment that is hardly ever seen keeps about that; the more translations there
are, the less it counts. Fragments of fewer than ``least`` translations share one weight per size, which is that of
fragments never seen too. The search is L-BFGS, from equal weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.meta.tuning.fragment_counts import FragmentCounts
from tertium.metrics.syntactic import FragmentMetric
from tertium.types import Array, Counts, Matrix

_MOST_STEPS = 100
# A relative gain below this would not be seen on other data.
_EASE = 1e-6


@dataclass(frozen=True)
class LearnedWeights:
    """Weights of fragments, by the numbers that these have in the counts.

    Attributes:
        kept: The numbers of the fragments that have a weight of their own.
        weights: Their weights.
        others: The weight of all others of each size.
    """

    kept: Counts
    weights: Array
    others: Array


class FragmentScorer:
    """Scores the translations of a set for any weights, with the gradient.

    Args:
        metric: The metric.
        counts: The translations.
        kept: The numbers of the fragments that have a weight of their own.
    """

    def __init__(self, metric: FragmentMetric, counts: FragmentCounts, kept: Counts) -> None:
        from scipy import sparse

        sizes = metric.sizes
        own = np.searchsorted(kept, counts.fragment)
        own[own == len(kept)] = 0
        is_kept = kept[own] == counts.fragment if len(kept) else np.zeros(len(own), dtype=bool)
        # First the weights of others, size by size, then those of fragments.
        column = np.where(is_kept, own + sizes, counts.cell % sizes)
        shape = (len(counts) * sizes, sizes + len(kept))
        self._matched = sparse.csr_array((counts.matched, (counts.cell, column)), shape=shape)
        self._count = sparse.csr_array((counts.count, (counts.cell, column)), shape=shape)
        shares = np.asarray(metric.size_weights) * (counts.wanted if metric.effective else np.ones_like(counts.wanted))
        totals = shares.sum(axis=1, keepdims=True)
        self._shares = np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0)
        # What a fraction of zero counts as.
        self._least = metric.epsilon * counts.wanted
        self._human = _normalise(counts.human)

    def score(self, weights: Array) -> Array:
        """Return the score of each translation, by weights of others and of fragments."""
        return self._score(weights)[0]

    def agree(self, weights: Array) -> tuple[float, Array]:
        """Return Pearson's r with people, and its gradient in the weights; both are 0 where there is none."""
        scores, fractions, whole = self._score(weights)
        centred = scores - scores.mean()
        spread = float(np.linalg.norm(centred))
        if spread <= 1e-12 or not self._human.any():
            return 0.0, np.zeros(len(weights))
        r = float(centred @ self._human) / spread
        by_score = (self._human - r * centred / spread) / spread
        by_fraction = (by_score[:, None] * self._shares * (fractions > 0)).ravel()
        pull = np.divide(by_fraction, whole, out=np.zeros_like(whole), where=whole > 0)
        return r, self._matched.T @ pull - self._count.T @ (pull * fractions.ravel())

    def _score(self, weights: Array) -> tuple[Array, Matrix, Array]:
        whole = self._count @ weights
        fractions = np.divide(self._matched @ weights, whole, out=np.zeros_like(whole), where=whole > 0)
        fractions = fractions.reshape(self._shares.shape)
        used = np.where(fractions == 0, self._least, fractions)
        return (used * self._shares).sum(axis=1), fractions, whole


def learn_weights(
    metric: FragmentMetric, sets: Sequence[FragmentCounts], *, penalty: float, least: int, rare_only: bool = False
) -> LearnedWeights:
    """Return the weights that agree best with people.

    Args:
        metric: The metric.
        sets: The judged translations.
        penalty: How strong the prior for equal weights is.
        least: A fragment has a weight of its own if at least this number of translations has it.
        rare_only: Whether fragments that would have a weight of their own keep that of 1, and only the weights of all
            others are learned.
    """
    from scipy.optimize import minimize

    # A fragment is in the list of a translation once.
    numbers, frequency = np.unique(np.concatenate([each.fragment for each in sets]), return_counts=True)
    kept = numbers[frequency >= least]
    scorers = [FragmentScorer(metric, each, kept) for each in sets]
    prior = penalty / sum(map(len, sets))
    is_free = np.ones(metric.sizes + len(kept))
    is_free[metric.sizes :] = not rare_only

    def lose(theta: Array) -> tuple[float, Array]:
        weights = np.exp(theta)
        found = [scorer.agree(weights) for scorer in scorers]
        mean = np.mean([r for r, _ in found])
        slope = np.mean([gradient for _, gradient in found], axis=0) * weights
        return float(prior * theta @ theta - mean), (2 * prior * theta - slope) * is_free

    start = np.zeros(len(is_free))
    options = {"maxiter": _MOST_STEPS, "ftol": _EASE}
    theta = minimize(lose, start, jac=True, method="L-BFGS-B", options=options).x
    weights = np.array([float(f"{weight:.4g}") for weight in np.exp(theta)])
    return LearnedWeights(kept, weights[metric.sizes :], weights[: metric.sizes])


def score_by(metric: FragmentMetric, counts: FragmentCounts, learned: LearnedWeights) -> Array:
    """Return the score of each translation by learned weights."""
    scorer = FragmentScorer(metric, counts, learned.kept)
    return scorer.score(np.concatenate((learned.others, learned.weights)))


def score_equally(metric: FragmentMetric, counts: FragmentCounts) -> Array:
    """Return the score of each translation by equal weights."""
    nothing = np.zeros(0, dtype=np.int64)
    return score_by(metric, counts, LearnedWeights(nothing, np.zeros(0), np.ones(metric.sizes)))


def _normalise(values: Array) -> Array:
    """Return values of mean 0 and length 1; zeros if they are all the same."""
    centred = values - values.mean()
    length = float(np.linalg.norm(centred))
    return centred / length if length > 0 else np.zeros_like(centred)
