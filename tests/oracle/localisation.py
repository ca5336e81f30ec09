"""The targets of localisation files as other parsers read them: ElementTree and polib, which know nothing of bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

import polib

from tertium.edits import Edit
from tertium.text import BilingualDocument, parse_bilingual
from tertium.text.readers.line_breaks import join_lines

NUMBERS = re.compile(r"(?:\\[0-7]{3})+")
CODES = ("bpt", "ept", "it", "ph", "ut")
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def check_edits(document: BilingualDocument, edits: Mapping[int, Sequence[Edit]]) -> bytes:
    """Edit a file, and check that exactly these targets changed, and no byte outside of them.

    Returns:
        The edited file.
    """
    before = read_targets(document.edit({}), document.format, document.target_language)
    assert [unit.target for unit in document.units] == before
    wanted = list(before)
    for number, made in edits.items():
        for edit in sorted(made, key=lambda each: (each.start, each.end), reverse=True):
            wanted[number] = wanted[number][: edit.start] + edit.text + wanted[number][edit.end :]
    after = document.edit(edits)
    found = read_targets(after, document.format, document.target_language)
    assert [text.split() for text in found] == [text.split() for text in wanted]
    changed = [number for number, text in enumerate(wanted) if text != before[number]]
    languages = (document.source_language, document.target_language)
    again = parse_bilingual(after, document.format, document.file, *languages)
    assert _list_outside(document, document, changed) == _list_outside(again, document, changed)
    return after


def _list_outside(document: BilingualDocument, before: BilingualDocument, numbers: Sequence[int]) -> list[bytes]:
    """Return the bytes outside of some targets; tags that were not there before count as part of these."""
    body, done, pieces = document.coded.body, 0, []
    for number in numbers:
        place, old = document.units[number].place, before.units[number].place
        is_new = old.missing and document is not before
        pieces.append(body[done : place.start].removesuffix(old.opening if is_new else b""))
        done = place.end + (len(old.closing) if is_new else 0)
    return [*pieces, body[done:]]


def read_targets(content: bytes, format: str, target_language: str = "") -> list[str]:  # noqa: A002
    """Return the text of each target, empty where there is none."""
    if format == "po":
        return _read_po(content)
    root = ElementTree.fromstring(content)
    return _read_tmx(root, target_language) if format == "tmx" else _read_xliff(root)


def _read_po(content: bytes) -> list[str]:
    encoding = "utf-8"
    for line in content.splitlines():
        if b"charset=" in line:
            encoding = line.partition(b"charset=")[2].split(b"\\")[0].decode()
            break
    found = []
    for entry in polib.pofile(content.decode(encoding).removeprefix("\ufeff")):
        if not entry.obsolete:
            forms = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)]
            found += forms if entry.msgid_plural else [entry.msgstr]
    return [join_lines(NUMBERS.sub(lambda run: _decode(run[0], encoding), text)) for text in found]


def _decode(numbers: str, encoding: str) -> str:
    """Decode what polib leaves as it is: bytes as octal numbers."""
    return bytes(int(number, 8) for number in numbers.split("\\")[1:]).decode(encoding)


def _read_tmx(root: ElementTree.Element, language: str) -> list[str]:
    found = []
    for entry in root.iter("tu"):
        targets = [each for each in entry.iter("tuv") if (each.get(LANGUAGE) or each.get("lang")) == language]
        segment = targets[0].find("seg") if targets else None
        found.append("" if segment is None else join_lines(_write_text(segment)))
    return found


def _read_xliff(root: ElementTree.Element) -> list[str]:
    found: list[str] = []

    def visit(element: ElementTree.Element, translated: bool) -> None:
        translated = element.get("translate", "yes" if translated else "no") != "no"
        name = _local(element)
        if name in ("trans-unit", "segment") and translated and element.get("restype") != "x-gettext-domain-header":
            targets = [child for child in element if _local(child) == "target"]
            found.append(join_lines(_write_text(targets[0])) if targets else "")
        elif name != "trans-unit":
            for child in element:
                visit(child, translated)

    visit(root, True)
    return found


def _write_text(element: ElementTree.Element) -> str:
    inner = [element.text or ""] if _local(element) not in CODES else []
    for child in element:
        inner.append(_write_text(child) if _local(element) not in CODES else "")
        inner.append((child.tail or "") if _local(element) not in CODES else "")
    return "".join(inner)


def _local(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]
