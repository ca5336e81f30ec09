"""Coverage of the intervals of system-level correlations: how often they contain the true value, from few systems.

Systems are drawn from a bivariate normal distribution, and from a heavy-tailed one (Student's t with 4 degrees of
freedom), with the correlations .5 and .9. The old interval is the percentile bootstrap over systems; the new one is
that of ``tertium.stats.few_points``. True values of Pearson's and Kendall's coefficients are known for both
distributions; Spearman's with heavy tails is from a large sample.
"""

from __future__ import annotations

import math

import numpy as np

from tertium.stats.correlation import correlate_rows
from tertium.stats.few_points import interval_of_few
from tertium.stats.redraw import draw_again, redraw_correlations

COUNTS = (4, 5, 7, 10, 16)
COEFFICIENTS = ("pearson", "spearman", "kendall-b", "accuracy")
CORRELATIONS = (0.5, 0.9)
TRIALS = 2000
OLD_TRIALS = 250
RESAMPLES = 300
FREEDOM = 4


def main() -> None:
    """Print the share of intervals that contain the true value."""
    print(
        f"\ncoverage of 95 % intervals, % (new: {TRIALS:,} trials per cell and correlation; old: {OLD_TRIALS:,}, of "
        f"{RESAMPLES} resamples; correlations {CORRELATIONS})"
    )
    print("| data | coefficient | interval | " + " | ".join(f"{count} systems" for count in COUNTS) + " |")
    print("|---|---|---|" + "---:|" * len(COUNTS))
    for data in ("normal", "heavy-tailed"):
        for coefficient in COEFFICIENTS:
            for name, covers in (("bootstrap", _cover_by_draws), ("new", _cover_by_inversion)):
                shares = [
                    100 * np.mean([covers(data, coefficient, count, rho) for rho in CORRELATIONS]) for count in COUNTS
                ]
                print(f"| {data} | {coefficient} | {name} | " + " | ".join(f"{share:.1f}" for share in shares) + " |")


def _draw(data: str, count: int, rho: float, trials: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    x, noise = generator.standard_normal((2, trials, count))
    y = rho * x + math.sqrt(1 - rho * rho) * noise
    if data == "normal":
        return x, y
    # One scale for both coordinates of a point makes a bivariate t.
    scale = np.sqrt(FREEDOM / generator.chisquare(FREEDOM, (trials, count)))
    return x * scale, y * scale


def _true_value(data: str, coefficient: str, rho: float) -> float:
    if coefficient == "pearson":
        return rho
    if coefficient == "spearman":
        if data == "normal":
            return 6 / math.pi * math.asin(rho / 2)
        x, y = _draw(data, 1_000_000, rho, 1, seed=99)
        return float(correlate_rows(x, y, coefficient)[0])
    tau = 2 / math.pi * math.asin(rho)
    return (tau + 1) / 2 if coefficient == "accuracy" else tau


def _cover_by_inversion(data: str, coefficient: str, count: int, rho: float) -> float:
    x, y = _draw(data, count, rho, TRIALS, seed=count)
    true = _true_value(data, coefficient, rho)
    values = correlate_rows(x, y, coefficient)
    # Rank coefficients have few values: each needs one interval.
    distinct, places = np.unique(np.round(values, 12), return_inverse=True)
    found = [interval_of_few(float(value), count, coefficient) for value in distinct]
    inside = np.array([each.low <= true <= each.high for each in found])
    return float(inside[places].mean())


def _cover_by_draws(data: str, coefficient: str, count: int, rho: float) -> float:
    x, y = _draw(data, count, rho, OLD_TRIALS, seed=count)
    true = _true_value(data, coefficient, rho)
    inside = []
    for trial in range(OLD_TRIALS):
        redraws = draw_again(count, 1, "systems", RESAMPLES, seed=trial)
        drawn = redraw_correlations(x[trial][:, None], y[trial][:, None], redraws, "system", coefficient)
        low, high = np.nanquantile(drawn, (0.025, 0.975))
        inside.append(low <= true <= high)
    return float(np.mean(inside))
