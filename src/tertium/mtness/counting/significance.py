"""How likely counts would be if nothing were wrong: what a corpus of its size can tell, and what it cannot.

Two words for one place. If both were equally good there, each of the ``n`` occurrences of either would be the one or
the other by the toss of a coin: as few as ``c`` of the first have the probability P(X <= c), X ~ Binomial(n, share).
The share is a half; but where the two are different words, and the first is the more common one everywhere, it is
the first one's share of all occurrences of the two in the corpus: *siete* should be common, and if it is not found
where *sed* is, that says more. A rare word is not excused for being rare: who has chosen it had the other one, too.

No occurrence at all. How often a span is to be expected follows from its parts: for two words E = c(w1) c(w2) / N, as
if they met by chance; for more, the usual estimate by overlapping parts, E = c(w1..wn-1) c(w2..wn) / c(w2..wn-1). Words
that belong together meet more often than that, some far more and a few less; so that the count of a good span is not
Poisson's but a mixture of such (a negative binomial), and it is missing with the probability (1 + 5 E)^-1.2. That was
fitted to 32,561 spans of 3,200 lines of Spanish law, novels, press conferences and manuals, looked up in the rest of
the same 113 MB: with E from 1 to 2, for example, a tenth of the spans of three words were missing (formula: .08), from
3 to 5 .03 (.03), from 8 to 12 .003 (.01). By exp(-E) these would be .25, .02 and .00005.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import betainc

from tertium.types import Array, Counts

# Fitted, as described above: spans of good text are six times (5 x 1.2) as common as expected, on average.
_SPREAD = 5.0
_SHAPE = 1.2


def make_share(first: int, second: int) -> float:
    """Return the first word's share of the occurrences of two, with one more of each added; a half or more.

    >>> make_share(0, 0), make_share(8, 0), make_share(0, 8)
    (0.5, 0.9, 0.5)
    """
    return max(0.5, (first + 1) / (first + second + 2))


def probability_of_so_few(counts: Counts, others: Counts, shares: Array) -> Array:
    """Return the probability of so few of the first, or fewer, among the occurrences of both; 1 where there are none.

    >>> probability_of_so_few(np.array([0, 0]), np.array([7, 0]), np.array([0.5, 0.5])).tolist()
    [0.0078125, 1.0]
    """
    # The binomial distribution by the incomplete beta function, which is exact for the counts of the Web too.
    some = others > 0
    found: Array = betainc(np.where(some, others, 1), counts + 1.0, 1 - shares)
    return np.where(some, found, 1.0)


def probability_of_so_many(counts: Counts, others: Counts, shares: Array) -> Array:
    """Return the probability of as many of the first, or more, among the occurrences of both; 1 if there are none."""
    some = counts > 0
    found: Array = betainc(np.where(some, counts, 1), others + 1.0, shares)
    return np.where(some, found, 1.0)


def expect_pair(first: int, second: int, size: int) -> float:
    """Return how often two words would meet by chance."""
    return first * second / size if size else 0.0


def expect_overlap(head: int, tail: int, middle: int) -> float:
    """Return the expected count of a span, by all of it but the last word, all but the first, and their overlap."""
    return head * tail / middle if middle else 0.0


def probability_of_none(expected: float) -> float:
    """Return the probability of no occurrence of a good span, where its parts let one expect this number.

    >>> round(probability_of_none(1.5), 3)
    0.077
    """
    return math.pow(1 + _SPREAD * expected, -_SHAPE)
