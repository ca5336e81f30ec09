"""The likeliest classes of the words of a sentence, by trying all sequences; and the expected pairs, likewise."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise, product

Candidates = Sequence[tuple[str, float]]
Log = Callable[[str, str], float]


def score_sequence(sentence: Sequence[Candidates], places: Sequence[int], log: Log) -> float:
    """The logarithm of how likely it is that each word is of the class at its place."""
    chosen = [candidates[place] for candidates, place in zip(sentence, places, strict=True)]
    classes = ["", *(each for each, _ in chosen), ""]
    between = sum(log(first, second) for first, second in pairwise(classes))
    return between + sum(fit for _, fit in chosen)


def list_sequences(sentence: Sequence[Candidates]) -> list[tuple[int, ...]]:
    """All ways to choose a class for each word."""
    return list(product(*(range(len(candidates)) for candidates in sentence)))


def find_best_score(sentence: Sequence[Candidates], log: Log) -> float:
    """What the best sequence scores; several may."""
    return max(score_sequence(sentence, places, log) for places in list_sequences(sentence))


def expect_pairs(sentence: Sequence[Candidates], log: Log) -> dict[tuple[str, str], float]:
    """How often each pair of classes is expected in a sentence."""
    weights = {places: math.exp(score_sequence(sentence, places, log)) for places in list_sequences(sentence)}
    total = sum(weights.values())
    pairs: dict[tuple[str, str], float] = {}
    for places, weight in weights.items():
        chosen = (candidates[place][0] for candidates, place in zip(sentence, places, strict=True))
        classes = ["", *chosen, ""]
        for pair in pairwise(classes):
            pairs[pair] = pairs.get(pair, 0.0) + weight / total
    return pairs
