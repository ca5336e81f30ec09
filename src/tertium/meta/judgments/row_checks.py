"""What is refused as a judgment, whoever hands it over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.errors import InputError
from tertium.meta.judgments.coding import Coding, Groups
from tertium.meta.judgments.kinds import KINDS, LOWEST
from tertium.types import Array, Counts


class RowError(InputError):
    """A judgment that is refused; a reader, who knows its line, says so instead.

    Args:
        problem: What is wrong with the judgment.
        index: Which judgment, counted from 0.
        remedy: What to do about it.
    """

    def __init__(self, problem: str, *, index: int, remedy: str) -> None:
        super().__init__(f"judgment {index + 1} {problem}", remedy=remedy)
        self.problem = problem
        self.index = index


def as_values(values: ArrayLike) -> Array:
    """Accept a column of numbers; whether they are finite is looked at later, with the rows."""
    try:
        found = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("a value is not a number", remedy="Give a number for each judgment") from None
    return _one_column(found, "values")


def as_segments(values: ArrayLike) -> Counts:
    """Accept a column of whole numbers."""
    found = np.asarray(values)
    if found.size and found.dtype.kind not in "iu":
        raise InputError(
            "a segment is not a whole number", remedy="Count segments from 1; 0 is a judgment of the whole system"
        )
    return _one_column(found.astype(np.int64), "segments")


def check_rows(kind: Coding, segment: Counts, value: Array, other_kinds: Collection[str] = ()) -> None:
    """Raise a ``RowError`` for a kind that is unknown, and for a segment or a value that cannot be."""
    for code, name in enumerate(kind.names):
        if name not in KINDS and name not in other_kinds:
            at = int(np.argmax(kind.codes == code))
            raise RowError(f"has the unknown kind {name!r}", index=at, remedy=f"Take one of: {', '.join(KINDS)}")
    if (segment < 0).any():
        at = int(np.argmax(segment < 0))
        raise RowError(f"is of segment {segment[at]}", index=at, remedy="Count from 1; 0 is the whole system")
    if not np.isfinite(value).all():
        at = int(np.argmin(np.isfinite(value)))
        raise RowError(f"has the value {value[at]}", index=at, remedy="Leave out what was not judged")
    for name, lowest in LOWEST.items():
        low = (kind.positions([name]) == 0) & (value < lowest)
        if low.any():
            at = int(np.argmax(low))
            remedy = f"The lowest value of {name!r} is {lowest:g}"
            raise RowError(f"has the value {value[at]:g}", index=at, remedy=remedy)


def find_twin(columns: Sequence[Counts], may_repeat: NDArray[np.bool_]) -> int | None:
    """Return the first row that has the same in all columns as one before it, unless it may."""
    again = np.ones(len(may_repeat), dtype=bool)
    again[Groups.by(*columns).first] = False
    again &= ~may_repeat
    return int(np.argmax(again)) if again.any() else None


def _one_column(column: NDArray[Any], what: str) -> NDArray[Any]:
    if column.ndim != 1:
        raise InputError(f"the {what} have {column.ndim} dimensions", remedy="Give one entry per judgment")
    column.setflags(write=False)
    return column
