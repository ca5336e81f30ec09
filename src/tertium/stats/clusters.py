"""Groups of metrics that do not differ significantly.

``cluster`` is how WMT prints its tables: metrics are ordered by value, and a line is drawn below one if every metric
above the line is significantly better than every metric below it. Metrics between two lines are a cluster; two of them
may well differ significantly, as long as others lie between them.

``letter`` says more: metrics that share a letter do not differ significantly (compact letter display, Piepho 2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tertium.errors import InputError
from tertium.types import Array, Matrix


def cluster(values: Sequence[float] | Array, p_values: Matrix, level: float = 0.05) -> list[int | None]:
    """Return the cluster of each metric, 1 for the best; none for a metric without a value.

    Args:
        values: What metrics are ordered by, such as correlations; the highest is the best. NaN is a missing value.
        p_values: Of each two metrics, as from ``tertium.stats.difference.compare_all``. NaN tells nothing apart.
        level: Two metrics differ significantly if p is below this one.

    >>> cluster([0.9, 0.5, 0.88], [[1, 0.01, 0.4], [0.01, 1, 0.02], [0.4, 0.02, 1]])
    [1, 2, 1]
    """
    different = _differ(values, p_values, level)
    order = [metric for metric in _order(values) if not np.isnan(values[metric])]
    ranks: list[int | None] = [None] * len(values)
    rank = 1
    for place, metric in enumerate(order):
        if place and different[np.ix_(order[:place], order[place:])].all():
            rank += 1
        ranks[metric] = rank
    return ranks


def tell_apart(values: Sequence[float] | Array, p_values: Matrix, level: float = 0.05) -> list[tuple[int, int]]:
    """Return the pairs of metrics that do not differ significantly, the better one first, by value."""
    different = _differ(values, p_values, level)
    return [(one, other) for one, other in combinations(_order(values), 2) if not different[one, other]]


def letter(values: Sequence[float] | Array, p_values: Matrix, level: float = 0.05) -> list[str]:
    """Return letters of each metric; two metrics share a letter exactly if they do not differ significantly.

    >>> letter([0.9, 0.5, 0.8], [[1, 0.01, 0.4], [0.01, 1, 0.2], [0.4, 0.2, 1]])
    ['a', 'b', 'ab']
    """
    different = _differ(values, p_values, level)
    order = _order(values)
    groups = [frozenset(order)]
    for one, other in combinations(order, 2):
        if not different[one, other]:
            continue
        split = [part for group in groups if {one, other} <= group for part in (group - {one}, group - {other})]
        kept = [group for group in groups if not {one, other} <= group]
        # A part that lies within another group says nothing new.
        groups = _maximal([*kept, *split])
    place = {metric: index for index, metric in enumerate(order)}
    groups.sort(key=lambda group: sorted(place[metric] for metric in group))
    names = [_name(index) for index in range(len(groups))]
    return [
        "".join(name for name, group in zip(names, groups, strict=True) if metric in group)
        for metric in range(len(order))
    ]


def _maximal(groups: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    distinct = list(dict.fromkeys(groups))
    return [group for group in distinct if not any(group < other for other in distinct)]


def _name(index: int) -> str:
    """Return the letter of a group: a to z, A to Z, then a1 and so on."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    turn, place = divmod(index, len(letters))
    return letters[place] + (str(turn) if turn else "")


def _order(values: Sequence[float] | Array) -> list[int]:
    numbers = np.asarray(values, dtype=np.float64)
    return [int(index) for index in np.argsort(-np.where(np.isnan(numbers), -np.inf, numbers), kind="stable")]


def _differ(
    values: Sequence[float] | Array, p_values: Matrix, level: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    matrix = np.asarray(p_values, dtype=np.float64)
    if matrix.shape != (len(values), len(values)):
        raise InputError(
            f"{len(values)} values do not go with p-values of the shape {matrix.shape}",
            remedy="Give one p-value for each two metrics, as compare_all does",
        )
    with np.errstate(invalid="ignore"):
        different: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = matrix < level
    return different
