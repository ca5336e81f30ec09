"""Markdown: tables as GitHub and most editors show them."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.report.blocks import Table
from tertium.report.document import Document


def render(document: Document) -> str:
    """Return tables one below the other; the best of each column is bold. Signatures come last, below a rule."""
    signatures = ["---", *(f"`{each}`" for each in document.signatures)] if document.signatures else []
    return "\n\n".join([*(_table(table) for table in document.tables), *signatures]) + "\n"


def _table(table: Table) -> str:
    rules = ["---" if index < table.text_columns else "---:" for index in range(len(table.columns))]
    best = table.best
    body = [
        [f"**{_escape(cell)}**" if (row, column) in best else _escape(cell) for column, cell in enumerate(cells)]
        for row, cells in enumerate(table.rows)
    ]
    lines = [f"### {_escape(table.title)}", ""] if table.title else []
    if not table.cells:
        return "\n".join([*lines, *(f"`{note}`" for note in table.notes_if_empty)])
    lines.extend(_line(cells) for cells in [[_escape(name) for name in table.columns], rules, *body])
    lines.extend(f"\n`{note}`" for note in table.notes)
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escape(text: str) -> str:
    for character in "\\`*_|<>":
        text = text.replace(character, f"\\{character}")
    return text.replace("\n", " ")
