"""CSV as RFC 4180 has it: a header, then one row a segment; a quoted cell may hold commas and line breaks."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.errors import InputError
from tertium.files.delimited import Row, read_cells
from tertium.files.lines import read_lines
from tertium.files.opening import shown
from tertium.text.readers.part import Part, Request
from tertium.text.readers.table import read_rows


def read(request: Request) -> Iterator[Part]:
    """Reads a CSV file."""
    yield from read_rows(read_cells(_rows(request), request.path), request)


def _rows(request: Request) -> Iterator[Row]:
    import csv

    reader = csv.reader(_line_after_line(request), strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells or [""]  # an empty line is a row of one empty cell
            line = reader.line_num + 1
    except csv.Error as error:
        raise _explained(str(error), csv.field_size_limit(), request, line) from None


def _line_after_line(request: Request) -> Iterator[str]:
    for lines in read_lines(request.path, block_size=request.block_size, keep_returns=True):
        for line in lines:
            yield line + "\n"


def _explained(reason: str, longest: int, request: Request, line: int) -> InputError:
    if "field larger" in reason:  # csv's own limit, which belongs to the whole program: it is not ours to change
        message = f"a cell has more than {longest} characters"
        remedy = "Is a quote left open? Close it, or give the text as TSV or JSONL"
    elif "unexpected end" in reason:
        message = "the file ends inside a quoted cell that begins in this row"
        remedy = 'Close the quote; a " inside a quoted cell is written twice'
    else:
        message = f"this is not CSV ({reason.partition(' - ')[0]})"
        remedy = 'Quote cells that hold a quote, a comma or a line break, and write a " inside them twice'
    return InputError(message, file=shown(request.path), line=line, remedy=remedy)
