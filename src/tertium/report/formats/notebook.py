"""HTML for notebooks: the parts of a page, with rules that do not touch the page around them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tertium.errors import MissingExtraError
from tertium.report.assets import read_notebook_style
from tertium.report.blocks import BlockPart, Table
from tertium.report.document import Document, list_signatures
from tertium.report.formats.html import list_colours, show_part
from tertium.report.table_html import write_signatures


def render(document: Document) -> str:
    """Return a document for the output of a cell. It has no title, since the cell says what it is."""
    notes: list[str] = []
    parts = list(_list_parts(document, notes))
    tables = [part for part in parts if isinstance(part, Table)]
    shown = "\n".join(show_part(part, copies=False) for part in parts)
    notes += list_colours(tables)
    below = f'<p class="notes">{"<br>".join(map(escape, notes))}</p>\n' if notes else ""
    return (
        f'<div class="tertium-notebook">\n<style>{read_notebook_style()}</style>\n{shown}\n{below}'
        f"{write_signatures(list_signatures(tables), copies=False)}</div>\n"
    )


def _list_parts(document: Document, notes: list[str]) -> Iterator[BlockPart]:
    """Yield the parts; where the library for plots is not installed, all others, and a note."""
    for block in document.blocks:
        try:
            yield from block.parts()
        except MissingExtraError as error:
            notes.append(str(error))
