"""Text in lines that fit a number of terminal columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from unicodedata import category, combining, east_asian_width

# Where a word that is longer than a line is best broken: between settings of a signature, then between parts of a name.
_SEAMS = (re.compile(r"(?<=[|,;])"), re.compile(r"(?<=[-_/:=+@)\]}])|(?<=\.)(?!\d)"))


def measure_width(text: str) -> int:
    """Return the number of terminal columns that a text takes.

    >>> measure_width("中文 ab")
    7
    """
    if text.isascii():
        return len(text)
    return sum(map(_measure, text))


def wrap_text(text: str, width: int) -> list[str]:
    """Return a text in lines of at most a number of columns: broken at blanks, and within words only if need be.

    >>> wrap_text("no line is longer", 10)
    ['no line is', 'longer']
    >>> wrap_text("system-of-the-year", 8)
    ['system-', 'of-the-', 'year']

    Args:
        text: The text.
        width: The number of columns, at least 2, which a Chinese character needs.
    """
    if measure_width(text) <= width:
        return [text]
    lines: list[str] = []
    line, used = "", 0
    for glue, piece in _list_pieces(text, width):
        size = measure_width(piece)
        if line and used + len(glue) + size > width:
            lines.append(line)
            line, used = piece, size
        else:
            before = line + glue if line else ""
            line, used = before + piece, measure_width(before) + size
    return [*lines, line]


def measure_longest_piece(text: str, most: int) -> int:
    """Return the columns that the longest piece of a text needs, where words of more columns are broken.

    >>> measure_longest_piece("no line is longer", 80)
    6
    """
    return max((measure_width(piece) for _, piece in _list_pieces(text, most)), default=0)


def _list_pieces(text: str, most: int) -> Iterator[tuple[str, str]]:
    """Yield what is not broken, each with what separates it from the one before: a blank, or nothing."""
    for word in text.split(" "):
        glue = " "
        for part in [word] if word.isascii() else _split_at_wide(word):
            for piece in [part] if measure_width(part) <= most else _break(part, most):
                yield glue, piece
                glue = ""


def _split_at_wide(word: str) -> list[str]:
    """Split a word around Chinese and other wide characters, but not before punctuation that closes something."""
    parts: list[str] = []
    after_wide = True
    for each in word:
        wide = _measure(each) == 2
        closes = category(each) in ("Pe", "Pf", "Po")
        if parts and (closes or _measure(each) == 0 or not (wide or after_wide)):
            parts[-1] += each
        else:
            parts.append(each)
        after_wide = wide or (after_wide and (closes or _measure(each) == 0))
    return parts


def _break(word: str, most: int) -> Iterator[str]:
    """Break a word that is too long at its seams; where these do not help, anywhere."""
    parts = [word]
    for seam in _SEAMS:
        parts = [each for part in parts for each in ([part] if measure_width(part) <= most else seam.split(part))]
    for part in parts:
        piece, used = "", 0
        for each in part:
            if piece and used + _measure(each) > most:
                yield piece
                piece, used = "", 0
            piece, used = piece + each, used + _measure(each)
        yield piece


@cache
def _measure(character: str) -> int:
    """Return the columns of a character: none for marks above and below others, and for Korean parts of syllables."""
    if combining(character) or category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
