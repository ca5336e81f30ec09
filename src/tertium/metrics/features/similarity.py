"""Similarity: how near in meaning the words of the two sides are, by their vectors, alone and in context.

In ``similarity.context2`` (``context3``) the vector of a word has those of its 2 (3) neighbours on each side added,
each .5 (.7) times as much as the one before it, so that word order counts too. Each word takes its nearest of the other
side; ``precision`` is the mean nearness of the hypothesis' words, ``recall`` of the reference's, in which a word weighs
as much as it is rare, and ``f1`` their harmonic mean. ``similarity.worst.hypothesis`` and ``reference`` are the
greatest weight times distance of a word in ``context2``. ``similarity.mutual.precision`` and ``recall`` are those of
words alone that are each other's nearest. ``similarity.crowding`` is how much weight of reference words is nearest to a
hypothesis word beyond one and a half times its own. ``similarity.first`` and ``last`` are the cosines of the summed
vectors of the first and the last three words. Only the first 256 words of a side are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tertium.metrics.features import frequency, vectors
from tertium.metrics.features.text import LONGEST, Pairs
from tertium.metrics.metric import ratio
from tertium.types import Array, Matrix

NAMES = (
    "similarity.context2.precision",
    "similarity.context2.recall",
    "similarity.context2.f1",
    "similarity.context3.precision",
    "similarity.context3.recall",
    "similarity.worst.hypothesis",
    "similarity.worst.reference",
    "similarity.mutual.precision",
    "similarity.mutual.recall",
    "similarity.crowding",
    "similarity.first",
    "similarity.last",
)

# Even the most frequent words weigh a little, so that a text of only such words can be compared.
_LEAST_WEIGHT = 0.02
_CONTEXTS = ((2, 0.5), (3, 0.7))
_CROWDED = 1.5
_EDGE = 3
_ROUNDING = 1e-5
# Squares of lengths below this are zero but for rounding.
_TINY = 1e-12
# Nothing is similar, and everything is lost.
_NOTHING = tuple(1.0 if name.endswith(("worst.reference", "crowding")) else 0.0 for name in NAMES)


def compare_meanings(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each pair."""
    vocabulary = pairs.vocabulary
    words = list(vocabulary)
    known = vectors.look_up_vectors(words)
    weights = frequency.weigh(frequency.look_up_frequencies(words)) + _LEAST_WEIGHT
    rows = []
    for ours, theirs in pairs.words:
        if not ours or not theirs:
            rows.append(_NOTHING)
            continue
        numbers = [vocabulary[word] for side in (ours, theirs) for word in side[:LONGEST]]
        vectors_of_both = known[numbers]
        cosines = (vectors_of_both @ vectors_of_both.T).astype(np.float64)
        rows.append(_compare(cosines, weights[numbers], min(len(ours), LONGEST)))
    return dict(zip(NAMES, np.array(rows, dtype=np.float64).reshape(-1, len(NAMES)).T, strict=True))


def describe_resources() -> dict[str, str]:
    """Return the vectors, and the version of wordfreq."""
    return {**vectors.describe_resources(), **frequency.describe_resources()}


def _compare(cosines: Matrix, weights: Array, count: int) -> tuple[float, ...]:
    """Return the features of a pair.

    Args:
        cosines: Of all words of both sides, those of the hypothesis first, with each other.
        weights: How much each weighs.
        count: How many words the hypothesis has.
    """
    our_weights, their_weights = weights[:count], weights[count:]
    our_shares, their_shares = our_weights / our_weights.sum(), their_weights / their_weights.sum()
    (near, covered), (near_by_three, covered_by_three) = (
        _find_nearest(_add_context(cosines, count, *context)) for context in _CONTEXTS
    )
    precision, recall = float(near @ our_shares), float(covered @ their_shares)
    alike = np.maximum(cosines[:count, count:], 0)
    nearest, covering = _find_first(alike), _find_first(alike.T)
    is_mutual = covering[nearest] == np.arange(count)
    is_covered = nearest[covering] == np.arange(len(their_weights))
    taken = np.bincount(covering, weights=their_weights, minlength=count)
    return (
        precision,
        recall,
        2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        float(near_by_three @ our_shares),
        float(covered_by_three @ their_shares),
        float(((1 - near) * our_weights).max()),
        float(((1 - covered) * their_weights).max()),
        float((alike.max(axis=1) * is_mutual) @ our_shares),
        float((alike.max(axis=0) * is_covered) @ their_shares),
        float(np.maximum(taken - _CROWDED * our_weights, 0).sum() / their_weights.sum()),
        _compare_sums(cosines, weights, range(min(_EDGE, count)), range(count, min(count + _EDGE, len(weights)))),
        _compare_sums(
            cosines, weights, range(max(count - _EDGE, 0), count), range(max(len(weights) - _EDGE, count), len(weights))
        ),
    )


def _find_first(alike: Matrix) -> NDArray[np.intp]:
    """Return which of the other side is nearest to each word; the first of those that are equal but for rounding."""
    found: NDArray[np.intp] = np.argmax(alike >= alike.max(axis=1, keepdims=True) - _ROUNDING, axis=1)
    return found


def _find_nearest(alike: Matrix) -> tuple[Array, Array]:
    return alike.max(axis=1), alike.max(axis=0)


def _add_context(cosines: Matrix, count: int, reach: int, share: float) -> Matrix:
    """Return the cosines of the words of both sides, none below 0, after their neighbours' vectors were added to each.

    What is added to vectors can be added to their products, which are far fewer numbers.
    """
    ours, theirs = _make_band(count, reach, share), _make_band(len(cosines) - count, reach, share)
    products = ours @ cosines[:count, count:] @ theirs.T
    our_squares = np.einsum("ij,ij->i", ours @ cosines[:count, :count], ours)
    their_squares = np.einsum("ij,ij->i", theirs @ cosines[count:, count:], theirs)
    lengths = np.sqrt(np.maximum(np.outer(our_squares, their_squares), 0))
    return np.maximum(ratio(products, np.where(lengths < _TINY, 0, lengths)), 0)


@lru_cache(maxsize=256)
def _make_band(count: int, reach: int, share: float) -> Matrix:
    """Return how much each word adds to each: all of itself, and less of neighbours the further away they are."""
    places = np.arange(count)
    distances = np.abs(places[:, None] - places)
    return np.where(distances <= reach, share**distances, 0.0)


def _compare_sums(cosines: Matrix, weights: Array, ours: range, theirs: range) -> float:
    """Return the cosine of the weighted sums of some words' vectors."""
    mine, others = slice(ours.start, ours.stop), slice(theirs.start, theirs.stop)
    product = weights[mine] @ cosines[mine, others] @ weights[others]
    squares = (weights[mine] @ cosines[mine, mine] @ weights[mine]) * (
        weights[others] @ cosines[others, others] @ weights[others]
    )
    return float(product / np.sqrt(squares)) if squares > _TINY else 0.0
