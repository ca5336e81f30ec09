"""The frame of every static page: it loads nothing, and only our own style sheets and scripts count in it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape

from tertium.report.assets import read_script, read_style
from tertium.report.markup import Html


def write_page(title: str, content: Html, *, styles: Sequence[str] = (), scripts: Sequence[str] = ()) -> str:
    """Return a whole page that opens without a server or network, under a strict policy.

    It contains the style sheet and the script that all pages share. No element may have an attribute ``style`` or a
    handler such as ``onclick``, and pictures come through ``embed_picture``: the policy makes browsers ignore the rest.

    Args:
        title: The title, as plain text; the page begins with it as its heading.
        content: What stands below it.
        styles: Further style sheets.
        scripts: Further scripts, which run after the shared one. Data for them can stand in the content, as a
            ``script`` of a type that is not JavaScript.

    >>> page = write_page("A & B", Html("<p>text</p>"))
    >>> "<h1>A &amp; B</h1>" in page, "unsafe" in page
    (True, False)
    """
    sheets, codes = [read_style(), *styles], [read_script(), *scripts]
    below = "".join(f"<script>{code}</script>\n" for code in codes)
    heading = f"<h1>{escape(title)}</h1>\n" if title else ""
    return (
        f"{write_head(title, sheets, write_policy(sheets, codes))}<body>\n<main>\n{heading}{content}</main>\n"
        f"{below}</body>\n</html>\n"
    )


def write_head(title: str, styles: Sequence[str], policy: str) -> str:
    """Return the beginning of a page, up to the end of its head.

    Args:
        title: The title, as plain text.
        styles: Its style sheets.
        policy: Its policy of contents.
    """
    sheets = "".join(f"<style>{style}</style>\n" for style in styles)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{sheets}</head>\n"
    )


def write_policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the policy of a page with these style sheets and scripts: those alone count, and nothing is loaded."""
    return (
        f"default-src 'none'; style-src {_hash(styles)}; script-src {_hash(scripts)}; form-action 'none'; "
        "base-uri 'none'"
    )


def write_plot_policy(scripts: Sequence[str]) -> str:
    """Return the policy of a page with an interactive plot, the only one that is less strict.

    Vega evaluates the expressions of a plot and styles its tooltips in place; downloads are data of the page itself.
    """
    return (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; form-action 'none'; base-uri 'none'; "
        f"script-src 'unsafe-eval' {_hash(scripts)}"
    )


def _hash(contents: Sequence[str]) -> str:
    digests = [f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'" for content in contents]
    return " ".join(digests) or "'none'"
