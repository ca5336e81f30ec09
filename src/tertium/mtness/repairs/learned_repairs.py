"""Repairs of what a system is known to confuse, by a table that was learned from its own output: *coro*, *corazón*.

Others are of small words that do not fit the words around them: *a*, *en*. Both tables are about words as they are
counted, so these repairs are made where those are known, after the kinds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tertium.edits import Edit
from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.resources.confusions import Confusion, WordChange
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part

LEARNED = Action(name="learned", error=ErrorType.WRONG_SENSE, lexical=True, reach=Reach.EITHER_SIDE)
WORD_CHOICE = Action(name="word choice", error=ErrorType.WORD_FOR_WORD, contested=True, any_word_before=True)

LocatedWord = tuple[str, int, int]
"""A word as it is counted, and where it starts and ends in the text."""

_OPENING = "¿¡([{«“‘"
_CLOSING = ".,;:!?)]}»”’…"
_BEFORE_CLOSING = re.compile(f" (?=[{re.escape(_CLOSING)}])")
_SHORT = 3


def make_repair(
    segment: Segment, words: Sequence[LocatedWord], change: WordChange, confusion: Confusion | None = None
) -> Repair:
    """Return the repair that makes a change in a segment.

    Args:
        segment: The segment, with its tokens.
        words: Its words as they are counted.
        change: The change.
        confusion: Why it is proposed; None if a choice of words is the reason.
    """
    first, stop, new = change
    text = segment.text
    if first < stop:
        start, end = words[first][1], words[stop - 1][2]
        replaced = text[start:end]
        written = join_counted(new)
        edit = (
            _replace(text, start, end, match_case(written, replaced)) if written else _remove(text, words, first, stop)
        )
    else:
        start = words[first][1] if first < len(words) else len(text)
        replaced = ""
        edit = _insert(segment, words, first, start, join_counted(new))
    is_word = confusion is not None and bool(new) and bool(replaced) and max(map(len, new)) > _SHORT
    return Repair(
        edits=(edit,),
        action=WORD_CHOICE if confusion is None else LEARNED,
        error=ErrorType.WRONG_SENSE if is_word else ErrorType.WORD_FOR_WORD,
        replaced=replaced,
        replacement=edit.text.strip(),
        change=change,
        confusion=confusion,
    )


def changes_name(segment: Segment, words: Sequence[LocatedWord], change: WordChange) -> bool:
    """Return whether a change is of a name that the system has left as it was: *Tom* is not *Tomo*."""
    first, stop, _ = change
    if segment.source is None:
        return False
    names = {token.start: token.text for token in segment.tokens if token.tag.part is Part.PROPER}
    found = (names.get(start) for _, start, _ in words[first:stop])
    return any(name is not None and re.search(rf"\b{re.escape(name)}\b", segment.source) for name in found)


def join_counted(words: Sequence[str]) -> str:
    """Return words as one writes them.

    >>> join_counted(["¡", "oh", ",", "no", "!"])
    '¡oh, no!'
    """
    text = _BEFORE_CLOSING.sub("", " ".join(words))
    for mark in _OPENING:
        text = text.replace(f"{mark} ", mark)
    return text


def _replace(text: str, start: int, end: int, new: str) -> Edit:
    """A mark that closes something stands right after the word before it."""
    while new[0] in _CLOSING and start and text[start - 1] == " ":
        start -= 1
    return Edit(start, end, new)


def _remove(text: str, words: Sequence[LocatedWord], first: int, stop: int) -> Edit:
    """What is left out takes the white space after it along, or that before it at the end of the text.

    At the beginning of a sentence, the capital goes over to the next word.
    """
    start, end = words[first][1], words[stop - 1][2]
    while end < len(text) and text[end].isspace():
        end += 1
    if end == len(text):
        while start and text[start - 1].isspace():
            start -= 1
    removed = text[words[first][1] : words[first][2]]
    moves = _begins(words, first) and removed[:1].isupper() and not removed[1:2].isupper()
    if moves and text[end : end + 1].islower():
        return Edit(start, end + 1, text[end].upper())
    return Edit(start, end, "")


def _begins(words: Sequence[LocatedWord], place: int) -> bool:
    """Whether a word is the first of a sentence."""
    return place == 0 or words[place - 1][0] in (".", "!", "?", "¿", "¡", ":")


def _insert(segment: Segment, words: Sequence[LocatedWord], place: int, start: int, new: str) -> Edit:
    """New words before a word; at the beginning of a sentence, the capital goes over to them."""
    text = segment.text
    if place == len(words):
        return Edit(len(text), len(text), new if not text or new[:1] in _CLOSING else f" {new}")
    if place and new[:1] in _CLOSING and text[start - 1].isspace():
        end = words[place - 1][2]
        return Edit(end, end, new)
    gap = "" if new[-1:] in _OPENING else " "
    begins = _begins(words, place)
    _, _, end = words[place]
    word = text[start:end]
    is_name = any(token.start == start and token.tag.part is Part.PROPER for token in segment.tokens)
    if not begins or not word[:1].isupper() or word[1:2].isupper() or not new[:1].isalpha():
        return Edit(start, start, new + gap)
    lowered = word if is_name else word[:1].lower() + word[1:]
    return Edit(start, end, f"{new[:1].upper()}{new[1:]}{gap}{lowered}")
