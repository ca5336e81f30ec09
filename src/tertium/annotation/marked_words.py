"""The words of a translation, by which annotators mark what is wrong."""

from __future__ import annotations

from unicodedata import category

# Scripts that are written without spaces are marked by characters: Thai and Lao, Burmese, Khmer, kana, Han.
_UNSPACED = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3040, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_WITHIN = "'’-\u200c\u200d"


def split_words(text: str) -> list[tuple[int, int]]:
    """Return where each word or sign of a text starts and ends, in characters from 0.

    >>> text = "Don't go, 我们走。"
    >>> [text[start:end] for start, end in split_words(text)]
    ["Don't", 'go', ',', '我', '们', '走', '。']
    """
    found: list[tuple[int, int]] = []
    before = "gap"
    for at, character in enumerate(text):
        kind = _find_kind(character)
        joins = kind == "mark" or (kind == "word" and before == "word")
        if before != "gap" and kind != "gap" and joins:
            found[-1] = (found[-1][0], at + 1)
            continue  # a mark above a letter leaves it what it was
        if kind != "gap":
            found.append((at, at + 1))
        before = kind
    return found


def _find_kind(character: str) -> str:
    if character.isspace():
        return "gap"
    group = category(character)[0]
    if group == "M":
        return "mark"
    if any(low <= ord(character) <= high for low, high in _UNSPACED):
        return "single"
    return "word" if group in "LN" or character in _WITHIN else "sign"
