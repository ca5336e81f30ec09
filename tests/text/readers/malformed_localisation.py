"""Malformed localisation files: XLIFF, TMX, PO, DOCX and XLSX."""

from __future__ import annotations

from tertium.text.readers import open_test_set
from tests.office_files import DOCUMENT, WORKSHEET, make_docx, make_xlsx
from tests.text.readers.malformed_cases import Cases, Place

LOCALISATION = Cases()
case = LOCALISATION.add


def xliff(*units: str, prologue: str = "") -> str:
    return (
        f'<?xml version="1.0"?>{prologue}\n<xliff version="1.2"><file original="f" source-language="ca"'
        ' target-language="es"><body>\n' + "\n".join(units) + "\n</body></file></xliff>\n"
    )


def unit(name: str, target: str | None) -> str:
    written = "" if target is None else f"<target>{target}</target>"
    return f'<trans-unit id="{name}"><source>vol</source>{written}</trans-unit>'


def tmx(*languages: str) -> str:
    variants = "".join(f'<tuv xml:lang="{code}"><seg>{code}</seg></tuv>' for code in languages)
    return f'<tmx version="1.4"><header srclang="*all*"/><body><tu>{variants}</tu></body></tmx>\n'


@case
def xliff_entity_bomb(place: Place) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    place.read_as("es.xliff", xliff(unit("1", "&b;"), prologue=bomb))


@case
def xliff_truncated(place: Place) -> None:
    place.read_as("es.xliff", xliff(unit("1", "vuelo"))[:-30])


@case
def xliff_nested_deeply(place: Place) -> None:
    place.read_as("es.xliff", xliff(unit("1", "<g>" * 600 + "</g>" * 600)))


@case
def xliff_other_root(place: Place) -> None:
    place.read_as("es.xliff", tmx("ca", "es"))


@case
def xliff_other_version(place: Place) -> None:
    place.read_as("es.xliff", '<xliff version="3.0"/>')


@case
def xliff_unit_without_source(place: Place) -> None:
    place.read_as("es.xliff", xliff('<trans-unit id="1"><target>vuelo</target></trans-unit>'))


@case
def xliff_without_targets(place: Place) -> None:
    place.read_as("es.xliff", xliff(unit("1", None)))


@case
def xliff_without_units(place: Place) -> None:
    place.read_as("es.xliff", xliff())


@case
def xliff_reference_not_translated(place: Place) -> None:
    hypothesis = place.write("es.xliff", xliff(unit("1", "vuelo"), unit("2", "vuelo")))
    reference = place.write("ref.xliff", xliff(unit("1", "vuelo"), unit("2", None)))
    open_test_set([hypothesis], [reference]).read()


@case
def xliff_unit_missing(place: Place) -> None:
    hypothesis = place.write("es.xliff", xliff(unit("1", "vuelo")))
    reference = place.write("ref.xliff", xliff(unit("1", "vuelo"), unit("2", "vuelo")))
    open_test_set([hypothesis], [reference]).read()


@case
def tmx_languages_not_clear(place: Place) -> None:
    place.read_as("memory.tmx", tmx("ca", "es", "en"))


@case
def tmx_no_such_language(place: Place) -> None:
    place.read_as("memory.tmx", tmx("ca", "es"), language="fr")


@case
def tmx_two_of_a_language(place: Place) -> None:
    place.read_as("memory.tmx", tmx("ca", "es-ES", "es-MX"), language="es")


@case
def tmx_without_language(place: Place) -> None:
    place.read_as("memory.tmx", tmx("ca", "es").replace(' xml:lang="es"', ""))


@case
def po_not_po(place: Place) -> None:
    place.read_as("es.po", "msgid = vol\n")


@case
def po_open_string(place: Place) -> None:
    place.read_as("es.po", 'msgid "vol"\nmsgstr "vuelo\n')


@case
def po_without_msgstr(place: Place) -> None:
    place.read_as("es.po", 'msgid "vol"\n\nmsgid "net"\nmsgstr "neto"\n')


@case
def po_keyword_without_string(place: Place) -> None:
    place.read_as("es.po", 'msgid "vol"\nmsgstr\n')


@case
def po_unknown_encoding(place: Place) -> None:
    place.read_as("es.po", 'msgid ""\nmsgstr "Content-Type: text/plain; charset=klingon\\n"\n')


@case
def po_other_encoding(place: Place) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    place.read_as("es.po", header.encode() + b'msgid "caf\xe9"\nmsgstr "x"\n')


@case
def po_nul(place: Place) -> None:
    place.read_as("es.po", 'msgid "vol"\nmsgstr "vu\\0elo"\n')


@case
def po_crlf(place: Place) -> None:
    assert place.read_as("es.po", 'msgid "vol"\r\nmsgstr ""\r\n"vuelo\\n"\r\n').systems == {"es": ["vuelo"]}


@case
def docx_not_an_archive(place: Place) -> None:
    place.read_as("es.docx", "vol\n")


@case
def docx_without_table(place: Place) -> None:
    place.read_as("es.docx", make_docx(DOCUMENT.replace("w:tbl>", "w:p>")))


@case
def xlsx_without_names(place: Place) -> None:
    place.read_as(
        "es.xlsx", make_xlsx(WORKSHEET.replace('"B2"', '"C2"').replace('"B1"', '"C1"').replace("<v>1<", "<v>0<"))
    )


@case
def xlsx_formula(place: Place) -> None:
    place.read_as("es.xlsx", make_xlsx(WORKSHEET.replace("<v>3</v>", "<f>A2</f><v>3</v>")))
