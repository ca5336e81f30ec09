"""Partial correlation: how far two lists of scores agree where others, the controls, are held constant.

It is Pearson's correlation of what is left of both lists after a linear regression on the controls. ``spearman`` is the
same of ranks: of both lists and of each control. With one control c,

    r_xy.c = (r_xy - r_xc r_yc) / sqrt((1 - r_xc²) (1 - r_yc²)).

Of n normal points and k controls it is distributed as a plain correlation of n - k points (Fisher 1924), so that
intervals and tests of those hold with n - k.

An item that is missing in any list is left out. A control that is constant, or given by the other controls, holds
nothing: it is passed over. What is undefined is NaN: with fewer than two items more than controls, and where either
list is constant, or given by the controls. With exactly two more it is 1 or -1, as a plain correlation of two points.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from tertium import _core
from tertium.errors import InputError
from tertium.registry import PARTIAL_STATISTICS, unknown
from tertium.stats.correlation import normalise_rows
from tertium.stats.levels import average_defined
from tertium.types import Array, Matrix

# What is left of a list, as a share of its length, is rounding below this.
_ROUNDING = 1e-9

# Numbers of all resamples that are worked on at once: about 60 MB, some five times.
_AT_A_TIME = 8_000_000


def partial_correlation(x: ArrayLike, y: ArrayLike, controls: Sequence[ArrayLike], coefficient: str) -> float:
    """Return the correlation of two lists, with others held constant.

    >>> length = [2, 4, 6, 8, 10]
    >>> round(partial_correlation([1, 3, 2, 5, 4], [2, 3, 1, 5, 5], [length], "pearson"), 3)
    0.75

    Args:
        x: One list.
        y: The other.
        controls: The lists that are held constant.
        coefficient: ``pearson``, or ``spearman`` for that of ranks.

    Raises:
        InputError: If the lists are not of one length.
        SpecError: If there is no such coefficient.
    """
    lists = [np.asarray(each, dtype=np.float64) for each in (x, y, *controls)]
    if any(each.ndim != 1 or each.shape != lists[0].shape for each in lists):
        shapes = ", ".join(str(each.shape) for each in lists)
        raise InputError(f"the lists have the shapes {shapes}", remedy="Give lists of one length")
    first, second, *held = (each[np.newaxis] for each in lists)
    return float(correlate_partial_rows(first, second, held, coefficient)[0])


def correlate_partial_rows(
    rows: Matrix, others: Matrix, controls: Sequence[Matrix], coefficient: str, threads: int = 1
) -> Array:
    """Return the partial correlation of each row with the same row of another matrix.

    Args:
        rows: One list per row.
        others: As many rows.
        controls: One matrix of as many rows per control.
        coefficient: ``pearson`` or ``spearman``.
        threads: How many threads to use; they do not change the result.
    """
    if coefficient not in PARTIAL_STATISTICS.values():
        raise unknown("coefficient of partial correlation", coefficient, list(PARTIAL_STATISTICS.values()))
    if rows.shape[1] < 2 or not len(rows):
        return np.full(len(rows), np.nan)
    lists = [np.ascontiguousarray(each, dtype=np.float64) for each in (rows, others, *controls)]
    missing = np.logical_or.reduce([np.isnan(each) for each in lists])
    if missing.any():
        lists = [np.where(missing, np.nan, each) for each in lists]
    if coefficient == "spearman":
        lists = [_core.rank_rows(each, threads) for each in lists]
    first, second, *held = (normalise_rows(each) for each in lists)
    used = _project_out(held, [first, second])
    lengths = [np.sqrt(np.einsum("ij,ij->i", each, each)) for each in (first, second)]
    with np.errstate(all="ignore"):
        found: Array = np.einsum("ij,ij->i", first, second) / (lengths[0] * lengths[1])
    undefined = (~missing).sum(axis=1) - used < 2
    # What is not a number is not above the bound either.
    undefined |= ~(np.minimum(*lengths) > _ROUNDING)
    found[undefined] = np.nan
    return np.clip(found, -1.0, 1.0, out=found)


def _project_out(controls: Sequence[Matrix], lists: Sequence[Matrix]) -> np.ndarray:
    """Take from lists, in place, what controls explain of them; return how many controls each row has."""
    used = np.zeros(len(lists[0]), dtype=np.int64)
    basis: list[Matrix] = []
    for control in controls:
        left = np.nan_to_num(control, nan=0.0)
        _take_out(left, basis)
        length = np.sqrt(np.einsum("ij,ij->i", left, left))
        holds = length > _ROUNDING
        left = np.where(holds[:, None], left, 0.0) / np.where(holds, length, 1.0)[:, None]
        used += holds
        basis.append(left)
    for each in lists:
        _take_out(each, basis)
    return used


def _take_out(rows: Matrix, basis: Sequence[Matrix]) -> None:
    """Make rows orthogonal to each direction, in place."""
    # Twice, since what is left of nearly the same lists has few digits after the first time.
    for direction in (*basis, *basis):
        rows -= np.einsum("ij,ij->i", rows, direction)[:, None] * direction


def correlate_partial_groups(
    metric: Matrix, human: Matrix, controls: Sequence[Matrix], level: str, coefficient: str, threads: int = 1
) -> Array:
    """Return the partial correlation within each group of a level: systems, segments, or all cells as one.

    Args:
        metric: The metric's scores, systems by segments, NaN where there is none.
        human: People's, of the same shape.
        controls: What is held constant, of the same shape each.
        level: One of ``tertium.registry.LEVELS``; at ``system`` there is one column, of whole systems.
        coefficient: ``pearson`` or ``spearman``.
        threads: How many threads to use; they do not change the result.
    """
    lists = [metric, human, *controls]
    if level in ("pooled", "system"):
        lists = [each.reshape(1, -1) for each in lists]
    elif level == "by-segment":
        lists = [each.T for each in lists]
    first, second, *held = lists
    return correlate_partial_rows(first, second, held, coefficient, threads)


def correlate_partial(
    metric: Matrix, human: Matrix, controls: Sequence[Matrix], level: str, coefficient: str, threads: int = 1
) -> float:
    """Return the partial correlation at a level; by groups, the mean of those that are defined."""
    return average_defined(correlate_partial_groups(metric, human, controls, level, coefficient, threads))


def redraw_partial(
    metric: Matrix,
    human: Matrix,
    controls: Sequence[Matrix],
    draws: np.ndarray,
    level: str,
    coefficient: str,
    threads: int = 1,
) -> Array:
    """Return the partial correlation of each draw of segments; a draw is a row of their numbers.

    Each draw has its own regression on the controls: that too is an estimate, and the interval has to show it.
    """
    if level == "by-segment":
        groups = correlate_partial_groups(metric, human, controls, level, coefficient, threads)
        return np.array([average_defined(groups[draw]) for draw in draws])
    step = max(1, _AT_A_TIME // (metric.shape[0] * draws.shape[1]))
    parts = [draws[start : start + step] for start in range(0, len(draws), step)]
    found = [_redraw([metric, human, *controls], part, level, coefficient, threads) for part in parts]
    return np.concatenate(found)


def _redraw(lists: Sequence[Matrix], draws: np.ndarray, level: str, coefficient: str, threads: int) -> Array:
    # Draws by systems by segments.
    drawn = [np.moveaxis(each[:, draws], 0, 1) for each in lists]
    count, systems, segments = drawn[0].shape
    shape = (count, systems * segments) if level == "pooled" else (count * systems, segments)
    first, second, *held = (each.reshape(shape) for each in drawn)
    groups = correlate_partial_rows(first, second, held, coefficient, threads).reshape(count, -1)
    return np.array([average_defined(each) for each in groups])
