"""A piece of a text with the words around it, within the width of a terminal."""

from __future__ import annotations

from tertium.report.texts import make_plain
from tertium.report.wrapping import measure_width


def show_context(text: str, start: int, end: int, width: int) -> str:
    """A piece of a text in brackets, with as many words around it as there is room for.

    >>> show_context("Los datos de la salida quiere del lunes", 16, 29, 30)
    '… la [salida quiere] del …'
    """
    text = make_plain(text)
    before, piece, after = text[:start], f"[{text[start:end]}]", text[end:]
    room = max(0, width - measure_width(piece))
    left, right = measure_width(before), measure_width(after)
    # What one side does not need, the other may have.
    left = min(left, max(room // 2, room - right))
    return _cut_left(before, left) + piece + _cut_right(after, room - left)


def _cut_left(text: str, most: int) -> str:
    """The end of a text, from the start of a word if it is cut."""
    return _cut_right(text[::-1], most)[::-1]


def _cut_right(text: str, most: int) -> str:
    if measure_width(text) <= most:
        return text
    if most < 2:
        return ""
    kept, used = 0, 2  # for the ellipsis and the blank before it
    while used + measure_width(text[kept]) <= most:
        used += measure_width(text[kept])
        kept += 1
    if not text[kept].isspace() and " " in text[:kept]:
        kept = text.rindex(" ", 0, kept)
    return f"{text[:kept].rstrip()} …"
