r"""What TSV and CSV share: a header, the same number of cells in each row, and ``\N`` for a missing cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from tertium.errors import InputError
from tertium.files.opening import shown
from tertium.files.rows import Cells, Rows

MISSING = r"\N"
BATCH = 8192

Row = tuple[int, Sequence[str]]
"""The line a row starts on, and its cells."""


def read_cells(rows: Iterator[Row], file: str) -> Iterator[Rows]:
    """Makes columns of rows of cells, the first of which is the header.

    Raises:
        InputError: A column name is there twice, or a row does not have as many cells as the header.
    """
    _, first = next(rows)  # an empty file was refused before
    header = [name.strip() for name in first]
    _check_header(header, file)
    while batch := list(islice(rows, BATCH)):
        _check_width(batch, header, file)
        columns = zip(*(cells for _, cells in batch), strict=True)
        yield Rows(
            {name: _with_missing(column) for name, column in zip(header, columns, strict=True) if name},
            [line for line, _ in batch],
        )


def _check_header(header: Sequence[str], file: str) -> None:
    named = [name for name in header if name]  # pandas leaves the column of its index without a name
    twice = [name for name in dict.fromkeys(named) if named.count(name) > 1]
    if twice:
        raise InputError(
            f"the column {twice[0]!r} is there twice",
            file=shown(file),
            line=1,
            remedy="Give each column a name of its own",
        )


def _check_width(batch: Iterable[Row], header: Sequence[str], file: str) -> None:
    expected = len(header)
    for line, cells in batch:
        if len(cells) != expected:
            raise InputError(
                f"expected {expected} cells, as in the header, but found {len(cells)}",
                file=shown(file),
                line=line,
                remedy="Write every cell of every row, empty ones as well",
            )


def _with_missing(column: Sequence[str]) -> Cells:
    if MISSING not in column:
        return list(column)
    return [None if cell == MISSING else cell for cell in column]
