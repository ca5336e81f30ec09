"""Small office files, made by hand: what each part contains is seen at once."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TEXT = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

DOCUMENT = (
    f'<?xml version="1.0"?><w:document xmlns:w="{TEXT}"><w:body><w:p><w:r><w:t>Title</w:t></w:r></w:p><w:tbl>'
    "<w:tr><w:tc><w:p><w:r><w:t>Sortida del vol.</w:t></w:r></w:p></w:tc>"
    "<w:tc><w:p><w:r><w:t>Salida</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'> quiere</w:t></w:r>"
    "<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:br/><w:t>a &amp; b.</w:t></w:r></w:p></w:tc></w:tr>"
    "<w:tr><w:tc><w:p><w:r><w:t>Buit</w:t></w:r></w:p></w:tc><w:tc><w:tcPr/><w:p><w:pPr/></w:p></w:tc></w:tr>"
    "<w:tr><w:tc><w:p><w:r><w:t>Sol</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr>"
    "</w:tbl></w:body></w:document>"
)
ROWS = (
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="3" t="s"><v>3</v></c></row>'
    '<row r="3"><c r="A3" t="s"><v>4</v></c><c r="B3" t="s"><v>4</v></c></row>'
    '<row r="4"><c r="A4" t="s"><v>4</v></c></row>'
    '<row r="5"><c r="A5" t="s"><v>4</v></c><c r="B5" s="3"/></row>'
    '<row r="6"><c r="A6"><v>42</v></c><c r="B6"><v>42</v></c></row>'
)
WORKSHEET = f'<?xml version="1.0"?><worksheet xmlns="{SHEET}"><sheetData>{ROWS}</sheetData></worksheet>'
STRINGS = (
    f'<?xml version="1.0"?><sst xmlns="{SHEET}"><si><t>Source</t></si><si><t>Translation</t></si>'
    "<si><t>Disc ple.</t></si><si><r><t xml:space='preserve'>Disco </t></r><r><rPr><b/></rPr><t>es lleno.</t></r>"
    "<rPh sb='0' eb='1'><t>hint</t></rPh></si><si><t>Igual</t></si></sst>"
)


def make_docx(document: str | bytes = DOCUMENT, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A text with a table of two columns."""
    return _zip({"_rels/.rels": _relate(officeDocument="word/document.xml"), "word/document.xml": document}, method)


def make_xlsx(
    sheet: str | bytes = WORKSHEET, strings: str | bytes = STRINGS, method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """A workbook with a table of two columns."""
    parts = {
        "_rels/.rels": _relate(officeDocument="/xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}"/>',
        "xl/_rels/workbook.xml.rels": _relate(worksheet="worksheets/sheet1.xml", sharedStrings="sharedStrings.xml"),
        "xl/worksheets/sheet1.xml": sheet,
        "xl/sharedStrings.xml": strings,
    }
    return _zip(parts, method)


def _relate(**parts: str) -> str:
    found = (
        f'<Relationship Id="r{number}" Type="{RELATIONS}/{kind}" Target="{name}"/>'
        for number, (kind, name) in enumerate(parts.items())
    )
    return f'<Relationships xmlns="{PACKAGE}">{"".join(found)}</Relationships>'


def _zip(parts: Mapping[str, str | bytes], method: int) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text, method)
    return content.getvalue()
