"""Documents of ``tertium.report`` as parts of our pages."""

from __future__ import annotations

from tertium.report import Html, embed_picture


def show_picture(svg: str) -> Html:
    """Return a picture for a page; it scrolls where it is too wide."""
    return Html(f'<figure class="scroll" data-label="Picture">{embed_picture(svg)}</figure>')
