"""An alignment in a page: a picture as wide as a page, and one for phones; the style sheet shows one of the two."""

from __future__ import annotations

from tertium.alignment import Alignment
from tertium.report.drawings.alignment_rows import draw_alignment
from tertium.report.drawings.canvas import embed_picture
from tertium.report.markup import Html

PAGE, PHONE = 1130.0, 342.0


def draw_for_page(alignment: Alignment) -> str:
    """Return both pictures as SVG, one after the other."""
    return draw_alignment(alignment, PAGE) + draw_alignment(alignment, PHONE)


def show_alignment(alignment: Alignment) -> Html:
    """Return an alignment as a figure, for a page that has the shared style sheet.

    Args:
        alignment: The alignment, such as one of ``tertium.align_many``.
    """
    return Html(f'<figure class="scroll" data-label="Alignment">{embed_picture(draw_for_page(alignment))}</figure>')
