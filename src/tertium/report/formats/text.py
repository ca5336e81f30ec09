"""Plain text: columns that line up in a terminal, within its width; signatures below a rule at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tertium.report.blocks import Table
from tertium.report.column_layout import GAP, ColumnGroup, lay_out_columns, wrap_cell
from tertium.report.document import Document
from tertium.report.wrapping import measure_width, wrap_text

# A table of more rows is not continued below itself, where nobody would find its other columns.
_MOST_ROWS = 40
_LONGEST_RULE = 80
# Rows of more lines are set apart.
_MOST_LINES = 2


def render(document: Document) -> str:
    """Return tables one below the other, with their notes, and then the signatures, each once."""
    width = document.width
    text = "\n\n".join("\n".join(_table(table, width)) for table in document.tables)
    if not document.signatures:
        return text + "\n"
    rule = "─" * min(_LONGEST_RULE, max(map(measure_width, text.splitlines())))
    return "\n".join([text, rule, *_wrap(document.signatures, width)]) + "\n"


def _table(table: Table, width: int | None) -> Iterator[str]:
    yield from _wrap(filter(None, [table.title]), width)
    if not table.cells:
        yield from _wrap(table.notes_if_empty, width)
        return
    first, *others = lay_out_columns(table, width)
    yield from _block(table, first)
    notes = list(table.notes)
    if len(table.cells) > _MOST_ROWS and others:
        left_out = [table.columns[at] for group in others for at in group.places[table.keys :]]
        notes.append(
            f"not shown in {width} columns: {', '.join(left_out)}; for these, use a pipe (| less -S), a file (-o) or "
            "another format (-f)"
        )
        others = []
    for group in others:
        yield from ["", "(further columns)"]
        yield from _block(table, group)
    if notes:
        yield ""
        yield from _wrap(notes, width)


def _block(table: Table, group: ColumnGroup) -> Iterator[str]:
    """Return the rows of some columns. A row with long cells has several lines."""
    columns = list(zip(group.places, group.widths, strict=True))
    heading = [wrap_text(table.columns[at], width) for at, width in columns]
    height = max(map(len, heading))
    rows = [
        [wrap_cell(cells[at], printed[at], width) for at, width in columns]
        for cells, printed in zip(table.cells, table.rows, strict=True)
    ]
    is_tall = any(len(cell) > _MOST_LINES for row in rows for cell in row)
    # The last line of each heading stands above the column.
    yield from _row([[*[""] * (height - len(lines)), *lines] for lines in heading], group, table.text_columns)
    for number, row in enumerate(rows):
        if is_tall and number:
            yield ""
        yield from _row(row, group, table.text_columns)


def _row(cells: Sequence[Sequence[str]], group: ColumnGroup, text_columns: int) -> Iterator[str]:
    for line in zip_longest(*cells, fillvalue=""):
        padded = (
            text + padding if at < text_columns else padding + text
            for text, at, width in zip(line, group.places, group.widths, strict=True)
            for padding in [" " * (width - measure_width(text))]
        )
        yield (" " * GAP).join(padded).rstrip()


def _wrap(texts: Iterator[str] | Sequence[str], width: int | None) -> list[str]:
    return list(texts) if width is None else [line for text in texts for line in wrap_text(text, width)]
