"""The smallest table of HTML, for results in notebooks; and text that is safe to show anywhere."""

from __future__ import annotations

from collections.abc import Sequence

# They join letters or keep them apart, in Persian words and in emoji, and show nothing by themselves.
_JOINERS = "\u200c\u200d"


def write_html_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table without any style; all text is escaped.

    >>> write_html_table(["metric"], [["<b>"]])
    '<table><thead><tr><th>metric</th></tr></thead><tbody><tr><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    from html import escape

    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(make_printable(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def make_printable(text: str) -> str:
    """Replace control characters: names of systems are anybody's text, and could rewrite a terminal or a table."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in _JOINERS else "�" for each in text)
