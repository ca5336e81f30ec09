"""Words and their partners in a page: a picture as wide as a page, and one for phones, as for alignments."""

from __future__ import annotations

from tertium.audit.explanation.word_partners import WordPartners
from tertium.report.drawings.partner_rows import draw_partners
from tertium.report.pages.alignment_figure import PAGE, PHONE


def draw_partners_for_page(partners: WordPartners) -> str:
    """Return both pictures as SVG, one after the other."""
    return draw_partners(partners, PAGE) + draw_partners(partners, PHONE)
