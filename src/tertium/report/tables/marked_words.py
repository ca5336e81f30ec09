"""Marked words as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tertium.contrast.marking import MarkedText, MarkedWord

_SIGNS = {"right": ("{+", "+}"), "wrong": ("[-", "-]")}


def find_kind(word: MarkedWord) -> str:
    """Return how a word is marked: ``right`` or ``wrong`` if the other output does not have it, else not at all."""
    return ("right" if word.matched else "wrong") if word.own else ""


def cut_pieces(marked: MarkedText) -> Iterator[tuple[str, str]]:
    """Yield the text in pieces, each with the kind of its words; together they are the text.

    What stands between two words of the same kind belongs to them.
    """
    end = 0
    for kind, group in groupby(marked.words, find_kind):
        words = list(group)
        if words[0].start > end:
            yield marked.text[end : words[0].start], ""
        end = words[-1].end
        yield marked.text[words[0].start : end], kind
    if end < len(marked.text):
        yield marked.text[end:], ""


def write_marked(marked: MarkedText) -> str:
    """Return a text with the words between signs that only this output has, as wdiff writes them.

    >>> write_marked(MarkedText("a cat sat", [MarkedWord(0, 1, False, True), MarkedWord(2, 5, True, True),
    ...     MarkedWord(6, 9, True, False)]))
    '[-a-] {+cat+} sat'
    """
    return "".join(f"{_SIGNS[kind][0]}{text}{_SIGNS[kind][1]}" if kind else text for text, kind in cut_pieces(marked))
