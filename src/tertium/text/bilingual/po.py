"""PO: the catalogues of gettext.

A unit is a ``msgstr``; the forms of a plural are one unit each. The header, obsolete entries and comments are left out.
Flags such as ``fuzzy`` are read and never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from tertium.errors import InputError
from tertium.files.lines import LONGEST_LINE
from tertium.text.bilingual.coded_bytes import CodedBytes, decode_po
from tertium.text.bilingual.document import BilingualDocument
from tertium.text.bilingual.po_targets import STRING, map_po, read_value, write_po
from tertium.text.bilingual.po_wrapping import PoLayout
from tertium.text.bilingual.units import BilingualUnit, TargetPlace
from tertium.text.readers.line_breaks import join_lines

_LINE = re.compile(rb"[^\n]*\n?")
_KEYWORD = re.compile(rb"\s*(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d{1,4})\])?|domain)\s*(?=\"|$)")
_SPACE = re.compile(rb"\s*")
_LANGUAGE = re.compile(r"^Language:\s*(\S+)", re.MULTILINE)
# As it is written: over several lines, each with quotes, and with escapes.
_LONGEST_STRING = 4 * LONGEST_LINE
_CHECK = "Run: msgfmt -c FILE, and correct what it finds"


def parse(content: bytes, file: str, source_language: str = "", target_language: str = "") -> BilingualDocument:
    """Read a PO file.

    Args:
        content: The bytes of the file.
        file: Its name, for messages.
        source_language: Not used: the file has one source language.
        target_language: Not used likewise.

    Raises:
        InputError: The file is not PO.
    """
    coded = decode_po(content, file)
    scan = _PoScan(coded, file)
    scan.run()
    return BilingualDocument(
        file=file,
        format="po",
        coded=coded,
        units=scan.units,
        target_language=scan.language,
        map_target=partial(map_po, encoding=coded.encoding),
        write_target=write_po,
        empty=b'""',
        origin=1,
        lay_out=PoLayout(coded.body, scan.places),
    )


@dataclass(slots=True)
class _Field:
    """A keyword and its strings: where they start and end."""

    line: int
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class _PoEntry:
    """An entry while it is read."""

    fields: dict[str, _Field] = field(default_factory=dict)
    is_fuzzy: bool = False

    @property
    def has_target(self) -> bool:
        return any(name.startswith("msgstr") for name in self.fields)


class _PoScan:
    """A pass over a PO file."""

    def __init__(self, coded: CodedBytes, file: str) -> None:
        self.body, self.encoding, self.file = coded.body, coded.encoding, file
        self.units: list[BilingualUnit] = []
        self.places: list[tuple[int, int]] = []
        self.language = ""
        self._entry = _PoEntry()
        self._field: _Field | None = None

    def run(self) -> None:
        """Read the file."""
        for number, start, end in self._list_lines():
            text = self.body[start:end].strip()
            if text.startswith(b"#"):
                self._read_comment(text)
            elif text:
                self._read_line(number, start, end)
        self._finish()

    def _list_lines(self) -> Iterator[tuple[int, int, int]]:
        for number, line in enumerate(_LINE.finditer(self.body), 1):
            start, end = line.span()
            if end - start > LONGEST_LINE:
                raise self._too_long("line", number)
            if end > start:
                yield number, start, end

    def _read_comment(self, text: bytes) -> None:
        if self._entry.has_target or text.startswith(b"#~"):
            self._finish()
        self._field = None
        if text.startswith(b"#,"):
            flags = {flag.strip() for flag in text[2:].split(b",")}
            self._entry.is_fuzzy |= b"fuzzy" in flags

    def _read_line(self, number: int, start: int, end: int) -> None:
        keyword = _KEYWORD.match(self.body, start, end)
        if keyword:
            name = keyword[1].decode()
            if name == "domain" or (name in ("msgctxt", "msgid") and self._entry.has_target):
                self._finish()
            if name in self._entry.fields:
                raise self._error(f"the entry has {name} twice", number)
            self._field = _Field(number)
            if name != "domain":
                self._entry.fields[name] = self._field
            start = keyword.end()
        if self._field is None:
            raise self._error("this is neither a comment, a keyword of PO files nor a string of one", number)
        self._read_strings_of_line(self._field, number, start, end)

    def _read_strings_of_line(self, found: _Field, number: int, start: int, end: int) -> None:
        place = _end_of_space(self.body, start, end)
        if place == end:
            raise self._error("there is no string in quotes after the keyword", number)
        while place < end:
            string = STRING.match(self.body, place, end)
            if string is None:
                raise self._error("a string does not start or end with a quote", number)
            found.start = found.start or string.start()
            found.end = string.end()
            if found.end - found.start > _LONGEST_STRING:
                raise self._too_long("string", number)
            place = _end_of_space(self.body, string.end(), end)

    def _finish(self) -> None:
        entry, self._entry, self._field = self._entry, _PoEntry(), None
        fields = entry.fields
        if not fields:
            return
        line = min(found.line for found in fields.values())
        if "msgid" not in fields or not entry.has_target:
            raise self._error(f"the entry has no {'msgstr' if 'msgid' in fields else 'msgid'}", line)
        self.places += [(found.start, found.end) for found in fields.values()]
        values = {name: self._get_value(found) for name, found in fields.items() if not name.startswith("msgstr")}
        if not values["msgid"] and "msgctxt" not in values:
            header = self._get_value(fields["msgstr"]) if "msgstr" in fields else ""
            found = _LANGUAGE.search(header)
            self.language = self.language or (found[1] if found else "")
            return
        for name, target in fields.items():
            if name.startswith("msgstr"):
                self._add_unit(name, target, values, entry)

    def _add_unit(self, name: str, target: _Field, values: dict[str, str], entry: _PoEntry) -> None:
        source = values["msgid"] if name in ("msgstr", "msgstr[0]") else values.get("msgid_plural", values["msgid"])
        context = f"{values['msgctxt']}|" if "msgctxt" in values else ""
        self.units.append(
            BilingualUnit(
                id=f"{context}{join_lines(values['msgid'])}{name.removeprefix('msgstr')}",
                source=join_lines(source),
                target=join_lines(self._get_value(target)),
                line=target.line,
                place=TargetPlace(start=target.start, end=target.end),
                state="fuzzy" if entry.is_fuzzy else "",
            )
        )

    def _get_value(self, found: _Field) -> str:
        try:
            value = read_value(self.body[found.start : found.end], self.encoding)
            if "\0" in value:
                raise self._error("there is a NUL character in the string", found.line, "Remove it")
            return value
        except ValueError:
            message = f"numbers of bytes in a string are not in the encoding of the file, {self.encoding}"
            raise self._error(message, found.line, "Write the characters themselves") from None

    def _too_long(self, what: str, line: int) -> InputError:
        message = f"the {what} is longer than {LONGEST_LINE >> 20} MiB"
        return self._error(message, line, "Check that the file is what it should be")

    def _error(self, message: str, line: int, remedy: str = _CHECK) -> InputError:
        return InputError(message, file=self.file, line=line, remedy=remedy)


def _end_of_space(body: bytes, start: int, end: int) -> int:
    space = _SPACE.match(body, start, end)
    return space.end() if space else start
