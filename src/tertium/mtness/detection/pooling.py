"""Evidence pooled over a text: what a system gets wrong once, it gets wrong again.

Repairs of a text that put the same words in the place of the same words, for the same source word, are a class. How
many of a class are right is not known; but each has its own evidence, and the share of those that are right is found
from all of them by expectation and maximisation (Saerens, Latinne and Decaestecker 2002). That share then counts for
each of them. *a la lista* alone is hardly evidence; in a text where *a* stands for *en* all over, it is.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np

from tertium.types import Array

_ROUNDS = 100
_ENOUGH = 1e-6
_SMALLEST, _LARGEST = 1e-4, 0.99


def estimate_share(odds: Array, share: float, caution: float) -> float:
    """Return the share of a class that is right.

    Args:
        odds: For each, the logarithm of the odds that it is right, if the share were the given one.
        share: The share that these odds go by.
        caution: How many more there would have to be that agree with the given share.

    >>> sure, unsure = np.full(20, 3.0), np.full(20, -5.0)
    >>> estimate_share(sure, 0.5, 2.0) > 0.9, estimate_share(unsure, 0.5, 2.0) < 0.1
    (True, True)
    """
    share = min(max(share, _SMALLEST), _LARGEST)
    evidence = odds - math.log(share / (1 - share))
    found = share
    for _ in range(_ROUNDS):
        expected = _logistic(evidence + math.log(found / (1 - found)))
        new = (float(expected.sum()) + caution * share) / (len(odds) + caution)
        new = min(max(new, _SMALLEST), _LARGEST)
        if abs(new - found) < _ENOUGH:
            return new
        found = new
    return found


def pool(odds: Array, classes: Sequence[Hashable], shares: Sequence[float], cautions: Sequence[float]) -> Array:
    """Return the logarithms of odds after the evidence of each class was pooled.

    Args:
        odds: The logarithm of the odds of each repair.
        classes: The class of each; None for one that is judged by itself.
        shares: The share of the class of each that these odds go by.
        cautions: As for ``estimate_share``, for the class of each.
    """
    members: dict[Hashable, list[int]] = {}
    for place, name in enumerate(classes):
        if name is not None:
            members.setdefault(name, []).append(place)
    pooled = odds.copy()
    for places in members.values():
        share = min(max(shares[places[0]], _SMALLEST), _LARGEST)
        found = estimate_share(odds[places], share, cautions[places[0]])
        pooled[places] += compare_shares(found, share)
    return pooled


def compare_shares(one: float, other: float) -> float:
    """Return the difference of the logarithms of the odds of two shares."""
    one, other = (min(max(share, _SMALLEST), _LARGEST) for share in (one, other))
    return math.log(one / (1 - one)) - math.log(other / (1 - other))


def _logistic(odds: Array) -> Array:
    result: Array = np.exp(-np.logaddexp(0.0, -odds))
    return result
