"""RIBES by counting every context of every word."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations


def find_all(words: Sequence[str], phrase: Sequence[str]) -> list[int]:
    """Where a phrase starts, overlaps included."""
    return [at for at in range(len(words) - len(phrase) + 1) if list(words[at : at + len(phrase)]) == list(phrase)]


def align(hypothesis: Sequence[str], reference: Sequence[str], like_nltk: bool = False) -> list[tuple[int, int]]:
    """Pairs of positions: each word by its shortest context that occurs once on both sides."""
    found = []
    for at in range(len(hypothesis)):
        for window in range(len(hypothesis)):
            sides = ["right", "left"] if like_nltk else ["left", "right"]
            # NLTK stops one word early on the left if there are more words before than after.
            if like_nltk and window > max(at - 1, len(hypothesis) - at):
                sides = ["right"]
            places = [
                place for side in sides if (place := _locate(hypothesis, reference, at, window, side)) is not None
            ]
            if places:
                found.append((at, places[0]))
                break
    return found


def _locate(hypothesis: Sequence[str], reference: Sequence[str], at: int, window: int, side: str) -> int | None:
    start, end = (at - window, at + 1) if side == "left" else (at, at + window + 1)
    if start < 0 or end > len(hypothesis):
        return None
    phrase = hypothesis[start:end]
    if len(find_all(hypothesis, phrase)) != 1 or len(places := find_all(reference, phrase)) != 1:
        return None
    return places[0] + at - start


def score(
    hypothesis: Sequence[str],
    references: Sequence[Sequence[str]],
    alpha: float = 0.25,
    beta: float = 0.1,
    like_nltk: bool = False,
) -> float:
    """The score with the best reference."""
    return max(_rate(hypothesis, reference, alpha, beta, like_nltk) for reference in references)


def _rate(hypothesis: Sequence[str], reference: Sequence[str], alpha: float, beta: float, like_nltk: bool) -> float:
    places = [place for _, place in align(hypothesis, reference, like_nltk)]
    pairs = list(combinations(places, 2))
    if pairs:
        tau = sum(one < other for one, other in pairs) / len(pairs)
    else:
        tau = float(len(places) == len(reference) == 1 and not like_nltk)
    if not tau:
        return 0.0
    brevity = min(1.0, math.exp(1 - len(reference) / len(hypothesis)))
    return tau * (len(places) / len(hypothesis)) ** alpha * brevity**beta
