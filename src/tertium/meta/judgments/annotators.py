"""One report per annotator: mean, deviation and agreement with the others; and the outliers.

An annotator is an outlier whose figure is further from the median of all annotators than ``cutoff`` deviations, as the
median absolute deviation estimates them. For agreement, only low values are outliers. Annotators with too few judgments
are not flagged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.json_result import JsonResult
from tertium.meta.judgments.looks import Looks
from tertium.stats.agreement import cohen_kappa
from tertium.stats.outliers import find_outliers
from tertium.types import Array, Counts

FEWEST = 5
"""An annotator is flagged only with at least this many judgments; shared ones for correlation and kappa."""


@dataclass(frozen=True, kw_only=True)
class AnnotatorReport(JsonResult):
    """What an annotator's judgments are like.

    Attributes:
        annotator: The annotator.
        count: How many judgments.
        shared: How many of them are of items that others judged too.
        mean: Their mean; for ranks, the share of ties.
        deviation: Their standard deviation; NaN for ranks.
        correlation: Pearson's correlation with the mean of the others, over shared items.
        kappa: Cohen's kappa with quadratic weights, with each other annotator of each shared item, taken together.
        flags: Which of these figures stand out: ``mean``, ``deviation``, ``correlation``, ``kappa``.
    """

    annotator: str
    count: int
    shared: int
    mean: float
    deviation: float
    correlation: float
    kappa: float
    flags: Sequence[str] = ()


def describe_annotators(looks: Looks, *, is_ties: bool, cutoff: float) -> list[AnnotatorReport]:
    """Report on each annotator, in the order of their appearance.

    Args:
        looks: One look of each annotator at each item; for ranks, preferences from both sides.
        is_ties: Whether these are preferences, of which the share of ties is reported.
        cutoff: How many deviations from the median are too many.
    """
    size = len(looks.annotators)
    sides = 2 if is_ties else 1
    counts = np.bincount(looks.annotator, minlength=size)
    described = (looks.value == 0).astype(np.float64) if is_ties else looks.value
    mean = _by_judge(described, looks.annotator, counts)
    deviation = np.sqrt(_by_judge((described - mean[looks.annotator]) ** 2, looks.annotator, counts))
    shared = np.bincount(looks.annotator[_is_shared(looks)], minlength=size)
    figures = {
        "mean": mean,
        "deviation": np.full(size, np.nan) if is_ties else deviation,
        "correlation": _correlations(looks),
        "kappa": _kappas(looks),
    }
    flags: list[list[str]] = [[] for _ in range(size)]
    for name, values in figures.items():
        is_agreement = name in ("correlation", "kappa")
        enough = (shared if is_agreement else counts) // sides >= FEWEST
        known = np.where(enough, values, np.nan)
        odd = find_outliers(known, cutoff)
        if is_agreement and odd.any():
            odd &= known < np.nanmedian(known)
        for at in np.flatnonzero(odd).tolist():
            flags[at].append(name)
    return [
        AnnotatorReport(
            annotator=annotator,
            count=int(counts[at]) // sides,
            shared=int(shared[at]) // sides,
            mean=float(figures["mean"][at]),
            deviation=float(figures["deviation"][at]),
            correlation=float(figures["correlation"][at]),
            kappa=float(figures["kappa"][at]),
            flags=flags[at],
        )
        for at, annotator in enumerate(looks.annotators)
        if counts[at]
    ]


def _is_shared(looks: Looks) -> Any:
    return np.bincount(looks.item)[looks.item] > 1 if len(looks) else np.zeros(0, dtype=bool)


def _by_judge(values: Array, annotator: Counts, counts: Counts) -> Array:
    sums = np.bincount(annotator, weights=values, minlength=len(counts))
    means: Array = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means


def _correlations(looks: Looks) -> Array:
    shared = looks.select(np.flatnonzero(_is_shared(looks)))
    size = len(looks.annotators)
    if not len(shared):
        return np.full(size, np.nan)
    number, sums = np.bincount(shared.item), np.bincount(shared.item, weights=shared.value)
    others = (sums[shared.item] - shared.value) / (number[shared.item] - 1)
    counts = np.bincount(shared.annotator, minlength=size)
    own = shared.value - _by_judge(shared.value, shared.annotator, counts)[shared.annotator]
    theirs = others - _by_judge(others, shared.annotator, counts)[shared.annotator]
    product, first, second = (
        np.bincount(shared.annotator, weights=values, minlength=size) for values in (own * theirs, own**2, theirs**2)
    )
    scale = np.sqrt(first * second)
    # With two items any two annotators correlate by one or minus one; what rounding leaves is not a deviation.
    defined = (counts > 2) & (scale > 1e-12 * np.maximum(np.abs(looks.value).max(), 1e-300) ** 2)
    found: Array = np.divide(product, scale, out=np.full(size, np.nan), where=defined)
    return found


def _kappas(looks: Looks) -> Array:
    pairs = looks.pairs()
    annotator = np.concatenate([pairs.one.annotator, pairs.other.annotator])
    own = np.concatenate([pairs.one.value, pairs.other.value])
    theirs = np.concatenate([pairs.other.value, pairs.one.value])
    order = np.argsort(annotator, kind="stable")
    ends = np.cumsum(np.bincount(annotator, minlength=len(looks.annotators)))
    starts = np.concatenate([[0], ends[:-1]])
    runs = [order[start:end] for start, end in zip(starts, ends, strict=True)]
    return np.array([cohen_kappa(own[run], theirs[run], "quadratic") for run in runs], dtype=np.float64)
