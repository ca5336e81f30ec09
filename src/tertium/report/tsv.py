"""Tab-separated values: the tables, for spreadsheets and scripts."""

from __future__ import annotations

from tertium.report.document import Document

_BREAKS = str.maketrans("\t\n\r", "   ")


def render(document: Document) -> str:
    """Each table with its header; an empty line between two. Notes are left out: JSON has them."""
    return "\n".join(
        "".join("\t".join(cell.translate(_BREAKS) for cell in row) + "\n" for row in [table.columns, *table.rows])
        for table in document.tables
    )
