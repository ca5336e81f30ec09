"""At which level people and a metric are compared: systems, all cells, or groups of cells and then their mean.

Scores are matrices, one row per system and one column per segment, NaN where there is none.

- ``system``: the means of the systems. A system without any score is left out.
- ``pooled``: all cells, of all systems and segments.
- ``by-system``: over the segments of each system, then the mean over systems (as METEOR does).
- ``by-segment``: over the systems of each segment, then the mean over segments.

A cell that is missing in either matrix is left out, except for means of systems, which are each from the cells that
are there. Groups whose correlation is undefined are left out of the mean.
"""

from __future__ import annotations

import numpy as np

from tertium.errors import InputError
from tertium.registry import LEVELS, unknown
from tertium.stats.correlation import correlate_rows
from tertium.types import Array, Matrix

# Means that differ by less, as a share of the scores' scale, differ by the order of their sums. Rounding makes ties of
# all but those few that lie on either side of a step; the wider the step, the fewer.
_STEP = 2.0**-30
_FLAT = 2.0**-40

# Sums of larger scores may overflow. A power of two, so that to divide by it changes no digit.
_HUGE = 2.0**900


def correlate(metric: Matrix, human: Matrix, level: str, coefficient: str, threads: int = 1) -> float:
    """Return how far a metric agrees with people.

    Args:
        metric: The metric's scores, systems by segments.
        human: People's scores. For the level ``system`` it may have other columns than the metric's.
        level: One of ``tertium.registry.LEVELS``.
        coefficient: One of ``tertium.registry.COEFFICIENTS``.
        threads: How many threads to use; they do not change the result.
    """
    metric, human = check_matrices(metric, human, level=level)
    if level == "system":
        x, y = (average_rows(scores)[None] for scores in (metric, human))
        scales = find_scale(metric), find_scale(human)
        return float(correlate_means(x, y, coefficient, threads, scales)[0])
    return average_defined(correlate_groups(metric, human, level, coefficient, threads))


def correlate_groups(
    metric: Matrix, human: Matrix, level: str, coefficient: str, threads: int = 1, copies: Array | None = None
) -> Array:
    """Return the correlation within each group of a level: systems, segments, or all cells as one.

    ``copies`` are as for ``tertium.stats.correlation.correlate_rows``, one number per group.
    """
    if level == "pooled":
        return correlate_rows(metric.reshape(1, -1), human.reshape(1, -1), coefficient, threads, copies)
    if level == "by-segment":
        metric, human = metric.T, human.T
    return correlate_rows(metric, human, coefficient, threads, copies)


def average_defined(values: Array) -> float:
    """Return the mean of what is not NaN; NaN if nothing is."""
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")


def average_rows(scores: Matrix) -> Array:
    """Return the mean of each row's cells, NaN for rows without any; the sums of huge cells do not overflow."""
    missing = np.isnan(scores)
    largest = np.abs(scores[np.isfinite(scores)]).max(initial=0.0)
    if largest > _HUGE:
        restored: Array = average_rows(scores / _HUGE) * _HUGE
        return restored
    if not missing.any():
        complete: Array = scores.mean(axis=1)
        return complete
    present = (~missing).sum(axis=1)
    means = np.full(len(scores), np.nan)
    np.divide(np.where(missing, 0.0, scores).sum(axis=1), present, out=means, where=present > 0)
    return means


def correlate_means(
    rows: Matrix,
    others: Matrix,
    coefficient: str,
    threads: int = 1,
    scales: tuple[float, float] = (1.0, 1.0),
    copies: Array | None = None,
) -> Array:
    """Correlate rows of means, where those are equal that differ only by the order in which scores were added up.

    For ranks, means are rounded. Pearson's correlation would lose by that, and only has to be undefined where a row is
    constant.

    Args:
        rows: Means of scores.
        others: As many rows, or one for all.
        coefficient: One of ``tertium.registry.COEFFICIENTS``.
        threads: How many threads to use.
        scales: How large the scores are, about, that the means are from; 0 if these are not to be rounded.
        copies: As for ``tertium.stats.correlation.correlate_rows``.
    """
    if coefficient != "pearson":
        rows, others = round_means(rows, scales[0]), round_means(others, scales[1])
        return correlate_rows(rows, others, coefficient, threads, copies)
    found = correlate_rows(rows, others, coefficient, threads)
    missing = np.isnan(rows) | np.isnan(others)
    for each, scale in zip((rows, others), scales, strict=True):
        paired = np.where(missing, np.nan, each) if missing.any() else each
        # These two pass over what is missing.
        with np.errstate(invalid="ignore", over="ignore"):
            spread = np.fmax.reduce(paired, axis=1) - np.fmin.reduce(paired, axis=1)
        found[np.broadcast_to(spread <= scale * _FLAT, len(found))] = np.nan
    return found


def round_means(means: Matrix, scale: float) -> Matrix:
    """Return means in steps that are small beside the scores, but not beside the rounding of their sums."""
    step = scale * _STEP
    if step == 0:
        return means
    with np.errstate(over="ignore"):
        rounded: Matrix = np.round(means / step) * step
    return rounded


def find_scale(scores: Matrix) -> float:
    """Return a power of two near the largest score; 0 if means are of one cell each, and so are not rounded."""
    largest = np.abs(scores[np.isfinite(scores)]).max(initial=0.0)
    return float(2.0 ** np.floor(np.log2(largest))) if largest and scores.shape[1] > 1 else 0.0


def check_matrices(*matrices: Matrix, level: str) -> list[Matrix]:
    """Return the matrices as floats, if their shapes go together at a level.

    Raises:
        InputError: If they do not.
        SpecError: If there is no such level.
    """
    if level not in LEVELS:
        raise unknown("level", level, LEVELS)
    checked = [np.asarray(matrix, dtype=np.float64) for matrix in matrices]
    shapes = [matrix.shape for matrix in checked]
    first = shapes[0]
    for shape in shapes:
        fits = len(shape) == 2 and shape[0] == first[0] and (level == "system" or shape == first)
        if not fits or not shape[1]:
            raise InputError(
                f"scores of the shapes {', '.join(map(str, shapes))} cannot be compared at the level {level!r}",
                remedy="Give matrices with one row per system and one column per segment, NaN where there is no score",
            )
    return checked
