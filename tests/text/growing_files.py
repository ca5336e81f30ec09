"""Files that grow in one way each: many of something, or few of something that is long beside many that refer to it.

Each function takes a number, and returns a file whose size grows with it as a line does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.office_files import SHEET, TEXT, make_docx, make_xlsx


def _xliff1(units: str, attributes: str = "", before: str = "") -> bytes:
    return (
        f'{before}<xliff version="1.2"{attributes}><file original="f" source-language="en" target-language="es"><body>'
        f"{units}</body></file></xliff>"
    ).encode()


def _xliff2(units: str) -> bytes:
    head = '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="es">'
    return f'{head}<file id="f">{units}</file></xliff>'.encode()


def _unit(number: int, source: str = "one", target: str = "<target>uno</target>") -> str:
    return f'<trans-unit id="u{number}"><source>{source}</source>{target}</trans-unit>'


def _tmx(units: str, header: str = "en") -> bytes:
    return f'<tmx version="1.4"><header srclang="{header}"/><body>{units}</body></tmx>'.encode()


def _variant(language: str, text: str = "one") -> str:
    return f'<tuv xml:lang="{language}"><seg>{text}</seg></tuv>'


_PAIR = f"<tu>{_variant('en')}{_variant('es')}</tu>"


def _docx(rows: str) -> bytes:
    return make_docx(f'<w:document xmlns:w="{TEXT}"><w:body><w:tbl>{rows}</w:tbl></w:body></w:document>')


def _cell(content: str) -> str:
    return f"<w:tc><w:p><w:r><w:t>{content}</w:t></w:r></w:p></w:tc>"


def _xlsx(rows: str, strings: str = "") -> bytes:
    return make_xlsx(
        f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>', f'<sst xmlns="{SHEET}">{strings}</sst>'
    )


def _text_cell(place: str, text: str = "one", more: str = "") -> str:
    return f'<c r="{place}"{more} t="inlineStr"><is><t>{text}</t></is></c>'


def _wmt(documents: str, before: str = "") -> bytes:
    return f'{before}<dataset id="s">{documents}</dataset>'.encode()


def _segments(count: int) -> str:
    return "".join(f'<seg id="{number}">one</seg>' for number in range(count))


def _document(count: int, more: str = "", name: str = "d") -> str:
    source, output = (f"<p>{_segments(count)}</p>" for _ in range(2))
    return f'<doc id="{name}"{more}><src lang="en">{source}</src><hyp system="x" language="es">{output}</hyp></doc>'


def _sgml(content: str, more: str = "") -> bytes:
    return f'<tstset setid="s" sysid="x"{more}>{content}</tstset>'.encode()


def _attributes(count: int) -> str:
    return "".join(f' a{number}="1"' for number in range(count))


def _attlist(count: int, element: str) -> str:
    defaults = " ".join(f'a{number} CDATA "1"' for number in range(count))
    return f"<!DOCTYPE {element} [<!ATTLIST {element} {defaults}>]>"


GROWING: Mapping[str, Callable[[int], bytes]] = {
    "xliff units": lambda n: _xliff1("".join(map(_unit, range(n)))),
    "xliff units of one name": lambda n: _xliff1(_unit(1) * n),
    "xliff units without targets": lambda n: _xliff1(_unit(1, target="") * n),
    "xliff files": lambda n: (
        '<xliff version="1.2">'
        + "".join(f'<file original="f{at}"><body>{_unit(1)}</body></file>' for at in range(n))
        + "</xliff>"
    ).encode(),
    "xliff tags": lambda n: _xliff1(_unit(1, 'a<g id="1"/>' * n, f"<target>{'a<g/>' * n}</target>")),
    "xliff codes": lambda n: _xliff1(_unit(1, "a<ph>b</ph>" * n)),
    "xliff attributes": lambda n: _xliff1(_unit(1), _attributes(n)),
    "xliff namespaces": lambda n: _xliff1(_unit(1) * n, "".join(f' xmlns:n{at}="urn:{at}"' for at in range(n))),
    "xliff long namespace": lambda n: _xliff1(
        _unit(1) * n, f' xmlns="urn:oasis:names:tc:xliff:document:{"x" * 100 * n}"'
    ),
    "xliff default attributes": lambda n: _xliff1(_unit(1) * n, before=_attlist(n, "source")),
    "xliff nesting": lambda n: _xliff1(("<group>" * 400 + _unit(1) + "</group>" * 400) * (n // 400)),
    "xliff blanks in a tag": lambda n: _xliff1(_unit(1, target=f"<target{' ' * 4 * n}x='1'/>")),
    "xliff blanks before a tag": lambda n: _xliff1(_unit(1, " " * n, " " * n)),
    "xliff segments of a unit": lambda n: _xliff2(
        f'<unit id="u">{"<segment><source>one</source><target>uno</target></segment>" * n}</unit>'
    ),
    "xliff segments of a long name": lambda n: _xliff2(
        f'<unit id="{"u" * 100 * n}">{"<segment><source>one</source><target>uno</target></segment>" * n}</unit>'
    ),
    "tmx units": lambda n: _tmx(_PAIR * n),
    "tmx units without targets": lambda n: _tmx(_PAIR + f"<tu>{_variant('en')}</tu>" * n),
    "tmx languages": lambda n: _tmx(f"<tu>{''.join(_variant(f'l{at}') for at in range(6 * n))}</tu>" + _PAIR),
    "tmx languages in entries": lambda n: _tmx(
        "".join(f"<tu>{_variant(f'l{at}')}</tu>" for at in range(6 * n)) + _PAIR
    ),
    "tmx long language": lambda n: _tmx(
        f"<tu>{_variant('en')}{_variant('e' * 100 * n)}</tu>" + f"<tu>{_variant('en')}</tu>" * n
    ),
    "tmx long header": lambda n: _tmx(
        f"<tu>{''.join(_variant(f'l{at}') for at in range(6 * n))}</tu>" + _PAIR, "e" * 1000 * n
    ),
    "tmx tags": lambda n: _tmx(f"<tu>{_variant('en', 'a<bpt>b</bpt>' * n)}{_variant('es', 'a<hi/>' * n)}</tu>"),
    "docx rows": lambda n: _docx(f"<w:tr>{_cell('one')}{_cell('uno')}</w:tr>" * n),
    "docx tables": lambda n: make_docx(
        f'<w:document xmlns:w="{TEXT}"><w:body>'
        + f"<w:tbl><w:tr>{_cell('one')}{_cell('uno')}</w:tr></w:tbl>" * n
        + "</w:body></w:document>"
    ),
    "docx columns": lambda n: _docx(f"<w:tr>{_cell('Source')}{_cell('Target')}{_cell('x') * n}</w:tr>" * 2),
    "docx runs": lambda n: _docx(f"<w:tr>{_cell('one')}{_cell('uno</w:t><w:br/><w:t>' * n)}</w:tr>"),
    "docx paragraphs": lambda n: _docx(f"<w:tr>{_cell('one')}<w:tc>{'<w:p/>' * n}</w:tc></w:tr>"),
    "docx tags in a comment": lambda n: _docx(f"<w:tr>{_cell('one')}<w:tc><!--{'<w:p ' * n}--></w:tc></w:tr>"),
    "xlsx rows": lambda n: _xlsx(
        "".join(f'<row r="{at}">{_text_cell(f"A{at}")}{_text_cell(f"B{at}")}</row>' for at in range(1, n + 1))
    ),
    "xlsx rows without targets": lambda n: _xlsx(
        f'<row r="1">{_text_cell("A1")}{_text_cell("B1")}</row>'
        + "".join(f'<row r="{at}">{_text_cell(f"A{at}")}</row>' for at in range(2, n + 2))
    ),
    "xlsx cells without places": lambda n: _xlsx(
        f'<row r="1">{_text_cell("A1", "Source")}{_text_cell("B1", "Target")}</row>'
        f'<row r="2">{_text_cell("A2")}{_text_cell("B2")}{"<c/>" * 6 * n}</row>'
    ),
    "xlsx one long text": lambda n: _xlsx(
        "".join(
            f'<row r="{at}"><c r="A{at}" t="s"><v>0</v></c><c r="B{at}" t="s"><v>0</v></c></row>'
            for at in range(1, n + 1)
        ),
        f"<si><t>{'x' * 10 * n}</t></si>",
    ),
    "xlsx texts": lambda n: _xlsx(
        "".join(
            f'<row r="{at}"><c r="A{at}" t="s"><v>{at - 1}</v></c><c r="B{at}" t="s"><v>0</v></c></row>'
            for at in range(1, n + 1)
        ),
        "".join(f"<si><t>x{at}</t></si>" for at in range(n)),
    ),
    "xlsx blanks in a tag": lambda n: _xlsx(
        f'<row r="1">{_text_cell("A1")}<c r="B1" t="inlineStr"{" " * 4 * n}s="1"><is><t>one</t></is></c></row>'
    ),
    "xlsx tags in a comment": lambda n: _xlsx(
        f'<row r="1">{_text_cell("A1")}{_text_cell("B1")}</row>'
        f'<row r="2">{_text_cell("A2")}<c r="B2"><!--{"<v " * n}--></c></row>'
    ),
    "wmt-xml segments": lambda n: _wmt(_document(n)),
    "wmt-xml documents": lambda n: _wmt("".join(_document(1, name=f"d{at}") for at in range(n))),
    "wmt-xml attributes": lambda n: _wmt(_document(n, _attributes(n))),
    "wmt-xml long name": lambda n: _wmt(_document(n, name="d" * 100 * n)),
    "wmt-xml systems": lambda n: _wmt(
        '<doc id="d"><src lang="en"><seg id="1">a</seg></src>'
        + "".join(f'<hyp system="s{at}"><seg id="1">a</seg></hyp>' for at in range(n))
        + "</doc>"
    ),
    "wmt-xml tags": lambda n: _wmt(_document(1).replace("one", "one<b/>" * n)),
    "wmt-xml nesting": lambda n: _wmt("<p>" * n + _document(1) + "</p>" * n),
    "wmt-xml default attributes": lambda n: _wmt(_document(n), _attlist(n, "seg")),
    "sgml segments": lambda n: _sgml(f'<doc docid="d">{_segments(n)}</doc>'),
    "sgml documents": lambda n: _sgml("".join(f'<doc docid="d{at}">{_segments(1)}</doc>' for at in range(n))),
    "sgml systems": lambda n: _sgml("".join(f'<doc docid="d" sysid="s{at}">{_segments(1)}</doc>' for at in range(n))),
    "sgml attributes": lambda n: _sgml(f'<doc docid="d"{_attributes(n)}>{_segments(n)}</doc>', _attributes(n)),
    "sgml long system": lambda n: _sgml(f'<doc docid="d" sysid="{"x" * 100 * n}">{_segments(n)}</doc>'),
    "sgml open comments": lambda n: _sgml(f'<doc docid="d">{_segments(6 * n).replace("<seg", "<!-- <seg")}</doc>'),
    "sgml entities": lambda n: _sgml(f'<doc docid="d"><seg id="1">{"&amp;&x" * n}</seg></doc>'),
}
