"""The slow obvious versions of ``mtness.significance``: every outcome, one after the other, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb


def so_few(count: int, other: int, share: Fraction) -> Fraction:
    """The probability of ``count`` or fewer of the first among all occurrences of both."""
    total = count + other
    return sum((_outcome(total, first, share) for first in range(count + 1)), Fraction(0))


def so_many(count: int, other: int, share: Fraction) -> Fraction:
    """The probability of ``count`` or more of the first."""
    total = count + other
    return sum((_outcome(total, first, share) for first in range(count, total + 1)), Fraction(0))


def _outcome(total: int, first: int, share: Fraction) -> Fraction:
    return comb(total, first) * share**first * (1 - share) ** (total - first)
