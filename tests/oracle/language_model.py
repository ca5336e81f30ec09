"""The mixture of a language model, by counting each run of words in all lines, place by place."""

from __future__ import annotations

import math
from collections.abc import Sequence

UNSEEN = 0.5


def count(lines: Sequence[Sequence[str]], run: Sequence[str]) -> int:
    """Occurrences of some words in this order; those of no words are all words."""
    if not run:
        return sum(len(line) for line in lines)
    found = 0
    for line in lines:
        for start in range(len(line) - len(run) + 1):
            if list(line[start : start + len(run)]) == list(run):
                found += 1
    return found


def probability(
    lines: Sequence[Sequence[str]], context: Sequence[str], word: str, mixture: Sequence[tuple[float, float]]
) -> float:
    """The probability of a word after a context, which is not longer than the mixture."""
    if not context:
        return max(count(lines, [word]), UNSEEN) / max(count(lines, []), 1)
    shorter = probability(lines, context[1:], word, mixture)
    seen = count(lines, context)
    if seen == 0:
        return shorter
    base, slope = mixture[len(context) - 1]
    weight = 1 / (1 + math.exp(-(base + slope * math.log(seen))))
    return weight * count(lines, [*context, word]) / seen + (1 - weight) * shorter


def score(lines: Sequence[Sequence[str]], words: Sequence[str], mixture: Sequence[tuple[float, float]]) -> list[float]:
    """The logarithm of the probability of each word of a text."""
    return [
        math.log(probability(lines, words[max(0, place - len(mixture)) : place], word, mixture))
        for place, word in enumerate(words)
    ]
