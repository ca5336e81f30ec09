"""TSV: a header, then one row a segment, cells between tabs. There is no quoting: a ``"`` is a character."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.files.delimited import Row, read_cells
from tertium.files.lines import read_lines
from tertium.text.readers.part import Part, Request
from tertium.text.readers.table import read_rows


def read(request: Request) -> Iterator[Part]:
    """Reads a TSV file."""
    yield from read_rows(read_cells(_rows(request), request.path), request)


def _rows(request: Request) -> Iterator[Row]:
    done = 0
    for lines in read_lines(request.path, block_size=request.block_size):
        for number, line in enumerate(lines, start=done + 1):
            yield number, line.split("\t")
        done += len(lines)
