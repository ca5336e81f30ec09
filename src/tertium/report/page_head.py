"""The head of every page: nothing in a page may load anything, and only scripts of our own run."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape


def write_head(title: str, style: str, scripts: Sequence[str] = ()) -> str:
    """Return the beginning of a page, up to the end of its head.

    Args:
        title: The title, as plain text.
        style: Its style sheet.
        scripts: The scripts that stand in the page. They may evaluate expressions, as Vega's do.
    """
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_write_policy(scripts)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n"
    )


def _write_policy(scripts: Sequence[str]) -> str:
    # Pictures have styles in their attributes; tooltips and downloads of plots are data of the page itself.
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; form-action 'none'; base-uri 'none'"
    if not scripts:
        return policy
    digests = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    return f"{policy}; script-src 'unsafe-eval' {digests}"
