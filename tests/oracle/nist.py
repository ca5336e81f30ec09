"""NIST as mteval-v13a computes it: information weights from all references, clipped matches, mean reference length."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from tests.oracle.ngrams import clipped_matches, ngrams

Weights = dict[tuple[str, ...], float]


def weights(references: Sequence[Sequence[str]], order: int) -> Weights:
    """How many bits each n-gram of the references tells, given the words before its last."""
    counts: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        counts[()] += len(reference)
        for n in range(1, order + 1):
            counts += ngrams(reference, n)
    return {ngram: math.log2(counts[ngram[:-1]] / count) for ngram, count in counts.items() if ngram}


def tally(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], information: Weights, order: int
) -> list[float]:
    """Information of the matches and number of n-grams, each by order, then both lengths."""
    orders = range(1, order + 1)
    told = [
        math.fsum(information[ngram] * count for ngram, count in clipped_matches(hypothesis, references, n).items())
        for n in orders
    ]
    totals = [ngrams(hypothesis, n).total() for n in orders]
    return [*told, *totals, len(hypothesis), sum(map(len, references)) / len(references)]


def score(row: Sequence[float], order: int) -> float:
    """NIST of a row, or of a sum of rows."""
    told, totals, (length, reference) = row[:order], row[order : 2 * order], row[2 * order :]
    figure = sum(bits / total for bits, total in zip(told, totals, strict=True) if total)
    if length >= reference:
        return figure
    if length == 0:
        return 0.0
    sharpness = math.log(0.5) / math.log(1.5) ** 2
    return figure * math.exp(sharpness * math.log(length / reference) ** 2)
