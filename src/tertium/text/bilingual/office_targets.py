"""Targets in office files: the characters of their ``<t>`` elements, with the bytes of each."""

from __future__ import annotations

import re

from tertium.text.bilingual.character_map import CharacterMap, RawCharacters, fold
from tertium.text.bilingual.units import TargetPlace
from tertium.text.bilingual.xml_targets import TOKENS, resolve

# Phonetic hints, and what is shown in place of a drawing that a program does not know.
_CODES = frozenset(("rPh", "Fallback"))
_BREAKS = frozenset(("br", "cr", "tab"))
_TEXT_ELEMENT = re.compile(rb"<(?P<name>(?:\w+:)?t)(?P<attributes>(?:\s[^<>]*)?)>(?P<text>[^<]*)</")
_KEEP = ' xml:space="preserve"'


def map_office(raw: bytes) -> CharacterMap:
    """Return the characters of a cell; line breaks, tabs and ends of paragraphs are fixed.

    Args:
        raw: The content of the cell.

    Raises:
        ValueError: The content is not as office programs write it.
    """
    characters = RawCharacters()
    codes = texts = paragraphs = place = 0
    for token in TOKENS.finditer(raw.decode()):
        written = token[0]
        stop = place + len(written.encode())
        if (name := token["name"]) is not None:
            name = name.rpartition(":")[2]
            step = 0 if token["single"] else -1 if token["close"] else 1
            codes += step if name in _CODES else 0
            texts += step if name == "t" else 0
            paragraphs += name == "p" and not token["close"]
            if not codes and ((name == "p" and paragraphs > 1 and not token["close"]) or name in _BREAKS):
                characters.add("\n", place, stop)
            characters.add_tag(written.replace(_KEEP, ""))  # the same tag, whether blanks are kept or not
        elif texts and not codes:
            if token["text"] is not None:
                characters.add_text(written, place)
            elif token["entity"] is not None:
                characters.add(resolve(written), place, stop)
            else:
                raise ValueError("there is a comment or a CDATA section in the text")
        place = stop
    return fold(characters, keep_breaks=True)


def keep_spaces(_: TargetPlace, content: bytes) -> bytes:
    """Return an edited cell whose blanks at the ends of texts are kept: programs drop them otherwise.

    >>> keep_spaces(TargetPlace(start=0, end=0), b"<w:t>to dock </w:t><w:t>here</w:t>")
    b'<w:t xml:space="preserve">to dock </w:t><w:t>here</w:t>'
    """
    return _TEXT_ELEMENT.sub(_keep, content)


def _keep(found: re.Match[bytes]) -> bytes:
    text, attributes = found["text"], found["attributes"]
    if text == text.strip() or b"xml:space" in attributes or attributes.endswith(b"/"):
        return found[0]
    return b"<" + found["name"] + attributes + _KEEP.encode() + b">" + text + b"</"
