"""SLOR by the language model of its oracle, word by word."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tests.oracle import language_model


def score(lines: Sequence[Sequence[str]], words: Sequence[str], mixture: Sequence[tuple[float, float]]) -> float:
    """The mean gain of a word by the words before it, in a corpus of some lines."""
    gains = []
    for place, word in enumerate(words):
        context = words[max(0, place - len(mixture)) : place]
        after = language_model.probability(lines, context, word, mixture)
        alone = language_model.probability(lines, [], word, mixture)
        gains.append(math.log(after / alone))
    return sum(gains) / len(gains) if gains else 0.0


def count_unknown(lines: Sequence[Sequence[str]], words: Sequence[str]) -> int:
    """How many words no line has."""
    return sum(not any(word in line for line in lines) for word in words)
