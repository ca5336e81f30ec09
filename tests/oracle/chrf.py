"""chrF from its definition: character n-grams, word n-grams, precision and recall."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.ngrams import ngrams
from tests.oracle.tokenizers import chrf as split_words

TINY = 1e-16


def statistics(
    hypothesis: str, reference: str, char_order: int, word_order: int, whitespace: bool
) -> list[tuple[int, int, int]]:
    """N-grams of the hypothesis, of the reference, and matches: character orders, then word orders."""
    found = []
    ours, theirs = (text if whitespace else "".join(text.split()) for text in (hypothesis, reference))
    for texts, orders in (((ours, theirs), char_order), (tuple(map(split_words, (hypothesis, reference))), word_order)):
        for n in range(1, orders + 1):
            left, right = (ngrams(text, n) for text in texts)
            # A segment whose reference is too short for an order has no precision to speak of: nothing is counted.
            found.append((left.total() if right else 0, right.total(), (left & right).total()))
    return found


def score(counts: Sequence[tuple[float, float, float]], beta: float, eps_smoothing: bool) -> float:
    """chrF from 0 to 100 of the counts of one segment, or of sums of them."""
    factor = beta**2
    if eps_smoothing:
        figures = []
        for ours, theirs, matches in counts:
            precision = matches / ours if ours else TINY
            recall = matches / theirs if theirs else TINY
            below = factor * precision + recall
            figures.append((1 + factor) * precision * recall / below if below > 0 else TINY)
        return 100 * sum(figures) / len(figures)
    both = [(matches / ours, matches / theirs) for ours, theirs, matches in counts if ours and theirs]
    if not both:
        return 0.0
    precision, recall = (sum(column) / len(both) for column in zip(*both, strict=True))
    return 100 * (1 + factor) * precision * recall / (factor * precision + recall) if precision + recall else 0.0


def tally(
    hypothesis: str,
    references: Sequence[str],
    char_order: int,
    word_order: int,
    beta: float,
    whitespace: bool,
    eps_smoothing: bool,
) -> list[tuple[int, int, int]]:
    """The counts against the reference that gives the best score, the first of several."""
    choices = [statistics(hypothesis, reference, char_order, word_order, whitespace) for reference in references]
    return max(choices, key=lambda counts: score(counts, beta, eps_smoothing))
