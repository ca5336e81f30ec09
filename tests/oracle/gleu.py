"""GLEU from its definition: precision and recall of all n-grams taken together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def list_ngrams(words: Sequence[str], least: int, most: int) -> Counter[tuple[str, ...]]:
    """All n-grams of these orders."""
    orders = range(least, most + 1)
    return Counter(tuple(words[at : at + order]) for order in orders for at in range(len(words) - order + 1))


def score(hypothesis: Sequence[str], references: Sequence[Sequence[str]], least: int = 1, most: int = 4) -> float:
    """The smaller of precision and recall, with the best reference."""
    ours = list_ngrams(hypothesis, least, most)
    scores = [0.0]
    for reference in references:
        theirs = list_ngrams(reference, least, most)
        matches = (ours & theirs).total()
        if matches:
            scores.append(min(matches / ours.total(), matches / theirs.total()))
    return max(scores)
