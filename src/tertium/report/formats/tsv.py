"""Tab-separated values: one table in full precision, for spreadsheets and scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tertium.report.document import Document

# Other controls are replaced, as are halves of pairs, which are not characters. What changes the direction of writing
# stays: it may be part of a segment.
_REPLACED = [*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)]
_CONTROLS = str.maketrans({**dict.fromkeys(_REPLACED, "�"), **dict.fromkeys(b"\t\n\r", " ")})
# With these spreadsheets begin a formula, which can start programs and send data.
_FORMULA = ("=", "+", "-", "@")


def render(document: Document) -> str:
    """Return the document's frame, with a header. A number that is not known is an empty cell."""
    return _write(document, _write_cell)


def render_for_spreadsheets(document: Document) -> str:
    """Return the same with an apostrophe before each text that a spreadsheet would take for a formula."""
    return _write(document, write_spreadsheet_cell)


def write_tsv_rows(rows: Iterable[Iterable[object]]) -> str:
    """Return rows of cells as lines."""
    return _write_rows(rows, _write_cell)


def _write(document: Document, write_cell: Callable[[object], str]) -> str:
    columns = document.frame.to_dict()
    return _write_rows([list(columns), *zip(*columns.values(), strict=True)], write_cell)


def _write_rows(rows: Iterable[Iterable[object]], write_cell: Callable[[object], str]) -> str:
    return "".join("\t".join(map(write_cell, row)) + "\n" for row in rows)


def _write_cell(value: object) -> str:
    if isinstance(value, float):
        return "" if value != value else repr(value)
    return str(value).translate(_CONTROLS)


def write_spreadsheet_cell(value: object) -> str:
    """Return a value for a spreadsheet, with an apostrophe before a text that it would take for a formula."""
    text = _write_cell(value)
    return f"'{text}" if isinstance(value, str) and text.lstrip().startswith(_FORMULA) else text
