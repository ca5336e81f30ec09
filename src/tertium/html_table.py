"""The smallest table of HTML, for results in notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.printable import make_printable


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
