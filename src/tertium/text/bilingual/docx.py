"""DOCX: tables of two columns in a text document.

A unit is a row of a table whose first row names the columns, or that has two. Text outside of such tables is not read,
and stays as it is, as do formats, comments and tracked deletions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tertium.errors import InputError
from tertium.text.bilingual.document import BilingualDocument
from tertium.text.bilingual.office_archive import OfficeArchive, OfficePart
from tertium.text.bilingual.office_columns import NAMED, find_columns
from tertium.text.bilingual.office_targets import keep_spaces, map_office
from tertium.text.bilingual.units import BilingualUnit, TargetPlace
from tertium.text.bilingual.xml_scan import ScannedElement, XmlScan
from tertium.text.bilingual.xml_targets import write_xml

_LAST_PARAGRAPH = re.compile(rb"</(?P<end>(?:\w+:)?p)>|<(?P<single>(?:\w+:)?p)(?P<attributes>(?:\s[^<>]*)?)/>")


def parse(content: bytes, file: str, source_language: str = "", target_language: str = "") -> BilingualDocument:
    """Read a DOCX file.

    Args:
        content: The bytes of the file.
        file: Its name, for messages.
        source_language: Not used: the table says which column is the source.
        target_language: Not used likewise.

    Raises:
        InputError: The file is not DOCX, or has no table with a source and a target.
    """
    archive = OfficeArchive(content, file)
    name = archive.find_main()
    part = archive.read_xml(name)
    scan = _DocxScan(part.body, file)
    scan.run()
    units: list[BilingualUnit] = []
    for table in scan.tables:
        _add_units(units, table, part.body, scan.prefix)
    if not units:
        raise InputError("there is no table with a source and a target in the file", file=file, remedy=NAMED)
    opening = b"<" + scan.prefix + b't xml:space="preserve">'
    return BilingualDocument(
        file=file,
        format="docx",
        coded=OfficePart(body=part.body, mark=part.mark, encoding=part.encoding, archive=archive, name=name),
        units=units,
        map_target=map_office,
        write_target=write_xml,
        empty=opening + b"</" + scan.prefix + b"t>",
        origin=len(opening),
        lay_out=keep_spaces,
    )


@dataclass(slots=True)
class _Table:
    """The rows of a table, with the number of its first row in the file."""

    first: int
    rows: list[list[ScannedElement]] = field(default_factory=list)


class _DocxScan(XmlScan):
    """A pass over the text of a DOCX file."""

    def __init__(self, body: bytes, file: str) -> None:
        super().__init__(body, file)
        self.tables: list[_Table] = []
        self.prefix = b""
        self._depth = self._row = 0

    def wants_text(self, element: ScannedElement) -> bool:
        """Return whether an element is a cell of a table."""
        return element.name == "tc"

    def open(self, element: ScannedElement) -> None:
        """Begin the document, a table or a row."""
        if len(self.stack) == 1:
            self._begin(element)
        elif element.name == "tbl":
            self._depth += 1
            if self._depth == 1:
                self.tables.append(_Table(self._row + 1))
        elif element.name == "tr" and self._depth == 1:
            self._row += 1
            self.tables[-1].rows.append([])

    def close(self, element: ScannedElement) -> None:
        """End a table or a cell; tables within a cell are part of it."""
        if element.name == "tbl":
            self._depth -= 1
        elif element.name == "tc" and self._depth == 1 and self.tables[-1].rows:
            self.tables[-1].rows[-1].append(element)

    def _begin(self, root: ScannedElement) -> None:
        if root.name != "document":
            raise InputError(
                f"this is not a text document, but <{root.name}>",
                file=self.file,
                remedy="Give a DOCX file; a spreadsheet is called .xlsx",
            )
        tag = re.split(rb"[\s/>]", self.body[root.start + 1 : root.start + 100], maxsplit=1)[0]
        self.prefix = b"".join(tag.rpartition(b":")[:2])


def _add_units(units: list[BilingualUnit], table: _Table, body: bytes, prefix: bytes) -> None:
    texts = [[map_office(_get_raw(body, cell)).text for cell in row] for row in table.rows]
    width = max(map(len, texts), default=0)
    columns = find_columns(texts[0], width) if texts else None
    if columns is None:
        return
    needed = max(columns.source, columns.target)
    for number, (row, cells) in enumerate(zip(texts, table.rows, strict=True)):
        if len(row) <= needed or not row[columns.source] or (columns.has_header and not number):
            continue  # merged cells are headings
        named = row[columns.id] if columns.id is not None and columns.id < len(row) else ""
        units.append(
            BilingualUnit(
                id=named or str(len(units) + 1),
                source=row[columns.source],
                target=row[columns.target],
                line=table.first + number,
                place=_place(body, cells[columns.target], prefix, row[columns.target]),
            )
        )


def _get_raw(body: bytes, cell: ScannedElement) -> bytes:
    return body[cell.inner : cell.end]


def _place(body: bytes, cell: ScannedElement, prefix: bytes, text: str) -> TargetPlace:
    """Return the place of a target; of an empty one, the end of the last paragraph of its cell."""
    if text:
        return TargetPlace(start=cell.inner, end=cell.end)
    opening, closing = b"<" + prefix + b"r>", b"</" + prefix + b"r>"
    paragraphs = list(_LAST_PARAGRAPH.finditer(body, cell.inner, cell.end))
    if not paragraphs:
        tag = prefix + b"p>"
        return TargetPlace(
            start=cell.end,
            end=cell.end,
            opening=b"<" + tag + opening,
            closing=closing + b"</" + tag,
            missing=True,
        )
    last = paragraphs[-1]
    if last["end"]:
        return TargetPlace(start=last.start(), end=last.start(), opening=opening, closing=closing, missing=True)
    return TargetPlace(
        start=last.start(),
        end=last.end(),
        opening=b"<" + last["single"] + last["attributes"] + b">" + opening,
        closing=closing + b"</" + last["single"] + b">",
        missing=True,
    )
