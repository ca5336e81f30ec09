"""Plain text: columns that line up in a terminal."""

from __future__ import annotations

from tertium.report.blocks import Table
from tertium.report.document import Document
from tertium.report.texts import measure_width


def render(document: Document) -> str:
    """Return tables one below the other, with their notes."""
    return "\n\n".join(_table(table) for table in document.tables) + "\n"


def _table(table: Table) -> str:
    if not table.cells:
        return "\n".join([*filter(None, [table.title]), *table.notes_if_empty])
    rows = [table.columns, *table.rows]
    widths = [max(measure_width(row[index]) for row in rows) for index in range(len(table.columns))]
    lines = [table.title] if table.title else []
    for row in rows:
        cells = [
            cell + padding if index < table.text_columns else padding + cell
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
            for padding in [" " * (width - measure_width(cell))]
        ]
        lines.append("  ".join(cells).rstrip())
    lines.extend(["", *table.notes] if table.notes else [])
    return "\n".join(lines)
