"""Where each character of a text stands in the bytes of a file.

A format reads the raw bytes of a target, character by character, into ``RawCharacters``. ``fold`` makes the text of
them that is scored and edited, on one line and without tags, and remembers the bytes of each character. So an edit of
the text is an edit of these bytes, and all others stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate

from tertium.fixed_places import FixedPlace

_WHITE = re.compile("[ \t\r\n]+")


@dataclass(slots=True, kw_only=True)
class RawCharacters:
    """The characters of a target as they are in the file.

    Attributes:
        characters: Each character.
        starts: The byte at which it starts.
        ends: The byte after it.
        sections: The number of the CDATA section that it is in; 0 outside of them.
        tags: The number of characters before each tag, and the tag.
    """

    characters: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    sections: list[int] = field(default_factory=list)
    tags: list[tuple[int, str]] = field(default_factory=list)

    def add(self, character: str, start: int, end: int, section: int = 0) -> None:
        """Add a character."""
        self.characters.append(character)
        self.starts.append(start)
        self.ends.append(end)
        self.sections.append(section)

    def add_text(self, text: str, start: int, section: int = 0) -> None:
        """Add characters that are written as they are, in UTF-8."""
        places = range(start, start + len(text) + 1) if text.isascii() else _count_bytes(text, start)
        self.characters += text
        self.starts += places[:-1]
        self.ends += places[1:]
        self.sections += [section] * len(text)

    def add_tag(self, tag: str) -> None:
        """Add a tag, after the characters so far."""
        self.tags.append((len(self.characters), tag))


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterMap:
    """A text on one line, and the bytes of each of its characters.

    Attributes:
        text: The text.
        starts: The byte at which each character starts.
        ends: The byte after it.
        sections: The number of the CDATA section that it is in; 0 outside of them.
        fixed: The tags, and the line breaks if these are fixed.
    """

    text: str
    starts: list[int]
    ends: list[int]
    sections: list[int]
    fixed: tuple[FixedPlace, ...]


def _count_bytes(text: str, start: int) -> list[int]:
    """Return the byte at which each character of a text starts in UTF-8, and that after the last."""
    lengths = (1 + (each > "\x7f") + (each > "\u07ff") + (each > "\uffff") for each in text)
    return list(accumulate(lengths, initial=start))


def fold(raw: RawCharacters, *, keep_breaks: bool) -> CharacterMap:
    """Return a text on one line: as ``join_lines``, and with the bytes of each character.

    Args:
        raw: The characters.
        keep_breaks: Whether line breaks are part of the text, so that no edit may remove one.
    """
    text = "".join(raw.characters)
    if "\n" not in text and "\r" not in text and text == text.strip(" \t"):
        tags = tuple(FixedPlace(place, place, tag) for place, tag in raw.tags)
        return CharacterMap(text=text, starts=raw.starts, ends=raw.ends, sections=raw.sections, fixed=tags)
    kept: list[tuple[str, int, int]] = []  # a character, and which characters of the file it stands for
    breaks: list[int] = []
    tagged = {place for place, _ in raw.tags}
    done = 0
    for white in _WHITE.finditer(text):
        kept += [(text[at], at, at + 1) for at in range(done, white.start())]
        done = white.end()
        if white.start() == 0 or done == len(text):
            continue
        if "\n" in white[0] or "\r" in white[0]:
            stop = next((at for at in range(white.start() + 1, done) if at in tagged), done)
            breaks.append(len(kept))
            kept.append((" ", white.start(), stop))
        else:
            kept += [(text[at], at, at + 1) for at in range(white.start(), done)]
    kept += [(text[at], at, at + 1) for at in range(done, len(text))]
    fixed = _place_tags(raw.tags, [first for _, first, _ in kept])
    if keep_breaks:
        fixed += [FixedPlace(at, at + 1, "a line break") for at in breaks]
    return CharacterMap(
        text="".join(character for character, _, _ in kept),
        starts=[raw.starts[first] for _, first, _ in kept],
        ends=[raw.ends[stop - 1] for _, _, stop in kept],
        sections=[raw.sections[first] for _, first, _ in kept],
        fixed=tuple(sorted(fixed, key=lambda each: (each.start, each.end))),
    )


def _place_tags(tags: list[tuple[int, str]], firsts: list[int]) -> list[FixedPlace]:
    """Return the tags with the number of characters of the folded text before each."""
    placed = []
    before = 0
    for place, tag in tags:
        while before < len(firsts) and firsts[before] < place:
            before += 1
        placed.append(FixedPlace(before, before, tag))
    return placed
