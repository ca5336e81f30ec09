"""Rows of a table, in the form in which every table format gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tertium.errors import InputError
from tertium.files.opening import shown

Cells = Sequence[Any]
"""The cells of a column. ``None`` is a missing cell, which is not the same as an empty one.

TSV and CSV have strings only. JSONL and Parquet may have numbers, lists and other values as well.
"""

Choose = Callable[[Sequence[str]], Sequence[str]]
"""Given the names of all columns, returns those that are needed."""


@dataclass(frozen=True)
class Rows:
    """A run of consecutive rows of a table, column by column.

    Attributes:
        columns: The cells of each column.
        lines: Where each row stands in the file.
        unit: What ``lines`` counts: ``line``, or ``row`` for a file that has no lines.
    """

    columns: Mapping[str, Cells]
    lines: Sequence[int]
    unit: str = "line"

    def error(self, file: str, at: int, message: str, remedy: str) -> InputError:
        """Return an error that names one of the rows."""
        if self.unit == "line":
            return InputError(message, file=shown(file), line=self.lines[at], remedy=remedy)
        return InputError(f"{self.unit} {self.lines[at]}: {message}", file=shown(file), remedy=remedy)


def join_rows(batches: Sequence[Rows]) -> Rows:
    """Join consecutive rows of one table. A column that one of the runs does not have is missing there."""
    if len(batches) == 1:
        return batches[0]
    names = dict.fromkeys(name for rows in batches for name in rows.columns)
    return Rows(
        {
            name: list(chain.from_iterable(rows.columns.get(name, [None] * len(rows.lines)) for rows in batches))
            for name in names
        },
        list(chain.from_iterable(rows.lines for rows in batches)),
        batches[0].unit,
    )
