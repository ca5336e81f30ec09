"""The weights of all evidence, learned from text of which it is known what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from tertium import _core
from tertium.errors import InputError
from tertium.mtness.detection.combiner import ALL, SETTLED, Combiner
from tertium.mtness.resources.confusions import WordChange
from tertium.threads import resolve_threads
from tertium.types import Array

# Weights of features that are rare stay small, those of single actions smaller still.
_PENALTY, _ACTION_PENALTY = 0.5, 2.0
_LEAST_SPREAD = 0.05
# How many examples what is known of another system counts for.
_DOUBT = 4.0
_LEAST_SURE = 0.001


@dataclass(frozen=True, slots=True)
class Example:
    """A repair of which it is known whether it is right.

    Attributes:
        features: What is known about it.
        action: How it was made.
        right: Whether it is right.
        settled: Whether counts call for it, and are enough for its action.
    """

    features: Mapping[str, float]
    action: str
    right: bool
    settled: bool = False


def find_right(
    changes: Sequence[tuple[Sequence[str], WordChange, Sequence[str]]], threads: int | None = None
) -> list[bool]:
    """Return whether each change of a text brings it nearer to its original, by the number of words that differ.

    Args:
        changes: The words of a text, the change, and the words of its original.
        threads: The number of threads.
    """
    if not changes:
        return []
    count = resolve_threads(threads)
    before = ["\n".join(words) for words, _, _ in changes]
    after = ["\n".join([*words[:first], *new, *words[stop:]]) for words, (first, stop, new), _ in changes]
    originals = _core.tokenize(["\n".join(original) for _, _, original in changes], "none", count)
    offsets = np.arange(len(changes) + 1, dtype=np.int64)
    distances = [
        _core.tally_wer(_core.tokenize(texts, "none", count), originals, offsets, count)[:, 0]
        for texts in (before, after)
    ]
    found: list[bool] = (distances[1] < distances[0]).tolist()
    return found


def train_combiner(examples: Sequence[Example], origin: str = "") -> Combiner:
    """Return the weights under which the examples are most probable, large weights being improbable.

    Args:
        examples: Repairs of which it is known whether they are right.
        origin: What they are from.

    Raises:
        InputError: None of them is right, or all are.
    """
    if len({each.right for each in examples}) < 2:
        raise InputError(
            f"the weights cannot be learned: of {len(examples):,} repairs, "
            f"{'all' if examples and examples[0].right else 'none'} are right",
            remedy="Give more text, or learn the table only",
            command_remedy="Give more text, or leave out --weights",
        )
    names = sorted({name for each in examples for name in each.features})
    places = {name: place for place, name in enumerate(names)}
    matrix = np.zeros((len(examples), len(names)))
    for row, each in enumerate(examples):
        for name, value in each.features.items():
            matrix[row, places[name]] = value
    right = np.array([each.right for each in examples], np.float64)
    spread = np.maximum(matrix.std(axis=0), _LEAST_SPREAD)
    spread[[place for name, place in places.items() if name == "bias"]] = 1.0
    scaled = matrix / spread
    actions = {each.action for each in examples}
    penalties = np.array([_ACTION_PENALTY if name.partition(" ")[2] in actions else _PENALTY for name in names])

    def lose(weights: Array) -> tuple[float, Array]:
        odds = scaled @ weights
        loss = float(np.logaddexp(0, odds).sum() - odds @ right + penalties @ weights**2)
        return loss, scaled.T @ (expit(odds) - right) + 2 * penalties * weights

    found = minimize(lose, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    weights = found.x / spread
    shares: dict[str, list[float]] = {}
    for each, probability in zip(examples, expit(matrix @ weights).tolist(), strict=True):
        for action in (each.action, ALL):
            shares.setdefault(action, []).append(probability)
    settled = [each.right for each in examples if each.settled]
    return Combiner(
        {name: float(weight) for name, weight in zip(names, weights, strict=True)},
        {action: float(np.mean(some)) for action, some in sorted(shares.items())},
        origin,
        min(max((sum(settled) + _DOUBT * SETTLED) / (len(settled) + _DOUBT), _LEAST_SURE), 1 - _LEAST_SURE),
    )


def iterate_bins(
    probabilities: Sequence[float], right: Sequence[bool], count: int = 10
) -> Iterator[tuple[int, float, float]]:
    """Yield for some equal ranges of probability how many examples there are, its mean, and the share that is right."""
    predicted, observed = np.asarray(probabilities), np.asarray(right, np.float64)
    places = np.minimum((predicted * count).astype(np.int64), count - 1)
    for place in range(count):
        chosen = places == place
        if chosen.any():
            yield int(chosen.sum()), float(predicted[chosen].mean()), float(observed[chosen].mean())
