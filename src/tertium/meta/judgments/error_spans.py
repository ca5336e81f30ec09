"""Errors that annotators marked in texts: where they are, and what kind of error each is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError
from tertium.frame import Frame
from tertium.types import Counts

NOWHERE = -1
"""Where an error starts and stops that has no place in the text, such as a word that is missing."""

_NUMBERS = ("segment", "start", "stop")


@dataclass(frozen=True, kw_only=True)
class MarkedError:
    """An error that an annotator marked, wherever the text is from; the attributes are those of ``ErrorSpans``."""

    side: str = ""
    start: int = NOWHERE
    stop: int = NOWHERE
    severity: str = ""
    category: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class ErrorSpans:
    """Marked errors, one entry per span. An error with several spans has several entries.

    Attributes:
        system: The system whose output has the error.
        segment: The segment, counted from 1.
        annotator: Who marked it.
        side: ``target`` or ``source``, for the text that it is marked in; empty where the error has no place.
        start: The first character of the span, counted from 0; -1 where the error has no place.
        stop: The character after the span, so that ``text[start:stop]`` is what was marked; -1 as above.
        severity: The severity as the file has it, such as ``major``; empty if it has none.
        category: The category as the file has it, such as ``Accuracy/Omission``; empty if it has none.
    """

    system: Sequence[str]
    segment: Counts
    annotator: Sequence[str]
    side: Sequence[str]
    start: Counts
    stop: Counts
    severity: Sequence[str]
    category: Sequence[str]

    def __post_init__(self) -> None:
        for each in fields(self):
            column = getattr(self, each.name)
            made = np.asarray(column, dtype=np.int64) if each.name in _NUMBERS else tuple(column)
            object.__setattr__(self, each.name, made)
            if len(made) != len(self.system):
                raise InputError(
                    f"there are {len(self.system)} spans, but the column {each.name!r} has {len(made)} entries",
                    remedy="Give one entry per span in every column",
                )

    def __len__(self) -> int:
        return len(self.system)

    __hash__ = None  # type: ignore[assignment]  # arrays have no hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ErrorSpans):
            return NotImplemented
        return all(np.array_equal(getattr(self, each.name), getattr(other, each.name)) for each in fields(self))

    @classmethod
    def collect(cls, rows: Iterable[tuple[str, int, str, MarkedError]]) -> Self:
        """Make spans of rows: system, segment, annotator and error."""
        columns: dict[str, Any] = {each.name: [] for each in fields(cls)}
        for system, segment, annotator, error in rows:
            place = {"system": system, "segment": segment, "annotator": annotator}
            for name, value in (place | vars(error)).items():
                columns[name].append(value)
        return cls(**columns)

    def select(self, mask: NDArray[np.bool_]) -> Self:
        """Return the spans for which the mask is true."""
        at = np.flatnonzero(mask)
        columns: dict[str, Any] = {}
        for each in fields(self):
            column = getattr(self, each.name)
            columns[each.name] = column[at] if each.name in _NUMBERS else [column[row] for row in at.tolist()]
        return type(self)(**columns)

    def of_outputs(self, systems: Sequence[str], segments: Counts) -> Self:
        """Return the spans in some outputs: those of the first system's first segment, and so on."""
        wanted = set(zip(systems, segments.tolist(), strict=True))
        return self.select(
            np.array([place in wanted for place in zip(self.system, self.segment.tolist(), strict=True)], dtype=bool)
        )

    @classmethod
    def concatenate(cls, parts: Sequence[ErrorSpans]) -> Self | None:
        """Return spans of several origins, one after the other; None if there is no origin."""
        if not parts:
            return None
        columns: dict[str, Any] = {
            each.name: [value for part in parts for value in getattr(part, each.name)] for each in fields(cls)
        }
        return cls(**columns)

    def to_frame(self) -> Frame:
        """Return them as columns that polars, pandas, duckdb and pyarrow read."""
        return Frame({each.name: getattr(self, each.name) for each in fields(self)})

    def to_dict(self) -> dict[str, Any]:
        """Return them as a dictionary for JSON."""
        return self.to_frame().to_dict()
