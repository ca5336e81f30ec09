"""BLEU from its definition: one segment's counts, and a score from summed counts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tests.oracle.ngrams import clipped_matches, ngrams

USUAL = {"floor": 0.1, "add-k": 1.0, "epsilon": 0.001}


def tally(hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int) -> list[int]:
    """Both lengths, matches of each order, n-grams of each order."""
    length = len(hypothesis)
    # The closest reference in length; of two that are equally close the shorter.
    closest = min((abs(len(reference) - length), len(reference)) for reference in references)[1]
    orders = range(1, order + 1)
    matches = [clipped_matches(hypothesis, references, n).total() for n in orders]
    return [length, closest, *matches, *(ngrams(hypothesis, n).total() for n in orders)]


def brevity_penalty(length: float, reference: float) -> float:
    """One unless the hypotheses are too short."""
    if length >= reference:
        return 1.0
    return math.exp(1 - reference / length) if length > 0 else 0.0


def precision(matches: float, total: float, n: int, missed: int, smooth: str, value: float) -> float:
    """The smoothed precision of one order, where ``missed`` orders up to and with this one had no match."""
    if smooth == "add-one-all":
        return (matches + 1) / (total + 1)
    if smooth == "add-k" and n > 1:
        matches, total = matches + value, total + value
    if total == 0 or (matches == 0 and smooth == "epsilon"):
        return value if smooth == "epsilon" else 0.0
    if matches > 0:
        return matches / total
    return {"exp": 1 / 2**missed / total, "floor": value / total}.get(smooth, 0.0)


def score(
    row: Sequence[float],
    order: int,
    smooth: str = "exp",
    value: float | None = None,
    effective_order: bool = False,
    mean: str = "geometric",
) -> float:
    """BLEU from 0 to 100 of a row, or of a sum of rows."""
    value = value or USUAL.get(smooth, 0.0)
    length, reference = row[:2]
    matches, totals = row[2 : 2 + order], row[2 + order :]
    if smooth not in ("epsilon", "add-one-all") and not any(matches):
        return 0.0
    precisions = []
    missed = 0
    for n, (matched, total) in enumerate(zip(matches, totals, strict=True), start=1):
        without_ngrams = total + (value if smooth == "add-k" and n > 1 else smooth == "add-one-all") == 0
        if without_ngrams and effective_order:
            break
        missed += matched == 0 and not without_ngrams
        precisions.append(precision(matched, total, n, missed, smooth, value))
    if not precisions:
        # Not even single words, and orders without n-grams are left out: nothing but the penalty remains.
        return 100 * brevity_penalty(length, reference)
    if mean == "arithmetic":
        return 100 * brevity_penalty(length, reference) * sum(precisions) / len(precisions)
    if min(precisions) == 0:
        return 0.0
    logarithm = sum(math.log(figure) for figure in precisions) / len(precisions)
    return 100 * brevity_penalty(length, reference) * math.exp(logarithm)
