"""HTML: one page that opens without a server or network. All text is escaped; pictures escape their own."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tertium.report.blocks import BlockPart, PageSection, Table
from tertium.report.document import Document, list_signatures
from tertium.report.drawings.canvas import embed_picture
from tertium.report.markup import Html
from tertium.report.page_frame import write_page
from tertium.report.table_html import write_signatures, write_table


def render(document: Document) -> str:
    """Return the page."""
    content = write_content(document)
    return write_page(document.title, Html(f"{content}<footer>Made by Tertium.</footer>\n"))


def write_content(document: Document) -> Html:
    """Return what stands in the page of a document, below its title: for pages that have a frame of their own.

    They need the style sheet and the script that all pages share. What colours mean is said at the end.
    """
    parts = list(document.parts())
    shown = "\n".join(map(show_part, parts))
    tables = [part for part in parts if isinstance(part, Table)]
    signatures = write_signatures(list_signatures(tables))
    colours = "".join(f'<p class="notes">{escape(each)}</p>\n' for each in list_colours(tables))
    return Html(f"{shown}\n{colours}{signatures}")


def show_part(part: BlockPart, *, copies: bool = True) -> Html:
    """Return a part of a document for a page: a table, a picture in a frame that scrolls, or a section as it is.

    Args:
        part: The part.
        copies: Whether tables have buttons that copy them.
    """
    if isinstance(part, Table):
        return write_table(part, copies=copies)
    if isinstance(part, PageSection):
        return Html(part.html)
    return Html(f'<figure class="scroll">{embed_picture(part.svg)}</figure>')


def list_colours(tables: Iterable[Table]) -> list[str]:
    """Return what colour means in these tables, each meaning once; nothing if nothing is brought out."""
    return list(dict.fromkeys(f"In colour: {table.best_means}." for table in tables if table.best))
