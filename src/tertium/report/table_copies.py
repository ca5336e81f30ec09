"""A table as text for other programs, which the copy buttons of pages give: Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from tertium.printable import make_printable
from tertium.report.blocks import Table
from tertium.report.cells import Cell, Number, Range
from tertium.report.formats.latex import write_latex
from tertium.report.formats.markdown import write_markdown
from tertium.report.formats.tsv import write_spreadsheet_cell

MOST_ROWS = 1000
"""Nobody pastes a longer table into a paper or an issue, and each copy makes the page larger."""


def write_copies(table: Table) -> Mapping[str, str]:
    """Return a table as text, by the name of the format: as ``-f md`` and ``-f latex`` have it, and as CSV.

    Tables of more than 1,000 rows have CSV alone.
    """
    if len(table.cells) > MOST_ROWS:
        return {"CSV": write_csv(table)}
    return {"Markdown": write_markdown(table) + "\n", "LaTeX": write_latex(table), "CSV": write_csv(table)}


def write_csv(table: Table) -> str:
    """Return a table as CSV, with numbers in full precision and the ends of intervals in columns of their own.

    No cell is a formula: a text that a spreadsheet would take for one has an apostrophe before it.

    >>> print(write_csv(Table(columns=["system", "bleu"], cells=[["=a", Number(12.3456, interval=Range(11, 13.5))]])))
    system,bleu,bleu low,bleu high
    '=a,12.3456,11,13.5
    <BLANKLINE>
    """
    width = len(table.columns)
    ranged = [any(_find_range(row[at]) for row in table.cells) for at in range(width)]
    bare = [all(isinstance(row[at], Range) for row in table.cells) for at in range(width)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head: list[str] = []
    for name, has_range, is_bare in zip(table.columns, ranged, bare, strict=True):
        head += [name] * (not is_bare) + [f"{name} low", f"{name} high"] * has_range
    writer.writerow(map(write_spreadsheet_cell, head))
    for row in table.cells:
        written: list[str] = []
        for cell, has_range, is_bare in zip(row, ranged, bare, strict=True):
            written += [_write(cell)] * (not is_bare)
            if has_range:
                found = _find_range(cell)
                written += ["", ""] if found is None else [_write_number(end) for end in (found.low, found.high)]
        writer.writerow(written)
    return text.getvalue()


def _find_range(cell: Cell) -> Range | None:
    if isinstance(cell, Range):
        return cell
    return cell.interval if isinstance(cell, Number) else None


def _write(cell: Cell) -> str:
    if isinstance(cell, Range):
        return ""
    if isinstance(cell, str):
        return write_spreadsheet_cell(make_printable(cell))
    return "" if cell.value is None else _write_number(cell.value)


def _write_number(value: float) -> str:
    if value != value:  # not a number
        return ""
    return str(int(value)) if isinstance(value, int) else repr(float(value))
