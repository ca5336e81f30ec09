"""Text that is safe to show: names of systems and files are anybody's text, and could rewrite a terminal or a table."""

from __future__ import annotations

from unicodedata import category

# They join letters or keep them apart, in Persian words and in emoji, and show nothing by themselves.
_JOINERS = "\u200c\u200d"


def make_printable(text: str) -> str:
    r"""Return a text without control characters, line breaks and characters that change the direction of writing.

    Spaces of any width become blanks; each other character that shows nothing, or is not a character, becomes `�`.

    >>> make_printable("a\u00a0b \x1b[31mred\u202e")
    'a b �[31mred�'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in _JOINERS else _replace(each) for each in text)


def _replace(character: str) -> str:
    return " " if category(character) == "Zs" else "�"
