"""How many more judged translations would tell two systems apart?

The values of two systems, one per judged translation, are compared by Welch's test. If the difference and the spread
stay as they are, the test finds it with a chance of 80 % (``POWER``) once each system has ``n = (s1² + s2²)
(z_(1 - α/2) + z_0.8)² / d²`` judged translations. The level α is 5 %, divided by the number of pairs of systems
(Bonferroni), since all pairs are tested. The difference itself is uncertain, so the number is given for both ends of
its interval too: it may be infinite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.types import Array

POWER = 0.8
LEVEL = 0.05


@dataclass(frozen=True, kw_only=True)
class Separation:
    """How far two systems can be distinguished.

    Attributes:
        first: The system with the higher mean.
        second: The other one.
        difference: How much higher the mean of the first is.
        low: The lower end of its 95 % interval.
        high: The upper end.
        p_value: How likely a difference as large would be if both were as good (Welch's test, two-sided), not corrected
            for the number of pairs.
        pairs: How many pairs of systems are tested. The level of each test is 5 % divided by it.
        translations: How many judged translations each system has: of the first, of the second.
        needed: How many each system needs at this level; infinite if there is no difference.
        needed_at_most: The same if the difference is at the lower end of its interval; infinite if that is not above 0.
        needed_at_least: The same if it is at the upper end.
    """

    first: str
    second: str
    difference: float
    low: float
    high: float
    p_value: float
    pairs: int
    translations: tuple[int, int]
    needed: float
    needed_at_most: float
    needed_at_least: float

    @property
    def more(self) -> float:
        """How many more judged translations the system with fewer of them needs; 0 if it has enough."""
        return max(0.0, self.needed - min(self.translations))

    @property
    def is_significant(self) -> bool:
        """Whether the systems are told apart, with Bonferroni's correction for the number of pairs."""
        return self.p_value < LEVEL / self.pairs


def separate(values: Mapping[str, Sequence[float] | Array]) -> list[Separation]:
    """Return how far each two systems can be distinguished, the best system first.

    >>> found = separate({"a": [4, 5, 4, 5, 4, 5], "b": [3, 4, 3, 4, 4, 3]})[0]
    >>> found.first, found.difference, found.needed
    ('a', 1.0, 5.0)

    Args:
        values: The judgments of each system on one scale, one per translation; systems with fewer than two are left
            out.
    """
    from scipy.special import stdtr, stdtrit  # type: ignore[import-untyped,unused-ignore]

    arrays = {name: np.asarray(each, dtype=np.float64) for name, each in values.items() if len(each) > 1}
    order = sorted(arrays, key=lambda name: -float(arrays[name].mean()))
    pairs = len(order) * (len(order) - 1) // 2
    found = []
    for first, second in combinations(order, 2):
        one, other = arrays[first], arrays[second]
        difference = float(one.mean() - other.mean())
        parts = [float(each.var(ddof=1)) / len(each) for each in (one, other)]
        error = math.sqrt(sum(parts))
        if error == 0:
            low = high = difference
            p_value = 0.0 if difference else 1.0
        else:
            freedom = sum(parts) ** 2 / sum(
                part**2 / (len(each) - 1) for part, each in zip(parts, (one, other), strict=True)
            )
            margin = float(stdtrit(freedom, 1 - LEVEL / 2)) * error
            low, high = difference - margin, difference + margin
            p_value = float(2 * stdtr(freedom, -difference / error))
        spread = float(one.var(ddof=1) + other.var(ddof=1))
        found.append(
            Separation(
                first=first,
                second=second,
                difference=difference,
                low=low,
                high=high,
                p_value=p_value,
                pairs=pairs,
                translations=(len(one), len(other)),
                needed=_count(spread, difference, pairs),
                needed_at_most=_count(spread, low, pairs),
                needed_at_least=_count(spread, high, pairs),
            )
        )
    return found


def _count(spread: float, difference: float, pairs: int) -> float:
    """Return the translations per system at which a difference is found with the chance ``POWER``."""
    from scipy.special import ndtri  # type: ignore[import-untyped,unused-ignore]

    if difference <= 0:
        return math.inf
    quantiles = float(ndtri(1 - LEVEL / pairs / 2) + ndtri(POWER))
    return float(max(2, math.ceil(spread * quantiles**2 / difference**2)))
