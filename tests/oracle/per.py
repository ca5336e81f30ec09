"""Position-independent error rate: the lowest edit distance of any order of the hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tests.oracle import wer


def count_edits(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """Edits after words that are in both were taken out one by one: the rest are replaced, extra or missing."""
    ours, theirs = list(hypothesis), list(reference)
    for word in hypothesis:
        if word in theirs:
            ours.remove(word)
            theirs.remove(word)
    return max(len(ours), len(theirs))


def try_all_orders(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """The same from the definition, for few words."""
    return min(wer.distance(order, reference) for order in permutations(hypothesis))


def tally(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> list[int]:
    """Edits and length for the reference with the lowest rate, the first of several."""
    return min(([count_edits(hypothesis, reference), len(reference)] for reference in references), key=wer.score)
