"""Targets in PO: strings in quotes, on one or more lines, with escapes as in C."""

from __future__ import annotations

import re

from tertium.text.bilingual.character_map import CharacterMap, RawCharacters, fold
from tertium.text.bilingual.coded_bytes import CodedBytes

# Possessive: what a string can end with is clear at once, and ways back would take many times its memory.
STRING = re.compile(rb'"((?>(?:[^"\\\r\n]++|\\[^\r\n])*))"')
_TOKENS = re.compile(r"(?P<numbers>(?:\\[0-7]{1,3}|\\x[0-9A-Fa-f]{1,2})+)|\\(?P<letter>.)|(?P<text>[^\\]+)", re.DOTALL)
_NUMBERS = re.compile(r"\\x([0-9A-Fa-f]{1,2})|\\([0-7]{1,3})")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "v": "\v", "f": "\f"}
_ESCAPES = {"\\": "\\\\", '"': '\\"', **{character: f"\\{letter}" for letter, character in _LETTERS.items()}}
_CONTROL = re.compile("[\0-\x1f\x7f]")


def map_po(raw: bytes, encoding: str = "utf-8") -> CharacterMap:
    r"""Return the characters of strings in quotes.

    Args:
        raw: The strings, from the first quote to the last.
        encoding: The encoding of the file, in which numbers such as ``\303`` are.
    """
    return fold(read_strings(raw, encoding), keep_breaks=True)


def read_value(raw: bytes, encoding: str) -> str:
    """Return the text of strings in quotes.

    Raises:
        ValueError: A number is not of the encoding.
    """
    text = b"".join(STRING.findall(raw)).decode()
    return _TOKENS.sub(lambda token: _resolve(token, encoding), text) if "\\" in text else text


def _resolve(token: re.Match[str], encoding: str) -> str:
    if token["text"] is not None:
        return token[0]
    return (
        _LETTERS.get(token["letter"], token["letter"]) if token["letter"] else _read_numbers(token[0]).decode(encoding)
    )


def _read_numbers(written: str) -> bytes:
    return bytes(int(found[1], 16) if found[1] else int(found[2], 8) & 255 for found in _NUMBERS.finditer(written))


def read_strings(raw: bytes, encoding: str) -> RawCharacters:
    """Read strings in quotes, as they are.

    Raises:
        ValueError: A number is not of the encoding.
    """
    characters = RawCharacters()
    for string in STRING.finditer(raw):
        place = string.start(1)
        for token in _TOKENS.finditer(string[1].decode()):
            written = token[0]
            if token["text"] is not None:
                characters.add_text(written, place)
            elif (letter := token["letter"]) is not None:
                characters.add(_LETTERS.get(letter, letter), place, place + len(written.encode()))
            else:
                _add_numbers(characters, written, place, encoding)
            place += len(written.encode())
    return characters


def _add_numbers(characters: RawCharacters, written: str, place: int, encoding: str) -> None:
    """Add characters that are written as the numbers of their bytes."""
    numbers = list(_NUMBERS.finditer(written))
    first = 0
    for character in _read_numbers(written).decode(encoding):
        last = first + len(character.encode(encoding)) - 1
        characters.add(character, place + numbers[first].start(), place + numbers[last].end())
        first = last + 1


def write_po(text: str, _: int, coded: CodedBytes) -> bytes:
    """Return a text as it stands in quotes.

    Raises:
        ValueError: It cannot be written.
    """
    escaped = "".join(_ESCAPES.get(each, each) for each in text)
    if strange := _CONTROL.search(escaped):
        raise ValueError(f"PO files have no character {strange[0]!r}")
    for character in escaped:
        if not coded.can_write(character):
            raise ValueError(f"the encoding of the file, {coded.encoding}, has no {character!r}")
    return escaped.encode()
