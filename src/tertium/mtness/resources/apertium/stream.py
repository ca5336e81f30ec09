"""The stream format of Apertium: words with their readings between ``^`` and ``$``, the rest of the text around them.

``^vol/vol<n><m><sg>/voler<vblex><pri><p3><sg>$`` is a word with two readings. Joined readings have a ``+`` between
them, as ``de<pr>+el<det><def><m><sg>``; the second half of a lemma that does not change comes after the tags, as
``take<vblex><past># off``. A word that is not known has a ``*``, one without translation an ``@``, a form that cannot
be generated a ``#``. What is between ``[`` and ``]`` is let through by all programs.

Parsers of it can be had, but the whole format is a few regular expressions, and ours keeps what it read as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

SPECIAL = "\\[]^$/<>{}@~"
_ESCAPE = {ord(character): "\\" + character for character in SPECIAL}
_UNESCAPE = re.compile(r"\\(.)|[\[\]]", re.DOTALL)
_PIECE = re.compile(r"((?>(?:[^\^\\\[]++|\\.|\[(?>(?:[^\]\\]|\\.)*)\])*))(?:\^((?>(?:[^$\\]|\\.)*))\$)?", re.DOTALL)
_SLASH = re.compile(r"((?>(?:[^/\\]|\\.)*))(?:/|$)", re.DOTALL)
_JOINT = re.compile(r"(?<=>)\+")
_PART = re.compile(r"((?>(?:[^<\\]|\\.)*))((?:<[^<>]*>)*)(.*)", re.DOTALL)
_TAG = re.compile(r"<([^<>]*)>")
_MARKS = "*@#"


@dataclass(frozen=True, slots=True)
class Unit:
    """A word of the stream.

    Attributes:
        surface: The word, as it stands in the text.
        readings: What it may be, as it stands in the stream; none if the word is not known.
    """

    surface: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinedPart:
    """One of the words that a reading joins, which is usually one only.

    Attributes:
        lemma: The base form, with the half that comes after the tags.
        tags: The tags, without angle brackets.
    """

    lemma: str
    tags: tuple[str, ...]


def escape(text: str) -> str:
    """Return the text as it has to stand in a stream, where some characters mean something else."""
    return text.translate(_ESCAPE)


def unescape(stream: str) -> str:
    """Return the text that stands in a stream without words, brackets of superblanks left out."""
    if "\\" not in stream and "[" not in stream:
        return stream
    return _UNESCAPE.sub(lambda match: match[1] or "", stream)


def split_stream(stream: str) -> Iterator[tuple[str, str | None]]:
    """Yield what is before each word, and the word without ``^`` and ``$``; with None for the word at the end.

    A stream that is malformed, which no program writes, is taken as text from there on.
    """
    done = 0
    for match in _PIECE.finditer(stream):
        # Not so only where neither text nor word can be read.
        if match.start() != done or match.end() == match.start():
            break
        done = match.end()
        yield match[1], match[2]
    if done < len(stream):
        yield escape(stream[done:]), None


@lru_cache(1 << 16)
def parse_unit(unit: str) -> Unit:
    """Return the word and its readings.

    >>> parse_unit("vol/vol<n><m><sg>/voler<vblex><pri><p3><sg>").readings
    ('vol<n><m><sg>', 'voler<vblex><pri><p3><sg>')
    """
    surface, *readings = split_readings(unit)
    return Unit(unescape(surface), tuple(reading for reading in readings if reading and reading[0] not in _MARKS))


def split_readings(unit: str) -> list[str]:
    """Return what is between the slashes of a word."""
    if "\\" not in unit:
        return unit.split("/")
    found = [match[1] for match in _SLASH.finditer(unit)]
    # The end of the text is found once more, after a last piece that has no slash.
    return found if unit.endswith("/") and not unit.endswith("\\/") else found[:-1]


def split_joined(reading: str) -> list[str]:
    """Return the readings that a reading joins, such as those of *del*."""
    return _JOINT.split(reading)


@lru_cache(1 << 16)
def parse_reading(reading: str) -> tuple[JoinedPart, ...]:
    """Return the words that a reading joins, each with its tags.

    >>> [part.lemma for part in parse_reading("de<pr>+el<det><def><m><sg>")]
    ['de', 'el']
    >>> parse_reading("take<vblex><past># off")[0].lemma
    'take off'
    """
    parts = []
    for joined in split_joined(reading):
        match = _PART.fullmatch(joined)
        assert match is not None  # noqa: S101 - it matches any text
        lemma = unescape(match[1]).replace("# ", " ") + unescape(match[3]).removeprefix("#")
        parts.append(JoinedPart(lemma, tuple(_TAG.findall(match[2]))))
    return tuple(parts)
