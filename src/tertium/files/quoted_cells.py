"""Cells of a TSV file with one column that are quoted as in CSV, with line breaks inside.

Nothing else shows them: each of their lines would be taken for a row. A quote that is opened in one segment and closed
in a later one looks the same. But a writer of CSV quotes every cell with a quote in it, so a single quote elsewhere
proves that quotes are text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.files.opening import STDIN, shown

UNQUOTED = "TSV has no quoting here. Write the table as CSV or JSONL, which keep every text as it is"


def refuse_broken_cells(path: str, lines: Sequence[str]) -> None:
    """Refuse a TSV file of one column in which every quote is that of CSV, and a quoted cell has a line break.

    Args:
        path: The file, which is read as a whole; of standard input there are only the lines at hand.
        lines: Its first lines.

    Raises:
        InputError: It is so.
    """
    place = find_broken_cell(lines if path == STDIN else iterate_lines(path))
    if place is not None:
        raise InputError(
            f"a cell in quotes goes on to line {place[1]}, as in CSV",
            file=shown(path),
            line=place[0],
            remedy=f"{UNQUOTED}; or, if the quotes are text, give a .txt file without a header",
        )


def find_broken_cell(lines: Iterable[str]) -> tuple[int, int] | None:
    """Return the first and the last line of the first cell with a line break, if all quotes are those of CSV.

    >>> find_broken_cell(["text", '"one', 'cell"', "another"])
    (2, 3)
    >>> find_broken_cell(["text", '"one', 'cell"', 'not a "cell" of CSV'])

    Args:
        lines: The lines of the file, from 1.
    """
    found: tuple[int, int] | None = None
    opened = 0
    for number, line in enumerate(lines, start=1):
        if '"' not in line:
            continue
        rest = line if opened else line.removeprefix('"')
        if rest == line and not opened:
            return None  # a quote inside of a cell that is not quoted
        single = rest.replace('""', "")
        if '"' not in single:
            opened = opened or number
        elif single.count('"') == 1 and single.endswith('"'):
            if opened:
                found = found or (opened, number)
            opened = 0
        else:
            return None
    return None if opened else found
