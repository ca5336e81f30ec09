r"""How far annotators agree, beyond what chance would bring.

All are $1 - D_o / D_e$: the disagreement that is there, by that which is expected if values were dealt out at random.
They are 1 if all agree, 0 for chance, and NaN where nothing can be said: no item with two values, or one value only.

- Cohen (1960; 1968 with weights): two annotators, each dealing out values as often as that annotator does.
- Fleiss (1971): any number of annotators, who need not be the same for each item; categories have common chances.
- Krippendorff (2004; 2011): any number of annotators, missing values, and differences by the level of measurement.

Values are in the long form, one entry per value, since most annotators judge few of the items: ``value`` says what, and
``unit`` which item it is about. Items with a single value are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tertium.errors import InputError
from tertium.json_result import JsonResult
from tertium.registry import unknown
from tertium.results import Interval
from tertium.stats.bootstrap import bootstrap_interval
from tertium.stats.resampling import CONFIDENCE
from tertium.types import Array, Counts, Matrix

WEIGHTS = ("nominal", "linear", "quadratic")
LEVELS = ("nominal", "ordinal", "interval", "ratio")

# How many cells of the table of all pairs of values are held at once.
_CELLS = 1 << 22


@dataclass(frozen=True)
class PairAgreement(JsonResult):
    """How often two judgments of one thing are the same.

    Attributes:
        pairs: How many pairs of judgments there are.
        observed: The share of them that are the same.
        expected: The share that chance would make the same.
        kappa: What is observed beyond chance, by what could be.
    """

    pairs: int
    observed: float
    expected: float
    kappa: float

    @classmethod
    def of(cls, pairs: int, same: int, expected: float) -> PairAgreement:
        """From the number of pairs, and of those that are the same."""
        observed = same / pairs if pairs else float("nan")
        return cls(pairs, observed, expected, _beyond_chance(1 - observed, 1 - expected))


def cohen_kappa(first: Array, second: Array, weights: str = "nominal") -> float:
    """Return Cohen's kappa of two annotators.

    Differences are those of the values themselves, squared for ``quadratic``: on a scale from 1 to 5, a 2 and a 4 are
    two apart even if nobody gave a 3. (scikit-learn counts places among the values that occur, unless it is given all.)

    Args:
        first: The values of one annotator; NaN where one is missing.
        second: Those of the other, of the same items.
        weights: How bad a disagreement is: ``nominal`` (all the same), ``linear`` or ``quadratic``.
    """
    if weights not in WEIGHTS:
        raise unknown("weighting", weights, WEIGHTS)
    first, second = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if first.shape != second.shape or first.ndim != 1:
        raise InputError(
            f"one annotator has {first.size} values, the other {second.size}", remedy="Give NaN where one is missing"
        )
    known = ~(np.isnan(first) | np.isnan(second))
    first, second = first[known], second[known]
    if not len(first) or min(first.min(), second.min()) == max(first.max(), second.max()):
        return float("nan")
    if weights == "nominal":
        return _beyond_chance(float((first != second).mean()), 1 - _shared_mass(first, second))
    if weights == "linear":
        return _beyond_chance(float(np.abs(first - second).mean()), _mean_distance(first, second))
    centre = (first.mean() + second.mean()) / 2
    first, second = first - centre, second - centre
    expected = (first**2).mean() + (second**2).mean() - 2 * first.mean() * second.mean()
    return _beyond_chance(float(((first - second) ** 2).mean()), float(expected))


def fleiss_kappa(value: Array, unit: Counts) -> float:
    """Return Fleiss' kappa of values as categories, without order.

    Items may have different numbers of values: the agreement of an item is the share of its pairs that agree, and the
    mean over items is taken, each counting once. With equal numbers that is what Fleiss defined.
    """
    value, unit = _pairable(value, unit)
    if not len(value):
        return float("nan")
    codes = np.unique(value, return_inverse=True)[1].reshape(-1)
    shares = np.bincount(codes) / len(codes)
    agreeing = _pairs_by_unit(unit, codes)
    each = np.bincount(unit).astype(np.float64)
    observed = float((agreeing / (each * (each - 1))).mean())
    return _beyond_chance(1 - observed, 1 - float((shares**2).sum()))


def krippendorff_alpha(value: Array, unit: Counts, level: str = "interval") -> float:
    """Return Krippendorff's alpha.

    Args:
        value: The values; those that are NaN are missing.
        unit: The item of each value.
        level: What a difference is: ``nominal`` (there or not), ``ordinal`` (of ranks), ``interval`` (of values) or
            ``ratio`` (of values, by their sum; none may be negative).
    """
    if level not in LEVELS:
        raise unknown("level of measurement", level, LEVELS)
    value, unit = _pairable(value, unit)
    if not len(value):
        return float("nan")
    if level == "nominal":
        codes = np.unique(value, return_inverse=True)[1].reshape(-1)
        each = np.bincount(unit).astype(np.float64)
        differing = each * (each - 1) - _pairs_by_unit(unit, codes)
        counts = np.bincount(codes).astype(np.float64)
        total = float(len(value))
        expected = (total**2 - (counts**2).sum()) / (total * (total - 1))
        return _beyond_chance(float((differing / (each - 1)).sum() / total), float(expected))
    if level == "ratio":
        return _ratio_alpha(value, unit)
    return float(_score_alpha(_tally_alpha(value, unit, level).sum(axis=0, keepdims=True))[0])


def alpha_interval(
    value: Array,
    unit: Counts,
    level: str = "interval",
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 1000,
    seed: int,
) -> Interval | None:
    """Return the bootstrap interval of alpha over items; ``None`` without two items that have two values.

    Args:
        value: The values; those that are NaN are missing.
        unit: The item of each value.
        level: ``interval`` or ``ordinal``; the ranks of ``ordinal`` stay those of the whole sample.
        confidence: The confidence, such as 0.95.
        resamples: How many samples of items to draw.
        seed: The same seed draws the same samples.
    """
    if level not in ("interval", "ordinal"):
        raise unknown("level of measurement with an interval", level, ("interval", "ordinal"))
    value, unit = _pairable(value, unit)
    if not len(value):
        return None
    tallies = _tally_alpha(value, unit, level)
    if len(tallies) < 2:
        return None
    return bootstrap_interval(tallies, _score_alpha, level=confidence, resamples=resamples, seed=seed)


def _pairable(value: Array, unit: Counts) -> tuple[Array, Counts]:
    """Return the values of items that have two or more, and the items numbered from 0 without gaps."""
    value, unit = np.asarray(value, dtype=np.float64), np.asarray(unit)
    if value.shape != unit.shape or value.ndim != 1:
        raise InputError(f"there are {value.size} values, but items for {unit.size}", remedy="Give one item per value")
    known = ~np.isnan(value)
    value, unit = value[known], unit[known]
    _, of_row, counts = np.unique(unit, return_inverse=True, return_counts=True)
    kept = (counts >= 2)[of_row.reshape(-1)]
    return value[kept], np.unique(unit[kept], return_inverse=True)[1].reshape(-1).astype(np.int64)


def _pairs_by_unit(unit: Counts, codes: Counts) -> Array:
    """Return how many ordered pairs of equal values each item has."""
    cells, counts = np.unique(unit * (int(codes.max()) + 1) + codes, return_counts=True)
    return np.bincount(cells // (int(codes.max()) + 1), weights=counts * (counts - 1.0)).astype(np.float64)


def _tally_alpha(value: Array, unit: Counts, level: str) -> Matrix:
    """Return one row per item: how many values, their sum, that of their squares, and their disagreement."""
    if level == "ordinal":
        # The difference of Krippendorff's ordinal level is that of mid-ranks.
        _, codes, counts = np.unique(value, return_inverse=True, return_counts=True)
        value = (np.cumsum(counts) - counts / 2)[codes.reshape(-1)]
    value = value - value.mean()
    each = np.bincount(unit).astype(np.float64)
    sums, squares = np.bincount(unit, weights=value), np.bincount(unit, weights=value**2)
    within = np.bincount(unit, weights=(value - (sums / each)[unit]) ** 2)
    # All ordered pairs of an item differ by 2 m times its squared deviations.
    return np.stack([each, sums, squares, 2 * each * within / (each - 1)], axis=1)


def _score_alpha(rows: Matrix) -> Array:
    count, total, squares, disagreement = rows.T
    observed = disagreement / count
    expected = 2 * (count * squares - total**2) / (count * (count - 1))
    # What rounding leaves of equal values is not disagreement.
    defined = expected > 1e-12 * np.maximum(squares / count, 1e-300)
    return np.where(defined, 1 - observed / np.where(defined, expected, 1.0), np.nan)


def _ratio_alpha(value: Array, unit: Counts) -> float:
    if (value < 0).any():
        raise InputError("a value is negative, which ratios do not allow", remedy="Take the level 'interval'")
    total = len(value)
    values, counts = np.unique(value, return_counts=True)
    step = max(1, _CELLS // len(values))
    chunks = [slice(at, at + step) for at in range(0, len(values), step)]
    expected = sum(float(counts[at] @ (_ratio_difference(values[at, None], values) @ counts)) for at in chunks)
    each = np.bincount(unit)
    order = np.argsort(unit, kind="stable")
    unit, value = unit[order], value[order]
    observed = 0.0
    for apart in range(1, int(each.max())):
        start = np.flatnonzero(unit[apart:] == unit[:-apart])
        difference = _ratio_difference(value[start], value[start + apart])
        observed += float((2 * difference / (each[unit[start]] - 1)).sum())
    return _beyond_chance(observed / total, expected / (total * (total - 1)))


def _ratio_difference(first: Array, second: Array) -> Array:
    total = first + second
    return (np.divide(first - second, total, out=np.zeros(total.shape), where=total > 0)) ** 2


def _shared_mass(first: Array, second: Array) -> float:
    """Return the chance that a value of one annotator equals one of the other."""
    codes = np.unique(np.concatenate([first, second]), return_inverse=True)[1].reshape(-1)
    size = int(codes.max()) + 1
    counts = [np.bincount(part, minlength=size) / len(part) for part in (codes[: len(first)], codes[len(first) :])]
    return float(counts[0] @ counts[1])


def _mean_distance(first: Array, second: Array) -> float:
    """Return the mean distance of a value of one annotator from one of the other, all with all."""
    ordered = np.sort(second)
    sums = np.concatenate([[0.0], np.cumsum(ordered)])
    below = np.searchsorted(ordered, first)
    above = len(ordered) - below
    distance = first * below - sums[below] + (sums[-1] - sums[below]) - first * above
    return float(distance.mean() / len(ordered))


def _beyond_chance(observed: float, expected: float) -> float:
    return 1 - observed / expected if expected > 0 else float("nan")
