"""XLSX: a table of two columns in a workbook.

A unit is a row of the sheet. Texts of spreadsheets stand once in a list, for all cells that have them, so an edited
cell gets a text of its own (``inlineStr``); the list and all other cells stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tertium.errors import InputError
from tertium.text.bilingual.document import BilingualDocument
from tertium.text.bilingual.office_archive import OfficeArchive, OfficePart
from tertium.text.bilingual.office_columns import NAMED, OfficeColumns, find_columns
from tertium.text.bilingual.office_targets import keep_spaces, map_office
from tertium.text.bilingual.units import BilingualUnit, TargetPlace
from tertium.text.bilingual.xml_scan import ScannedElement, XmlScan
from tertium.text.bilingual.xml_targets import write_xml

_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ROW = re.compile(r"[0-9]{1,7}")
_TEXT_NUMBER = re.compile(r"\s*[0-9]{1,10}\s*")
_TYPE = re.compile(rb"""\st\s*=\s*("[^"]*"|'[^']*')""")
# Cells that share a text get their own: a sheet may become this many times larger, or as large as this.
_MOST_GROWTH = 10
_SMALL_SHEET = 64 << 20
_ONE_SHEET = "Save the sheet that is to be read in a workbook of its own"


def parse(content: bytes, file: str, source_language: str = "", target_language: str = "") -> BilingualDocument:
    """Read an XLSX file.

    Args:
        content: The bytes of the file.
        file: Its name, for messages.
        source_language: Not used: the first row says which column is the source.
        target_language: Not used likewise.

    Raises:
        InputError: The file is not XLSX, or has no sheet with a source and a target.
    """
    archive = OfficeArchive(content, file)
    name = _find_sheet(archive)
    part = archive.read_xml(name)
    strings = _read_strings(archive)
    rows = _read_rows(part.body, file, strings)
    columns = _choose(rows, file)
    prefix = _find_prefix(part.body, rows)
    made = _SheetWriter(part.body, prefix)
    units: list[BilingualUnit] = []
    for row in rows[1:] if columns.has_header else rows:
        if source := row.get_text(columns.source):
            place = made.place(row, columns.target, file)
            units.append(
                BilingualUnit(
                    id=(row.get_text(columns.id) if columns.id is not None else "") or str(len(units) + 1),
                    source=source,
                    target=row.get_text(columns.target),
                    line=row.number,
                    place=place,
                )
            )
    opening = b"<" + prefix + b't xml:space="preserve">'
    return BilingualDocument(
        file=file,
        format="xlsx",
        coded=OfficePart(
            body=made.finish(),
            mark=part.mark,
            encoding=part.encoding,
            archive=archive,
            name=name,
            restored=made.restored,
        ),
        units=units,
        map_target=map_office,
        write_target=write_xml,
        empty=opening + b"</" + prefix + b"t>",
        origin=len(opening),
        lay_out=keep_spaces,
    )


@dataclass(slots=True, kw_only=True)
class _SheetCell:
    """A cell: where it stands, and its text as it would stand in the cell itself."""

    element: ScannedElement
    column: int
    inline: bytes
    text: str
    has_formula: bool


@dataclass(slots=True)
class _SheetRow:
    """A row and its cells."""

    element: ScannedElement
    number: int
    cells: dict[int, _SheetCell] = field(default_factory=dict)
    width: int = 0

    def get_text(self, column: int) -> str:
        """Return the text of a cell."""
        return self.cells[column].text if column in self.cells else ""


class _SheetScan(XmlScan):
    """A pass over a sheet, or over the list of texts."""

    def __init__(self, body: bytes, file: str, wanted: Sequence[str]) -> None:
        super().__init__(body, file)
        self.wanted = wanted
        self.found: list[ScannedElement] = []

    def wants_text(self, element: ScannedElement) -> bool:
        """Return whether the bytes of an element are needed."""
        return element.name in self.wanted

    def close(self, element: ScannedElement) -> None:
        """Keep the element."""
        if element.name in self.wanted:
            self.found.append(element)


def _find_sheet(archive: OfficeArchive) -> str:
    """Return the name of the only part with a sheet that has text."""
    book = archive.find_main()
    sheets = list(archive.find_related(book, "worksheet").values()) if book else []
    if not sheets:
        raise InputError(
            "there is no sheet in the file", file=archive.file, remedy="Give an XLSX file; a text is called .docx"
        )
    filled = [name for name in dict.fromkeys(sheets) if _has_cells(archive.read_xml(name).body)]
    if len(filled) > 1:
        raise InputError(f"there is text in {len(filled)} sheets", file=archive.file, remedy=_ONE_SHEET)
    return filled[0] if filled else sheets[0]


def _has_cells(body: bytes) -> bool:
    return re.search(rb"<(?:\w+:)?(?:v|is)[\s>]", body) is not None


def _read_strings(archive: OfficeArchive) -> list[bytes]:
    """Return the content of each text of the list."""
    names = list(archive.find_related(archive.find_main(), "sharedStrings").values())
    if not names:
        return []
    body = archive.read_xml(names[0]).body
    scan = _SheetScan(body, archive.file, ("si",))
    scan.run()
    return [b"" if each.is_single else body[each.inner : each.end] for each in scan.found]


def _read_rows(body: bytes, file: str, strings: Sequence[bytes]) -> list[_SheetRow]:
    scan = _RowScan(body, file, strings)
    scan.run()
    return [row for row in scan.rows if any(cell.text for cell in row.cells.values())]


class _RowScan(_SheetScan):
    """A pass over the rows of a sheet."""

    def __init__(self, body: bytes, file: str, strings: Sequence[bytes]) -> None:
        super().__init__(body, file, ("c",))
        self.strings = strings
        self._texts: dict[bytes, str] = {}  # many cells may have one text of the list
        self.rows: list[_SheetRow] = []

    def open(self, element: ScannedElement) -> None:
        """Begin a row."""
        if element.name == "row":
            before = self.rows[-1].number if self.rows else 0
            given = element.attributes.get("r", "")
            self.rows.append(_SheetRow(element, int(given) if _ROW.fullmatch(given) else before + 1))

    def close(self, element: ScannedElement) -> None:
        """Add a cell to its row."""
        if element.name != "c" or not self.rows:
            return
        row = self.rows[-1]
        place = _CELL.fullmatch(element.attributes.get("r", ""))
        column = _count_column(place[1]) if place else row.width
        row.width = max(row.width, column + 1)
        raw = b"" if element.is_single else self.body[element.inner : element.end]
        inline = self._read_inline(element, raw, row.number)
        if inline not in self._texts:
            self._texts[inline] = map_office(inline).text
        row.cells[column] = _SheetCell(
            element=element,
            column=column,
            inline=inline,
            text=self._texts[inline],
            has_formula=re.search(rb"<(?:\w+:)?f[\s/>]", raw) is not None,
        )

    def _read_inline(self, element: ScannedElement, raw: bytes, row: int) -> bytes:
        """Return the content of a cell as that of ``<is>``: elements ``<t>``."""
        kind = element.attributes.get("t", "n")
        if kind == "inlineStr":
            inner = re.fullmatch(rb"\s*<(?:\w+:)?is(?:\s[^>]*)?>(.*)</(?:\w+:)?is>\s*", raw, re.DOTALL)
            return inner[1] if inner else b""
        found = re.search(rb"<((?:\w+:)?)v(?:\s[^<>]*)?>([^<]*)</", raw)
        if found is None:
            return b""
        if kind != "s":
            return b"<" + found[1] + b"t>" + found[2] + b"</" + found[1] + b"t>"
        number = found[2].decode()
        if not _TEXT_NUMBER.fullmatch(number) or int(number) >= len(self.strings):
            raise InputError(
                f"a cell refers to the text {number[:20]!r}, and there are {len(self.strings):,} texts",
                file=self.file,
                line=row,
                remedy="Open it in an office program, and save it again",
            )
        return self.strings[int(number)]


def _count_column(letters: str) -> int:
    """Return the number of a column, from 0.

    >>> [_count_column(letters) for letters in ("A", "B", "AA")]
    [0, 1, 26]
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _name_column(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _choose(rows: Sequence[_SheetRow], file: str) -> OfficeColumns:
    used = sorted({column for row in rows for column, cell in row.cells.items() if cell.text})
    first = [rows[0].get_text(column) for column in range(used[-1] + 1)] if rows and used[-1] < 1000 else []
    columns = find_columns(first, 2 if used == [0, 1] else 0)
    if columns is None:
        raise InputError("it is not clear which columns are source and target", file=file, remedy=NAMED)
    return columns


def _find_prefix(body: bytes, rows: Sequence[_SheetRow]) -> bytes:
    start = rows[0].element.start + 1
    return b"".join(re.split(rb"[\s/>]", body[start : start + 100], maxsplit=1)[0].rpartition(b":")[:2])


class _SheetWriter:
    """The sheet with the text of each target in its cell, and what these cells are in the file."""

    def __init__(self, body: bytes, prefix: bytes) -> None:
        self.restored: dict[bytes, bytes] = {}
        self._body, self._prefix = body, prefix
        self._pieces: list[bytes] = []
        self._done = self._length = 0

    def place(self, row: _SheetRow, column: int, file: str) -> TargetPlace:
        """Return the place of the target of a row."""
        cell = row.cells.get(column)
        if cell is None:
            return self._place_missing(row, column)
        element = cell.element
        if cell.has_formula:
            raise InputError(
                f"the cell {_name_column(column)}{row.number} has a formula, which cannot be edited as a translation",
                file=file,
                line=row.number,
                remedy="Replace the formulas of this column by their values",
            )
        tag = _TYPE.sub(b"", self._body[element.start : element.inner]).removesuffix(b">").removesuffix(b"/").rstrip()
        opening = tag + b' t="inlineStr"><' + self._prefix + b"is>"
        closing = b"</" + self._prefix + b"is></" + self._prefix + b"c>"
        if not cell.text:
            self._copy(element.start)
            self._done = element.stop
            original = self._body[element.start : element.stop]
            start = self._append(original)
            return TargetPlace(start=start, end=start + len(original), opening=opening, closing=closing, missing=True)
        self._copy(element.start)
        self._done = element.stop
        if self._length + len(cell.inline) > max(_SMALL_SHEET, _MOST_GROWTH * len(self._body)):
            raise InputError(
                "many cells share texts so long that the sheet would be far larger than the file",
                file=file,
                line=row.number,
                remedy="Shorten the texts, or split the sheet into several files",
            )
        self.restored[opening + cell.inline + closing] = self._body[element.start : element.stop]
        self._append(opening)
        start = self._append(cell.inline)
        self._append(closing)
        return TargetPlace(start=start, end=start + len(cell.inline))

    def finish(self) -> bytes:
        """Return the sheet."""
        self._copy(len(self._body))
        return b"".join(self._pieces)

    def _place_missing(self, row: _SheetRow, column: int) -> TargetPlace:
        before = [cell.element.stop for other, cell in row.cells.items() if other < column]
        at = max(before) if before else min(cell.element.start for cell in row.cells.values())
        self._copy(at)
        tag = f'c r="{_name_column(column)}{row.number}" t="inlineStr"'.encode()
        return TargetPlace(
            start=self._length,
            end=self._length,
            opening=b"<" + self._prefix + tag + b"><" + self._prefix + b"is>",
            closing=b"</" + self._prefix + b"is></" + self._prefix + b"c>",
            missing=True,
        )

    def _copy(self, stop: int) -> None:
        self._append(self._body[self._done : stop])
        self._done = stop

    def _append(self, piece: bytes) -> int:
        """Append a piece, and return where it starts."""
        start = self._length
        self._pieces.append(piece)
        self._length += len(piece)
        return start
