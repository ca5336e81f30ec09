"""Williams' test of two correlations that share a variable (Williams 1959; Graham and Baldwin 2014 for metrics).

Metrics 2 and 3 are each correlated with people (1). The test takes into account that the metrics are correlated with
each other. As the scripts of WMT and nlpstats do, it takes absolute values of all three correlations: a metric that
says the opposite of people is as good as one that agrees with them.

The test is derived for Pearson's r of normal values. For Spearman's and Kendall's coefficients it is used as WMT's
metrics tasks used it, on the coefficient as if it were an r: a convention and not a theorem, whose p is approximate. It
has no meaning for ``accuracy``, which is a share of pairs; ``tertium.stats.difference`` refuses that.

Where it is not defined: with three items or fewer, or where one of the correlations is, p is NaN; for two metrics that
are one and the same, and for correlations that no data can have (a determinant below zero beyond rounding, as averages
of correlations sometimes have, with a denominator that is not positive), p is 1: there is no evidence of anything.
"""

from __future__ import annotations

import math

from tertium.registry import unknown

ALTERNATIVES = ("two-sided", "greater", "less")


def williams_p(r12: float, r13: float, r23: float, n: int, alternative: str = "two-sided") -> float:
    """Return how likely a difference as large would be if both metrics agreed with people equally well.

    Args:
        r12: The correlation of people and the first metric.
        r13: The correlation of people and the second metric.
        r23: The correlation of the two metrics.
        n: The number of items that they are from.
        alternative: ``two-sided``; ``greater``: the first is higher in absolute value; ``less``: it is lower.
    """
    if alternative not in ALTERNATIVES:
        raise unknown("alternative", alternative, ALTERNATIVES)
    if n <= 3 or any(math.isnan(r) for r in (r12, r13, r23)):
        return math.nan
    r12, r13, r23 = abs(r12), abs(r13), abs(r23)
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    spread = 2 * (n - 1) / (n - 3) * determinant + mean**2 * (1 - r23) ** 3
    if r12 == r13 and r23 < 1:
        return 1.0 if alternative == "two-sided" else 0.5
    if spread <= 0:
        return 1.0
    from scipy.special import stdtr  # type: ignore[import-untyped,unused-ignore]

    t = (r12 - r13) * math.sqrt((n - 1) * (1 + r23) / spread)
    if alternative == "two-sided":
        return float(min(1.0, 2 * stdtr(n - 3, -abs(t))))
    return float(stdtr(n - 3, -t if alternative == "greater" else t))
