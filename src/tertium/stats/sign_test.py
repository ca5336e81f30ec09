"""The exact sign test of paired counts, which is McNemar's exact test where counts are 0 or 1 (McNemar 1947).

Of the segments in which two systems differ, each system is ahead in some. If nothing but chance decided which of the
two outputs of a segment is whose, either would be ahead with a probability of 1/2. How likely is a division as uneven
as the one that was seen, or more uneven?
"""

from __future__ import annotations

import numpy as np

from tertium.types import Array, Counts


def compare_signs(first: Counts, second: Counts) -> Array:
    """Return the exact two-sided p of each pair of numbers; 1 where both are the same.

    >>> compare_signs(np.array([6, 1, 2]), np.array([0, 8, 2])).tolist()
    [0.03125, 0.0390625, 1.0]

    Args:
        first: In how many segments the first system is ahead.
        second: In how many the second is.
    """
    from scipy.special import betainc

    fewer, more = np.minimum(first, second), np.maximum(first, second)
    # The binomial distribution by the incomplete beta function. Where there is nothing to divide, p is 1 anyway.
    tail = betainc(np.maximum(more, 1), fewer + 1.0, 0.5)
    return np.asarray(np.where(fewer == more, 1.0, np.minimum(1.0, 2 * tail)))


def find_least_p(total: Counts) -> Array:
    """Return the smallest p that the test of this many segments can reach.

    >>> find_least_p(np.array([0, 1, 6])).tolist()
    [1.0, 1.0, 0.03125]
    """
    return np.asarray(np.minimum(1.0, np.ldexp(2.0, -np.minimum(total, 1100))))
