"""Confidence intervals of a correlation of few points, such as whole systems.

To draw points with replacement, as the bootstrap does, says little where there are few: of 4 systems, intervals of
"95 %" have the true value in about three of four cases. Here the sampling distribution under a bivariate normal
distribution is inverted. The lower end is where a coefficient as high as the observed one, or higher, has the chance
alpha / 2; the upper end is where one as low or lower has it (Clopper and Pearson 1934 do this for shares).

``pearson``: by Fisher's z (1915, 1921), atanh r ± z / sqrt(n - 3).

The other coefficients depend on ranks only. Samples (x, z) of independent normals are drawn once, and y = rho x +
sqrt(1 - rho²) z has the correlation rho with x. In each sample, the points i and j change from discordant to
concordant at one rho: t / sqrt(1 + t²), with t = -(z_i - z_j) / (x_i - x_j). So every coefficient rises with rho in
steps at known places, and the ends are quantiles of the place at which it reaches the observed value. There is no grid
and no search. With more than 50 points, the normal approximation of atanh is used. Its variance is 0.437 / (n - 4) for
tau (Fieller, Hartley and Pearson 1957), and (1 + r² / 2) / (n - 3) for Spearman's rho (Bonett and Wright 2000).

Ends are values of the population: tau = 2/pi asin rho, Spearman's rho = 6/pi asin(rho / 2), accuracy = (tau + 1) / 2.

*Limits.* Points count as a random sample, so the interval is about other systems of the same sort, not about other
segments. Fewer than 4 points have no interval. Tied scores are taken as they are: the model has none.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from tertium.errors import SpecError
from tertium.registry import COEFFICIENTS, unknown
from tertium.results import Interval
from tertium.stats.resampling import CONFIDENCE, SEED
from tertium.types import Array, Matrix

# Fisher's z has no variance below this.
FEWEST_POINTS = 4

# Below this, a reader should be warned that there are few.
FEW_POINTS = 10

_MOST_SIMULATED = 50
_MOST_SAMPLES = 10_000
_CELLS = 2_500_000  # samples times pairs: about 20 MB

# Coefficients that are equal up to rounding are as high as each other.
_ROUNDING = 1e-9


def interval_of_few(
    value: float, count: int, coefficient: str, *, confidence: float = CONFIDENCE, seed: int = SEED
) -> Interval:
    """Return the confidence interval of a correlation, from its value and the number of points.

    >>> found = interval_of_few(0.926, 4, "pearson")
    >>> round(found.low, 3), round(found.high, 3), found.method
    (-0.319, 0.998, 'fisher-z')

    Args:
        value: The observed coefficient.
        count: How many points it is from.
        coefficient: One of ``tertium.registry.COEFFICIENTS``.
        confidence: Of the interval.
        seed: Of the simulated samples; the same seed gives the same interval on every machine.

    Raises:
        SpecError: If there is no such coefficient, or the confidence is not between 0 and 1.
    """
    if coefficient not in COEFFICIENTS:
        raise unknown("coefficient", coefficient, COEFFICIENTS)
    if not 0 < confidence < 1:
        raise SpecError(f"a confidence of {confidence} is not between 0 and 1", remedy="Give 0.95, for example")
    simulated = coefficient != "pearson" and FEWEST_POINTS <= count <= _MOST_SIMULATED
    samples = 0
    if math.isnan(value) or count < FEWEST_POINTS:
        low = high = math.nan
    elif simulated:
        low, high = _invert_simulated(value, count, coefficient, confidence, seed)
        samples = _count_samples(count)
    else:
        low, high = _invert_normal(value, count, coefficient, confidence)
    return Interval(
        low=low,
        high=high,
        mean=math.nan,
        level=confidence,
        resamples=samples,
        seed=seed,
        method=name_method(count, coefficient),
    )


def name_method(count: int, coefficient: str) -> str:
    """Return how the interval of a coefficient is made: ``fisher-z``, ``simulation``, ``normal`` or ``none``."""
    if count < FEWEST_POINTS:
        return "none"
    if coefficient == "pearson":
        return "fisher-z"
    return "simulation" if count <= _MOST_SIMULATED else "normal"


def _invert_normal(value: float, count: int, coefficient: str, confidence: float) -> tuple[float, float]:
    """Return the ends by the normal approximation of atanh."""
    is_accuracy = coefficient == "accuracy"
    turned = 2 * value - 1 if is_accuracy else value
    if coefficient == "pearson":
        variance = 1 / (count - 3)
    elif coefficient == "spearman":
        variance = (1 + turned * turned / 2) / (count - 3)
    else:
        variance = 0.437 / (count - 4)
    wide = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(variance)
    # Ranks that agree wholly do not mean that the population's do: the lower end is that of one step below.
    steps = {"pearson": math.inf, "spearman": count * (count * count - 1) / 12}
    most = 1 - 1 / steps.get(coefficient, count * (count - 1) / 4)
    low = _shift(min(turned, most), -wide)
    high = _shift(max(turned, -most), wide)
    return ((low + 1) / 2, (high + 1) / 2) if is_accuracy else (low, high)


def _shift(value: float, by: float) -> float:
    """Return a correlation that is moved on the scale of atanh; 1 and -1 stay where they are."""
    return value if abs(value) >= 1 else math.tanh(math.atanh(value) + by)


def _invert_simulated(value: float, count: int, coefficient: str, confidence: float, seed: int) -> tuple[float, float]:
    """Return the ends from the places at which simulated coefficients reach, and exceed, the value."""
    places, heights = _simulate(count, seed, by_ranks=coefficient == "spearman")
    turned = 2 * value - 1 if coefficient == "accuracy" else value
    tail = (1 - confidence) / 2
    reached = _find_places(places, heights, turned - _ROUNDING)
    exceeded = _find_places(places, heights, turned + _ROUNDING)
    # The higher of the neighbours for the upper end and the lower for the lower one: not narrower than it should be.
    low = float(np.quantile(reached, tail, method="lower"))
    high = float(np.quantile(exceeded, 1 - tail, method="higher"))
    return _to_population(low, coefficient), _to_population(high, coefficient)


def _find_places(places: Matrix, heights: Matrix, value: float) -> Array:
    """Return the rho from which each sample's coefficient is above the value; 1 where it never is."""
    if value < -1:  # the coefficient before the first step
        return np.full(len(places), -1.0)
    steps = (heights <= value).sum(axis=1)
    ends = np.hstack([places, np.ones((len(places), 1))])
    found: Array = ends[np.arange(len(ends)), steps]
    return found


@lru_cache(maxsize=2)
def _simulate(count: int, seed: int, *, by_ranks: bool) -> tuple[Matrix, Matrix]:
    """Return the places of steps, sorted, and the coefficient after each; one row per sample.

    The coefficient is Spearman's rho, ``by_ranks``, or else Kendall's tau.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    # In the order of x, the rank of a point is its place, and all differences of x are positive.
    half = np.sort(generator.standard_normal((_count_samples(count) // 2, count)), axis=1)
    z = generator.standard_normal(half.shape)
    # Each sample has its mirror image, so that the interval of -r is that of r, mirrored.
    x, z = np.vstack([half, half]), np.vstack([z, -z])
    first, second = np.triu_indices(count, 1)
    t = (z[:, first] - z[:, second]) / (x[:, second] - x[:, first])
    places = t / np.sqrt(1 + t * t)
    if not by_ranks:
        places.sort(axis=1)
        steps = np.arange(1, len(first) + 1)
        return places, np.broadcast_to(2 * steps / len(first) - 1, places.shape)
    order = np.argsort(places, axis=1)
    # Two points change places when they are neighbours by y: the sum of products of ranks rises by their distance in x.
    gains = (second - first).astype(np.float64)[order]
    heights = 12 * np.cumsum(gains, axis=1) / (count * (count * count - 1)) - 1
    return np.take_along_axis(places, order, axis=1), heights


def _count_samples(count: int) -> int:
    return min(_MOST_SAMPLES, _CELLS // (count * (count - 1) // 2)) // 2 * 2


def _to_population(rho: float, coefficient: str) -> float:
    """Return the coefficient of a bivariate normal population with Pearson's correlation rho."""
    if coefficient == "spearman":
        return 6 / math.pi * math.asin(rho / 2)
    tau = 2 / math.pi * math.asin(rho)
    return (tau + 1) / 2 if coefficient == "accuracy" else tau
