"""Comma-separated values (RFC 4180): the table of the format TSV, with quotes where a cell needs them."""

from __future__ import annotations

import csv
import io

from tertium.report.document import Document

# Other controls are replaced, as are halves of pairs, which are not characters.
_REPLACED = [*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)]
_CONTROLS = str.maketrans({code: "�" for code in _REPLACED if code not in (0x09, 0x0A, 0x0D)})


def render(document: Document) -> str:
    """Return the document's frame, with a header; lines end in CR LF. A number that is not known is an empty cell."""
    columns = document.frame.to_dict()
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(list(columns))
    writer.writerows([_write_cell(value) for value in row] for row in zip(*columns.values(), strict=True))
    return text.getvalue()


def _write_cell(value: object) -> str:
    if isinstance(value, float):
        return "" if value != value else repr(value)
    return str(value).translate(_CONTROLS)
