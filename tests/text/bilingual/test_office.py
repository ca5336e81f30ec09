"""DOCX and XLSX: tables of two columns, whose accepted targets change and nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tertium.edits import Edit
from tertium.errors import InputError, TertiumWarning
from tertium.text import BilingualDocument, parse_bilingual, read_bilingual, read_test_set
from tertium.text.bilingual.office_archive import OfficeArchive
from tests.office_files import DOCUMENT, ROWS, STRINGS, WORKSHEET, make_docx, make_xlsx

GOLDEN = Path(__file__).parents[2] / "golden" / "localisation" / "office"
PAIRS = [
    ("Sortida del vol a París.", "Salida quiere a París & <más>."),
    ("El disc és ple.", "El disco es lleno."),
    ("Igual", "Igual"),
    ("Buit", ""),
    ("Dues\nlínies", "Dos\nlíneas aquí"),
]


def write_openpyxl(path: Path) -> None:
    import openpyxl
    from openpyxl.styles import Font

    book = openpyxl.Workbook()
    book.active.append(["Key", "Source", "Target"])
    for number, (source, target) in enumerate(PAIRS):
        book.active.append([f"k{number}", source, target or None])
    book.active["C2"].font = Font(bold=True)
    book.create_sheet("empty")
    book.save(path)


def write_xlsxwriter(path: Path) -> None:
    """Its texts are in a list that all cells share."""
    import xlsxwriter

    with xlsxwriter.Workbook(str(path)) as book:
        sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
        sheet.write_row(0, 0, ["Key", "Source", "Target"])
        for number, (source, target) in enumerate(PAIRS):
            sheet.write_row(number + 1, 0, [f"k{number}", source, target])
        words = PAIRS[0][1].partition("quiere")
        sheet.write_rich_string(1, 2, words[0], bold, words[1], words[2])


def write_python_docx(path: Path) -> None:
    import docx

    document = docx.Document()
    document.add_heading("Review")
    table = document.add_table(rows=1, cols=3)
    for cell, name in zip(table.rows[0].cells, ("Key", "Source", "Target"), strict=True):
        cell.text = name
    for number, (source, target) in enumerate(PAIRS):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = f"k{number}", source
        for word in target.partition("quiere"):
            cells[2].paragraphs[0].add_run(word).bold = word == "quiere"
    document.save(str(path))


def read_openpyxl(content: bytes) -> list[str]:
    import openpyxl

    rows = openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(min_row=2, values_only=True)
    return [row[2] or "" for row in rows]


def read_python_docx(content: bytes) -> list[str]:
    import docx

    return [row.cells[2].text for row in docx.Document(io.BytesIO(content)).tables[0].rows[1:]]


TOOLS: dict[str, tuple[Callable[[Path], None], Callable[[bytes], list[str]]]] = {
    "openpyxl.xlsx": (write_openpyxl, read_openpyxl),
    "xlsxwriter.xlsx": (write_xlsxwriter, read_openpyxl),
    "python-docx.docx": (write_python_docx, read_python_docx),
}


@pytest.fixture(params=TOOLS)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Callable[[bytes], list[str]]]:
    """A file as a tool wrote it, and what reads its targets."""
    write, read = TOOLS[request.param]
    path = tmp_path / request.param
    write(path)
    return path, read


def list_parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_files_of_tools_are_read(written: tuple[Path, Any]) -> None:
    units = read_bilingual(written[0]).units
    assert [(unit.source, unit.target) for unit in units] == [
        tuple(text.replace("\n", " ") for text in pair) for pair in PAIRS
    ]
    assert [(unit.id, unit.line) for unit in units] == [(f"k{number}", number + 2) for number in range(len(PAIRS))]


def test_files_of_tools_are_the_same_without_an_edit(written: tuple[Path, Any]) -> None:
    assert read_bilingual(written[0]).edit({}) == written[0].read_bytes()


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_one_target_of_one_part_changes(written: tuple[Path, Any], number: int) -> None:
    path, read = written
    before = path.read_bytes()
    edited = read_bilingual(path).edit({number: [Edit(0, 0, "¡Más & <ya>! ")]})
    wanted = read(before)
    assert wanted == [target for _, target in PAIRS]
    wanted[number] = "¡Más & <ya>! " + wanted[number]
    assert read(edited) == wanted
    old, new = list_parts(before), list_parts(edited)
    assert list(old) == list(new)
    (changed,) = [name for name in old if old[name] != new[name]]
    assert changed in ("xl/worksheets/sheet1.xml", "word/document.xml")


def test_a_word_within_its_own_format_is_edited(written: tuple[Path, Any]) -> None:
    path, read = written
    document = read_bilingual(path)
    start = PAIRS[0][1].index("quiere")
    edited = document.edit({0: [Edit(start, start + 6, "del vuelo ")]})
    assert read(edited)[0] == PAIRS[0][1].replace("quiere", "del vuelo ")
    if path.name != "openpyxl.xlsx":  # there, a format is that of the cell
        with pytest.raises(InputError, match="would remove"):
            document.edit({0: [Edit(start - 3, start + 2, "x")]})


def list_cells(content: bytes, suffix: str) -> list[str]:
    """All texts of a file, as a library reads them."""
    if suffix == ".xlsx":
        import openpyxl

        book = openpyxl.load_workbook(io.BytesIO(content))
        return [str(value or "") for sheet in book for row in sheet.values for value in row]
    import docx

    return [
        cell.text for table in docx.Document(io.BytesIO(content)).tables for row in table.rows for cell in row.cells
    ]


@pytest.mark.parametrize("path", sorted(GOLDEN.iterdir()), ids=lambda path: path.name)
def test_each_target_of_other_programs_is_edited_alone(path: Path) -> None:
    content = path.read_bytes()
    document = read_bilingual(path)
    assert len(document.units) >= 3
    assert document.edit({}) == content
    before = list_cells(content, path.suffix)
    for number, unit in enumerate(document.units):
        edited = document.edit({number: [Edit(0, 0, "¡Más & <ya>! ")]})
        after = list_cells(edited, path.suffix)
        ((old, new),) = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        assert (new, old.replace("\n", " ")) == (f"¡Más & <ya>! {old}", unit.target)
        parts, others = list_parts(content), list_parts(edited)
        assert list(parts) == list(others)
        assert sum(parts[name] != others[name] for name in parts) == 1


def parse(content: bytes, kind: str = "docx") -> BilingualDocument:
    return parse_bilingual(content, kind, f"made.{kind}")


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_docx(method: int) -> None:
    document = parse(make_docx(method=method))
    assert [(unit.source, unit.target) for unit in document.units] == [
        ("Sortida del vol.", "Salida quiere a & b."),
        ("Buit", ""),
        ("Sol", ""),
    ]
    edited = document.edit(
        {
            0: [Edit(0, 6, "La salida ")],
            1: [Edit(0, 0, "Vacío")],
            2: [Edit(0, 0, "Solo")],
        }
    )
    text = list_parts(edited)["word/document.xml"].decode()
    wanted = (
        DOCUMENT.replace("<w:t>Salida</w:t>", '<w:t xml:space="preserve">La salida </w:t>')
        .replace("<w:pPr/></w:p>", '<w:pPr/><w:r><w:t xml:space="preserve">Vacío</w:t></w:r></w:p>')
        .replace("<w:tc><w:p/>", '<w:tc><w:p><w:r><w:t xml:space="preserve">Solo</w:t></w:r></w:p>')
    )
    assert text == wanted
    with pytest.raises(InputError, match="would remove"):
        document.edit({0: [Edit(10, 16, "")]})  # the line break


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_xlsx(method: int) -> None:
    document = parse(make_xlsx(method=method), "xlsx")
    targets = ["Disco es lleno.", "Igual", "", "", "42"]
    assert [unit.target for unit in document.units] == targets
    assert [unit.line for unit in document.units] == [2, 3, 4, 5, 6]
    edited = document.edit(
        {
            0: [Edit(6, 8, "está")],
            1: [Edit(0, 5, "Lo mismo")],
            2: [Edit(0, 0, "C")],
            3: [Edit(0, 0, "D")],
        }
    )
    parts = list_parts(edited)
    assert parts["xl/sharedStrings.xml"].decode() == STRINGS
    new = [
        '<c r="B2" s="3" t="inlineStr"><is><r><t xml:space=\'preserve\'>Disco </t></r><r><rPr><b/></rPr>'
        "<t>está lleno.</t></r><rPh sb='0' eb='1'><t>hint</t></rPh></is></c>",
        '<c r="B3" t="inlineStr"><is><t>Lo mismo</t></is></c>',
        '<c r="B4" t="inlineStr"><is><t xml:space="preserve">C</t></is></c>',
        '<c r="B5" s="3" t="inlineStr"><is><t xml:space="preserve">D</t></is></c>',
    ]
    wanted = (
        ROWS.replace('<c r="B2" s="3" t="s"><v>3</v></c>', new[0])
        .replace('<c r="B3" t="s"><v>4</v></c>', new[1])
        .replace('<c r="A4" t="s"><v>4</v></c>', '<c r="A4" t="s"><v>4</v></c>' + new[2])
        .replace('<c r="B5" s="3"/>', new[3])
    )
    assert parts["xl/worksheets/sheet1.xml"].decode() == WORKSHEET.replace(ROWS, wanted)


def test_a_cell_after_an_empty_one_stays_as_it_is() -> None:
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"/><c r="C1" t="s"><v>1</v></c></row>'
        '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"/><c r="C2" s="3" t="s"><v>3</v></c></row>'
        '<row r="3"><c r="A3" t="s"><v>4</v></c><c r="B3" s="1" /><c r="C3" t="s"><v>4</v></c></row>'
    )
    document = parse(make_xlsx(WORKSHEET.replace(ROWS, rows)), "xlsx")
    edited = list_parts(document.edit({1: [Edit(0, 5, "Lo mismo")]}))["xl/worksheets/sheet1.xml"].decode()
    new = '<c r="C3" t="inlineStr"><is><t>Lo mismo</t></is></c>'
    assert edited == WORKSHEET.replace(ROWS, rows.replace('<c r="C3" t="s"><v>4</v></c>', new))


def test_a_file_that_becomes_far_larger_is_refused() -> None:
    filled = DOCUMENT.replace("Title", "a" * 20_000_000)
    with pytest.raises(InputError, match="MiB when they are decompressed"):
        parse(make_docx(filled))
    assert len(parse(make_docx(filled, zipfile.ZIP_STORED)).units) == 3


@pytest.mark.parametrize(
    ("content", "kind", "message"),
    [
        (b"not an archive", "docx", "not an office file"),
        (make_xlsx(), "docx", "not a text document"),
        (make_docx(), "xlsx", "no sheet"),
        (make_docx("<w:document xmlns:w='x'><w:p/></w:document>"), "docx", "no table with a source and a target"),
        (make_docx("<w:document"), "docx", "XML is broken"),
        (make_docx(method=zipfile.ZIP_BZIP2), "docx", "no part"),
        (make_xlsx(WORKSHEET.replace("<v>3</v>", "<v>99</v>")), "xlsx", "refers to the text '99'"),
        (make_xlsx(WORKSHEET.replace("<v>3</v>", "<f>A2</f><v>3</v>")), "xlsx", "B2 has a formula"),
        (make_xlsx(WORKSHEET.replace('r="B', 'r="D')), "xlsx", ""),
        (make_xlsx(WORKSHEET.replace('"B2"', '"C2"')), "xlsx", ""),
        (make_xlsx(WORKSHEET.replace('"B1"', '"C1"').replace('"B2"', '"D2"')), "xlsx", ""),
        (make_xlsx(WORKSHEET.replace(ROWS, "")), "xlsx", "not clear which columns"),
        (make_xlsx(WORKSHEET, STRINGS.replace("Source", "Quelle").replace("Disc ple", "")), "xlsx", ""),
    ],
)
def test_what_cannot_be_read_is_refused_or_read_by_its_names(content: bytes, kind: str, message: str) -> None:
    if message:
        with pytest.raises(InputError, match=message):
            parse(content, kind)
    else:
        assert parse(content, kind).edit({}) == content


def test_two_sheets_with_text_are_refused(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["a", "b"])
    book.create_sheet("more").append(["c", "d"])
    book.save(tmp_path / "two.xlsx")
    with pytest.raises(InputError, match="text in 2 sheets"):
        read_bilingual(tmp_path / "two.xlsx")


def test_they_are_scored_and_matched_by_their_ids(tmp_path: Path) -> None:
    import openpyxl

    for name, numbers in (("mt.xlsx", [1, 2]), ("ref.xlsx", [2, 1])):
        book = openpyxl.Workbook()
        for row in [["source", "id", "translation"], *([f"s{at}", at, f"the text {at}"] for at in numbers)]:
            book.active.append(row)
        book.save(tmp_path / name)
    test_set = read_test_set([tmp_path / "mt.xlsx"], [tmp_path / "ref.xlsx"])
    assert test_set.systems == {"mt": ["the text 2", "the text 1"]}  # in the order of the reference
    assert test_set.references.flat == ["the text 2", "the text 1"]


def test_targets_that_are_missing_are_warned_of(tmp_path: Path) -> None:
    (tmp_path / "made.docx").write_bytes(make_docx())
    with pytest.warns(TertiumWarning, match="2 of 3 units are not translated"):
        made = read_test_set([tmp_path / "made.docx"])
    assert made.sources == ["Sortida del vol.", "Buit", "Sol"]
    with pytest.raises(InputError, match="'2' has no target"):
        read_test_set([tmp_path / "made.docx"], [tmp_path / "made.docx"])


def test_other_readers_still_refuse_archives(tmp_path: Path) -> None:
    (tmp_path / "made.txt").write_bytes(make_docx())
    with pytest.raises(InputError, match="ZIP archive"):
        read_test_set([tmp_path / "made.txt"])


def test_an_archive_of_a_version_that_there_is_not_is_refused() -> None:
    """Found by fuzzing."""
    content = bytearray(make_docx())
    place = content.index(b"PK\x01\x02") + 6
    content[place : place + 2] = (999).to_bytes(2, "little")
    with pytest.raises(InputError, match="this is not an office file, or it is damaged"):
        OfficeArchive(bytes(content), "one.docx")
