"""Text as the programs of Apertium can take it, and where its characters were."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from tertium.mtness.resources.apertium.stream import escape, parse_unit, split_stream, unescape

# Ends the text, no text at all, or the end of all texts to one of the programs.
_DEADLY = re.compile(r"[\0\ud800-\udfff\uffff]")
_WHITE = re.compile(r"\s")
_SOFT_HYPHEN = "\u00ad"
# What apertium-destxt puts into superblanks: more than a space, and tildes, which the last programs of the chain need.
_SUPERBLANK = re.compile(r"[ \t\r\n~]*[\t\r\n~][ \t\r\n~]*| {2,}")
_PRIVATE_PLANES = (0x10, 0xF)
_PARAGRAPH = 2


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text on its way to an analyser.

    Attributes:
        original: The text as it came.
        plain: The text that is analysed: white space is spaces, accents are part of their letters, soft hyphens are
            left out, and a character that no program survives is a replacement character.
        starts: Where each character of ``plain`` is in the original, and its length; None if they are at one.
    """

    original: str
    plain: str
    starts: tuple[int, ...] | None

    @classmethod
    def of(cls, text: str) -> SourceText:
        """Return the text made ready."""
        plain, starts = text, None
        if _SOFT_HYPHEN in text or not unicodedata.is_normalized("NFC", text):
            plain, starts = _compose(text)
        if not plain.isprintable():
            plain = _DEADLY.sub("�", _WHITE.sub(" ", plain))
        return cls(text, plain, starts)

    @property
    def stream(self) -> str:
        """The plain text in the stream format."""
        return escape(self.plain)

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """Return where a piece of the plain text is in the original."""
        return (start, end) if self.starts is None else (self.starts[start], self.starts[end])

    def find_units(self, answer: str) -> Iterator[tuple[int, int, str]]:
        """Yield the words of an answer with the places in the plain text where they start and end."""
        position = 0
        for blank, unit in split_stream(answer):
            if unit is None:
                continue
            surface = parse_unit(unit).surface
            # The analyser puts spaces between words that have none, as after apostrophes, but leaves nothing out.
            start = position if blank in ("", " ") else position + len(unescape(blank).strip())
            start = self.plain.find(surface, start)
            if start >= 0 and surface:
                position = start + len(surface)
                yield start, position, unit


def _compose(text: str) -> tuple[str, tuple[int, ...]]:
    """The text with accents in their letters, and where each of its characters started."""
    pieces: list[str] = []
    starts: list[int] = []
    start = 0
    while start < len(text):
        end = start + 1
        # A soft hyphen in a word is ignored; outside of words it stays, since it is not white space.
        while end < len(text) and (
            unicodedata.combining(text[end]) or (text[end] == _SOFT_HYPHEN and not text[start].isspace())
        ):
            end += 1
        piece = text[start:end].replace(_SOFT_HYPHEN, "") or "�"
        composed = unicodedata.normalize("NFC", piece)
        if len(composed) == 1:
            pieces.append(composed)
            starts.append(start)
        else:
            # An accent that is part of no letter keeps its place; none gets the place of another.
            for place in range(start, end):
                if text[place] != _SOFT_HYPHEN:
                    pieces.append(text[place])
                    starts.append(place)
        start = end
    return "".join(pieces), (*starts, len(text))


def deformat(text: str) -> str:
    """Return the text in the stream format with its layout in superblanks, as ``apertium`` itself sends it."""
    done = 0
    pieces: list[str] = []
    for match in _SUPERBLANK.finditer(text):
        # An empty superblank tells the programs that a paragraph ends.
        paragraph = "[]" if match[0].count("\n") >= _PARAGRAPH else ""
        pieces += [escape(text[done : match.start()]), f"{paragraph}[{match[0]}]"]
        done = match.end()
    return "".join([*pieces, escape(text[done:])])


def reformat(stream: str) -> str:
    """Return the text of a translated stream."""
    return unescape(stream)


@dataclass(frozen=True, slots=True)
class Disguise:
    """Characters that no program survives as private ones that all let through, and back.

    Attributes:
        plane: The plane of private characters.
        used: Those that stand for others.
    """

    plane: int = 0
    used: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str) -> Disguise:
        """Return one for a text, which must not have those private characters already."""
        deadly = frozenset(_DEADLY.findall(text))
        if not deadly:
            return cls()
        for plane in _PRIVATE_PLANES:
            used = frozenset(cls._move(character, plane) for character in deadly)
            if not used & set(text):
                return cls(plane, used)
        return cls(0, frozenset())

    @staticmethod
    def _move(character: str, plane: int) -> str:
        # The last two of a plane are not characters, so the last one goes where no surrogate goes.
        return chr((plane << 16) + (1 if character == "\uffff" else ord(character)))

    def put_on(self, text: str) -> str:
        """Return the text with private characters; with replacement characters if there were none left."""
        if self.plane == 0:
            return _DEADLY.sub("�", text)
        return _DEADLY.sub(lambda match: self._move(match[0], self.plane), text)

    def take_off(self, text: str) -> str:
        """Return the text with its own characters again."""
        for character in self.used:
            own = ord(character) & 0xFFFF
            text = text.replace(character, "\uffff" if own == 1 else chr(own))
        return text
