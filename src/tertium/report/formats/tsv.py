"""Tab-separated values: one table in full precision, for spreadsheets and scripts."""

from __future__ import annotations

from tertium.report.document import Document

_BREAKS = str.maketrans("\t\n\r", "   ")


def render(document: Document) -> str:
    """Return the document's frame, with a header. A number that is not known is an empty cell."""
    columns = document.frame.to_dict()
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join("\t".join(_cell(value) for value in row) + "\n" for row in rows)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "" if value != value else repr(value)
    return str(value).translate(_BREAKS)
