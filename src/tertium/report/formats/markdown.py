"""Markdown: tables as GitHub and most editors show them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tertium.printable import make_printable
from tertium.report.blocks import Table
from tertium.report.cells import Cell
from tertium.report.document import Document

_ESCAPES = str.maketrans({character: f"\\{character}" for character in "\\`*_|<>[]&$~"})


def render(document: Document) -> str:
    """Return tables one below the other; what is significantly best is bold. Signatures come last, below a rule."""
    signatures = ["---", *(_write_code(each) for each in document.signatures)] if document.signatures else []
    return "\n\n".join([*(write_markdown(table) for table in document.tables), *signatures]) + "\n"


def write_markdown(table: Table) -> str:
    """Return one table, without its signatures."""
    rules = ["---" if index < table.text_columns else "---:" for index in range(len(table.columns))]
    best = table.best
    body = [
        [f"**{text}**" if (row, column) in best else text for column, text in enumerate(map(_write_cell, cells))]
        for row, cells in enumerate(table.cells)
    ]
    lines = [f"### {_escape(table.title)}", ""] if table.title else []
    if not table.columns:  # sentences, such as a verdict
        return "\n".join([*lines, "\n\n".join(map(_escape, table.notes))])
    if not table.cells:
        return "\n".join([*lines, *(_write_code(note) for note in table.notes_if_empty)])
    lines.extend(_line(cells) for cells in [[_escape(name) for name in table.columns], rules, *body])
    lines.extend("\n" + _write_code(note) for note in table.notes)
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _write_cell(cell: Cell) -> str:
    # Digits, signs and the brackets of intervals need no escaping.
    return _escape(make_printable(cell)) if isinstance(cell, str) else str(cell)


def _escape(text: str) -> str:
    """Return text that is neither markup nor a picture that a viewer would fetch."""
    return text.translate(_ESCAPES)


def _write_code(text: str) -> str:
    """Return a text as code, between more backticks than it has in a row itself."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence, padding = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{padding}{text}{padding}{fence}"
