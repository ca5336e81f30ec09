"""How far two lists of scores agree: Pearson, Spearman, Kendall (b and c), and pairwise accuracy.

``accuracy`` is the share of pairs of items that both lists order in the same way, where a tie agrees only with a tie
(acc-eq; Deutsch, Foster and Freitag 2023). The others are as scipy has them, but undefined ones are NaN without a
warning.

An item that is missing (NaN) in either list is left out. What is undefined: everything with fewer than two items, and
all but accuracy where one list is constant.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from tertium import _core
from tertium.errors import InputError
from tertium.registry import COEFFICIENTS, load
from tertium.types import Array, Matrix

# Sums of larger numbers may overflow. A power of two, so that to divide by it changes no digit.
_HUGE = 2.0**900


def correlate_vectors(x: ArrayLike, y: ArrayLike, coefficient: str) -> float:
    """Return the correlation of two lists.

    >>> correlate_vectors([1, 2, 3, 4, 5], [1, 3, 2, 5, 4], "accuracy")
    0.8
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise InputError(
            f"the two lists have the shapes {first.shape} and {second.shape}", remedy="Give two lists of one length"
        )
    return float(correlate_rows(first[None], second, coefficient)[0])


def correlate_rows(
    rows: Matrix, y: Array | Matrix, coefficient: str, threads: int = 1, copies: Array | None = None
) -> Array:
    """Return the correlation of each row with one list, or with a row of its own.

    Args:
        rows: One list per row.
        y: The other list, or as many rows.
        coefficient: One of ``tertium.registry.COEFFICIENTS``.
        threads: How many threads to use; they do not change the result.
        copies: In samples drawn with replacement, how many pairs of each row are of an item and its own copy. Both
            lists tie them in any case, so ``accuracy`` leaves them out; no other coefficient sees this.
    """
    correlate = load(COEFFICIENTS, coefficient, "coefficient")
    rows = np.ascontiguousarray(rows, dtype=np.float64)
    others = np.ascontiguousarray(np.atleast_2d(np.asarray(y, dtype=np.float64)))
    if rows.ndim != 2 or others.ndim != 2 or others.shape not in ((1, rows.shape[1]), rows.shape):
        raise InputError(
            f"rows of the shape {rows.shape} do not go with {others.shape}", remedy="Give rows of one length"
        )
    if rows.shape[1] < 2 or not len(rows):
        return np.full(len(rows), np.nan)
    if copies is not None and coefficient == "accuracy":
        return accuracy(rows, others, threads, copies)
    found: Array = correlate(rows, others, threads)
    return found


def pearson(rows: Matrix, others: Matrix, threads: int) -> Array:
    """Return Pearson's correlation of each row."""
    del threads
    rows, others = _without_unpaired(rows, others)
    one, other = normalise_rows(rows), normalise_rows(others)
    if len(other) == 1 and not np.isnan(other[0, 0]):
        products: Array = one @ other[0]
    else:
        products = np.einsum("ij,ij->i", one, np.broadcast_to(other, one.shape))
    return np.clip(products, -1.0, 1.0, out=products)


def _without_unpaired(rows: Matrix, others: Matrix) -> tuple[Matrix, Matrix]:
    """Make what is missing in one also missing in the other."""
    missing, missing_others = np.isnan(rows), np.isnan(others)
    if not missing.any() and not missing_others.any():
        return rows, others
    unpaired = missing | missing_others
    return np.where(unpaired, np.nan, rows), np.where(unpaired, np.nan, np.broadcast_to(others, rows.shape))


def normalise_rows(rows: Matrix) -> Matrix:
    """Return rows of mean zero and length one, zeros for what is missing; all NaN if the row is constant."""
    missing = np.isnan(rows)
    if missing.any():
        return _normalise_with_gaps(rows, missing)
    highest, lowest = rows.max(axis=1), rows.min(axis=1)
    constant = highest == lowest
    with np.errstate(all="ignore"):
        huge = np.maximum(highest, -lowest) > _HUGE
        if huge.any():
            rows = np.where(huge[:, None], rows / _HUGE, rows)
        centred: Matrix = rows - rows.mean(axis=1, keepdims=True)
        # The largest goes first, so that squares neither overflow nor vanish.
        centred /= np.maximum(centred.max(axis=1), -centred.min(axis=1))[:, None]
        centred /= np.sqrt(np.einsum("ij,ij->i", centred, centred))[:, None]
    centred[constant] = np.nan
    return centred


def _normalise_with_gaps(rows: Matrix, missing: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Matrix:
    present = (~missing).sum(axis=1, keepdims=True)
    with np.errstate(all="ignore"):
        huge = np.where(missing, 0.0, np.abs(rows)).max(axis=1, keepdims=True) > _HUGE
        rows = np.where(huge, rows / _HUGE, rows)
        mean = np.where(missing, 0.0, rows).sum(axis=1, keepdims=True) / present
        centred = np.where(missing, 0.0, rows - mean)
        centred /= np.abs(centred).max(axis=1, keepdims=True)
        centred /= np.sqrt((centred * centred).sum(axis=1, keepdims=True))
        highest = np.where(missing, -np.inf, rows).max(axis=1)
        lowest = np.where(missing, np.inf, rows).min(axis=1)
    centred[(highest <= lowest) | (present[:, 0] < 2)] = np.nan
    return centred


def spearman(rows: Matrix, others: Matrix, threads: int) -> Array:
    """Return Spearman's correlation of each row: Pearson's of the ranks."""
    rows, others = _without_unpaired(rows, others)
    return pearson(_core.rank_rows(rows, threads), _core.rank_rows(others, threads), threads)


def kendall_b(rows: Matrix, others: Matrix, threads: int) -> Array:
    """Return Kendall's tau-b of each row."""
    counts = _core.count_pairs(rows, others, threads)
    concordant, discordant, tied_x, tied_y, tied = counts.T[:5]
    pairs = concordant + discordant + tied_x + tied_y + tied
    # The roots of each factor, since the product of counts of pairs may be beyond what a float holds exactly.
    scale = np.sqrt(pairs - tied_x - tied) * np.sqrt(pairs - tied_y - tied)
    return np.clip(_ratio(concordant - discordant, scale), -1.0, 1.0)


def kendall_c(rows: Matrix, others: Matrix, threads: int) -> Array:
    """Return Kendall's tau-c of each row."""
    counts = _core.count_pairs(rows, others, threads)
    concordant, discordant = counts.T[:2]
    pairs = counts[:, :5].sum(axis=1)
    items = (1 + np.sqrt(1 + 8 * pairs)).round() / 2
    classes = counts[:, 5:].min(axis=1)
    scale = _ratio(items * items * (classes - 1), classes)
    return np.clip(_ratio(2 * (concordant - discordant), scale), -1.0, 1.0)


def accuracy(rows: Matrix, others: Matrix, threads: int, copies: Array | float = 0.0) -> Array:
    """Return the share of pairs that both lists order in the same way, for each row."""
    counts = _core.count_pairs(rows, others, threads)
    return _ratio(counts[:, 0] + counts[:, 4] - copies, counts[:, :5].sum(axis=1) - copies)


def _ratio(numerators: Array, denominators: Array) -> Array:
    """Return quotients, NaN where the denominator is not above zero."""
    defined = denominators > 0
    result = np.full(len(numerators), np.nan)
    np.divide(numerators, denominators, out=result, where=defined)
    return result
