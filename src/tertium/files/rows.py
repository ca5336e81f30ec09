"""Rows of a table, in the form in which every table format gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from tertium.errors import InputError
from tertium.files.opening import shown

Cells = Sequence[Any]
"""The cells of a column. ``None`` is a missing cell, which is not the same as an empty one.

TSV and CSV have strings only. JSONL and Parquet may have numbers, lists and other values as well. Texts of Parquet may
be a ``TextColumn``, and lists of them ``TextLists``.
"""

Choose = Callable[[Sequence[str]], Sequence[str]]
"""Given the names of all columns, returns those that are needed."""


MOST_MISSING = 1 << 25
"""How many cells may be missing in rows that are put side by side."""


@dataclass(frozen=True)
class Rows:
    """A run of consecutive rows of a table, column by column.

    Attributes:
        columns: The cells of each column.
        lines: Where each row stands in the file.
        unit: What ``lines`` counts: ``line``, or ``row`` for a file that has no lines.
        is_skipped: Whether these rows were not wanted, and were not read.
    """

    columns: Mapping[str, Cells]
    lines: Sequence[int]
    unit: str = "line"
    is_skipped: bool = False

    def error(self, file: str, at: int, message: str, remedy: str, command_remedy: str | None = None) -> InputError:
        """Return an error that names one of the rows."""
        if self.unit == "line":
            line, said = self.lines[at], message
        else:
            line, said = None, f"{self.unit} {self.lines[at]}: {message}"
        return InputError(said, file=shown(file), line=line, remedy=remedy, command_remedy=command_remedy)


def require_room(missing: int, file: str | None = None) -> None:
    """Refuse rows that would take far more memory side by side than in their file.

    A few kilobytes are enough for that: one row with a million references makes a million columns for all the others.

    Args:
        missing: How many cells would have nothing in them.
        file: The file, if known.

    Raises:
        InputError: There are too many.
    """
    if missing > MOST_MISSING:
        raise InputError(
            f"the rows differ so much that {missing:,} cells would be empty; the most is {MOST_MISSING:,}",
            file=None if file is None else shown(file),
            remedy="Give every row the same columns, and about as many references as the others have",
        )


def join_rows(batches: Sequence[Rows]) -> Rows:
    """Join consecutive rows of one table. A column that one of the runs does not have is missing there.

    Raises:
        InputError: The runs have so different columns that most cells would be missing.
    """
    if len(batches) == 1:
        return batches[0]
    names = dict.fromkeys(name for rows in batches for name in rows.columns)
    require_room(sum((len(names) - len(rows.columns)) * len(rows.lines) for rows in batches))
    return Rows(
        {
            name: list(chain.from_iterable(rows.columns.get(name, [None] * len(rows.lines)) for rows in batches))
            for name in names
        },
        list(chain.from_iterable(rows.lines for rows in batches)),
        batches[0].unit,
    )


class ReadRows(Protocol):
    """What reads a table format: an entry of ``tertium.registry.TABLES`` or of the entry points of a package."""

    def __call__(self, path: str, choose: Choose | None, block_size: int) -> Iterator[Rows]:
        """Read a table, some thousand rows at a time.

        Args:
            path: The file, or ``-`` for standard input.
            choose: Which columns are needed; all if None. A format that cannot skip the others gives them too.
            block_size: How many bytes to read at once.
        """


def check_rows(rows: object) -> str:
    """Return how rows of another package violate the contract, as the end of a sentence; empty if they do not."""
    if not isinstance(rows, Rows):
        return f"returns {type(rows).__name__} instead of tertium.files.rows.Rows"
    for name, cells in rows.columns.items():
        if len(cells) != len(rows.lines):
            return f"returns {len(cells)} cells of the column {name!r} for {len(rows.lines)} rows"
    return ""
