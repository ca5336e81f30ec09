"""Edits: characters of a text that are replaced, inserted or removed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of a text, and their replacement.

    Attributes:
        start: Where they start.
        end: Where they end; the same as ``start`` for an insertion.
        text: The replacement; empty if the characters are removed.
    """

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit], start: int = 0) -> str:
    """Return a text after edits.

    Args:
        text: The text.
        edits: Edits in the order of the text that do not overlap.
        start: The offset of ``text`` within the text that the edits refer to.

    >>> apply_edits("salida quiere", [Edit(7, 13, "vuelo")])
    'salida vuelo'
    """
    pieces: list[str] = []
    done = 0
    for edit in edits:
        pieces += [text[done : edit.start - start], edit.text]
        done = edit.end - start
    return "".join([*pieces, text[done:]])
