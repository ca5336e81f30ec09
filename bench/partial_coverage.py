"""Coverage of the intervals of partial correlations, and how often equally good metrics seem to differ.

Metric and people are each the sum of a control and of a part of their own; those parts have the correlation .25 or .6.
Of translations, intervals are by bootstrap over segments; of systems, by Fisher's z with one point less. Two metrics
that agree with people equally well, beside their length, are tested as ``tertium correlate`` tests them.
"""

from __future__ import annotations

import math

import numpy as np

from tertium.meta.correlation.partial import PartialCorrelation
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.scores import MetricScores

COUNTS = {"pooled": (50, 200, 1000), "system": (5, 7, 10, 16)}
CORRELATIONS = (0.25, 0.6)
TRIALS = 400
RESAMPLES = 400


def main() -> None:
    """Print both shares."""
    print(f"\n95 % intervals and 5 % tests of partial correlations, {TRIALS} trials per cell and correlation")
    print("| statistic | points | covered, % | significant under the null, % |")
    print("|---|---|---:|---:|")
    for statistic in ("partial-pearson", "partial-spearman"):
        for level, counts in COUNTS.items():
            for count in counts:
                found = np.mean([_try(statistic, level, count, rho) for rho in CORRELATIONS], axis=0)
                points = "systems" if level == "system" else "translations"
                print(f"| {statistic} | {count:,} {points} | {100 * found[0]:.1f} | {100 * found[1]:.1f} |")


def _try(statistic: str, level: str, count: int, rho: float) -> tuple[float, float]:
    """Return how often the interval contains the true value, and how often equal metrics differ significantly."""
    true = rho if statistic == "partial-pearson" else _true_of_ranks(rho)
    covered, differ = [], []
    for seed in range(TRIALS):
        generator = np.random.default_rng([seed, count])
        control, human, *noise = generator.standard_normal((4, count))
        metrics = [rho * human + math.sqrt(1 - rho * rho) * each + control for each in noise]
        shape = (-1, 1) if level == "system" else (1, -1)
        asked = PartialCorrelation(
            question=Question(level=level, statistic=statistic, resamples=RESAMPLES, seed=seed),
            human=(human - 2 * control).reshape(shape),
            threads=1,
            controls=[control.reshape(shape)],
        )
        scores = [
            MetricScores(
                metric=str(place),
                segments=each.reshape(shape),
                systems=each if level == "system" else np.full(1, np.nan),
            )
            for place, each in enumerate(metrics)
        ]
        interval = asked.interval(scores[0])
        # Of few systems, ranks may be those of the control: then there is no figure.
        if not math.isnan(interval.low):
            covered.append(interval.low <= true <= interval.high)
        differ.append(asked.compare(scores)[0, 1] < 0.05)
    return float(np.mean(covered)), float(np.mean(differ))


def _true_of_ranks(rho: float) -> float:
    """Return the partial correlation of ranks, from those of each two of metric, people and control."""
    pearson = ((rho - 2) / math.sqrt(10), 1 / math.sqrt(2), -2 / math.sqrt(5))
    both, metric, human = (6 / math.pi * math.asin(each / 2) for each in pearson)
    return (both - metric * human) / math.sqrt((1 - metric**2) * (1 - human**2))
