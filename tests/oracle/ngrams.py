"""N-grams as tuples in a counter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def ngrams(tokens: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    """How often each n-gram of this order occurs."""
    return Counter(tuple(tokens[start : start + order]) for start in range(len(tokens) - order + 1))


def clipped_matches(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int
) -> Counter[tuple[str, ...]]:
    """The hypothesis' n-grams, each at most as often as in the reference that has it most often."""
    most: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        most |= ngrams(reference, order)
    return ngrams(hypothesis, order) & most
