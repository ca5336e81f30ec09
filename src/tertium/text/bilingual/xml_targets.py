"""Targets in XML: the raw content of an element, its characters, and how to write others."""

from __future__ import annotations

import re

from tertium.text.bilingual.character_map import CharacterMap, RawCharacters, fold
from tertium.text.bilingual.coded_bytes import CodedBytes
from tertium.text.bilingual.units import TargetPlace
from tertium.text.bilingual.xml_scan import CODES, ScannedElement

TOKENS = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<section>.*?)\]\]>"
    r"|<(?P<close>/?)(?P<name>[^\s/>\"']+)(?:[^>\"'/]|/(?!>)|\"[^\"]*\"|'[^']*')*(?P<single>/?)>"
    r"|(?P<entity>&[^;]+;)|(?P<text>[^<&]+)",
    re.DOTALL,
)
"""The tokens of XML content: comments, instructions, CDATA sections, tags, entities and text."""
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
_OPEN_SECTION = "<![CDATA["
_END_OF_SECTION = "]]>"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def map_xml(raw: bytes) -> CharacterMap:
    """Return the characters of the content of an element.

    Raises:
        ValueError: The content is not well-formed.
    """
    characters = RawCharacters()
    codes = sections = 0
    place = 0
    for token in TOKENS.finditer(raw.decode()):
        written = token[0]
        if (name := token["name"]) is not None:
            name = name.rpartition(":")[2]
            if name in CODES and not token["single"]:
                codes += -1 if token["close"] else 1
            characters.add_tag(written)
        elif codes:
            characters.add_tag(written)
        elif token["text"] is not None:
            if _END_OF_SECTION in written:
                raise ValueError(f"there is {_END_OF_SECTION} outside of a CDATA section")
            characters.add_text(written, place)
        elif token["entity"] is not None:
            characters.add(resolve(written), place, place + len(written.encode()))
        elif token["section"] is not None:
            sections += 1
            characters.add_tag("the start of a CDATA section")
            characters.add_text(token["section"], place + len(_OPEN_SECTION), sections)
            characters.add_tag("the end of a CDATA section")
        else:
            characters.add_tag(written)
        place += len(written.encode())
    return fold(characters, keep_breaks=False)


def write_xml(text: str, section: int, coded: CodedBytes) -> bytes:
    """Return a text as it is written in XML.

    Args:
        text: The text.
        section: The number of the CDATA section that it is in; 0 outside of them.
        coded: The file.

    Raises:
        ValueError: It cannot be written.
    """
    if strange := _NOT_IN_XML.search(text):
        raise ValueError(f"XML has no character {strange[0]!r}")
    if section:
        if _END_OF_SECTION in text or not all(map(coded.can_write, text)):
            raise ValueError("a CDATA section cannot contain it")
        return text.encode()
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join(each if coded.can_write(each) else f"&#{ord(each)};" for each in escaped).encode()


def place_content(body: bytes, element: ScannedElement) -> TargetPlace:
    """Return the place of the content of an element that is there."""
    if not element.is_single:
        return TargetPlace(start=element.inner, end=element.end)
    tag = body[element.start : element.inner]
    opening = tag.removesuffix(b"/>").rstrip() + b">"
    return TargetPlace(
        start=element.start, end=element.inner, opening=opening, closing=b"</" + _find_name(tag) + b">", missing=True
    )


def place_after(body: bytes, model: ScannedElement, name: bytes) -> TargetPlace:
    """Return the place of an element that is not there: after another one, and indented as that is.

    Args:
        body: The file.
        model: The element before it.
        name: Its name, without a prefix, and its attributes.
    """
    prefix = _find_name(body[model.start : model.inner]).rpartition(b":")
    tag = b"".join(prefix[:2]) + name
    end_tag = b"".join(prefix[:2]) + name.split()[0]
    return TargetPlace(
        start=model.stop,
        end=model.stop,
        opening=find_indentation(body, model.start) + b"<" + tag + b">",
        closing=b"</" + end_tag + b">",
        missing=True,
    )


def find_indentation(body: bytes, start: int) -> bytes:
    """Return the white space before a tag."""
    before = start
    while before and body[before - 1 : before].isspace():
        before -= 1
    return body[before:start]


def resolve(entity: str) -> str:
    """Return the character of an entity, such as ``&amp;`` or ``&#233;``."""
    if not entity.startswith("&#"):
        return _ENTITIES[entity]
    return chr(int(entity[3:-1], 16) if entity[2] == "x" else int(entity[2:-1]))


def _find_name(tag: bytes) -> bytes:
    return re.split(rb"[\s/>]", tag[1:], maxsplit=1)[0]
