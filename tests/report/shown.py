"""What a page shows: its content, without the style sheet and the script that all pages share."""

from __future__ import annotations


def content_of(page: str) -> str:
    """Return what stands in ``main``."""
    assert page.count("<main>") == page.count("</main>") == 1
    return page.partition("<main>")[2].partition("</main>")[0]
