"""The wrapping of PO files, found from the file and compared with the programs that wrote it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import polib
import pytest

from tertium.edits import Edit
from tertium.text import parse_bilingual, read_bilingual
from tertium.text.bilingual.po_wrapping import PoWrapping, find_wrapping, read_parts

FOLDER = Path(__file__).parents[2] / "golden" / "localisation" / "po"
LONG = (
    r"Presione <b>Guarda</b> para <i>conservar</i> los cambios; si no lo hace, se perderán & no se podrán recuperar.\n"
    r"Segunda línea."
)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("gettext.po", PoWrapping(79, False)),
        ("gettext-width-40.po", PoWrapping(40, False)),
        ("gettext-crlf.po", PoWrapping(79, False)),
        ("gettext-no-wrap.po", None),
        ("babel.po", PoWrapping(76, False)),
        ("translate-toolkit-xliff2po.po", PoWrapping(79, False)),
    ],
)
def test_the_width_is_found(name: str, rule: PoWrapping | None) -> None:
    document = read_bilingual(FOLDER / name)
    assert document.lay_out._rule == rule  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["gettext.po", "gettext-width-40.po", "gettext-crlf.po", "polib.po"])
def test_an_edited_string_is_wrapped_as_the_program_would(name: str) -> None:
    document = read_bilingual(FOLDER / name)
    number = next(number for number, unit in enumerate(document.units) if unit.target.startswith("Presione"))
    text = document.units[number].target
    edit = Edit(text.index("los cambios"), text.index(";"), "todos los cambios de todos los documentos que haya")
    content = document.edit({number: [edit]})
    written = content.decode().replace("\r\n", "\n")
    entry = next(each for each in polib.pofile(written) if each.msgstr.startswith("Presione"))
    rewritten = entry.__unicode__(wrapwidth=40 if "40" in name else 78)
    assert rewritten.rstrip("\n") in written
    assert (b"\r\n" in content) == ("crlf" in name)
    assert content.count(b"\n") == content.count(b"\r\n") or "crlf" not in name


@pytest.mark.skipif(not shutil.which("msgcat"), reason="NO GETTEXT: wrapping is not compared with msgcat")
@pytest.mark.parametrize(("name", "option"), [("gettext.po", "--width=79"), ("gettext-width-40.po", "--width=40")])
def test_msgcat_would_write_the_edited_file(name: str, option: str, tmp_path: Path) -> None:
    document = read_bilingual(FOLDER / name)
    for words in (1, 4, 12):
        # gettext breaks lines after a slash too, which we do not.
        new = "cambios de todos " * words
        edits = {number: [Edit(0, 0, new)] for number, unit in enumerate(document.units) if "/" not in unit.target}
        path = tmp_path / "edited.po"
        path.write_bytes(document.edit(edits))
        written = subprocess.run(["msgcat", option, path], capture_output=True, check=True)
        assert written.stdout == path.read_bytes()


def test_a_string_that_is_not_wrapped_by_the_rule_is_edited_in_place() -> None:
    wrapped = 'msgid ""\n"El disco duro es "\n"lleno y no hay "\n"otro."\nmsgstr "El "\n"disco duro es lleno"\n'
    document = parse_bilingual(wrapped.encode(), "po", "es.po")
    assert document.edit({0: [Edit(9, 13, "blando")]}).decode() == wrapped.replace(
        "disco duro es l", "disco blando es l"
    )


def test_escapes_are_not_cut() -> None:
    rule = PoWrapping(20, False)
    assert rule.wrap(r"a \\n b \"c\" d\n", 7) == ["", r"a \\n b \"c\" d\n"]
    assert "".join(rule.wrap(LONG, 7)) == LONG


def test_a_text_is_what_was_wrapped() -> None:
    for width in (20, 40, 79):
        for hanging in (False, True):
            parts = PoWrapping(width, hanging).wrap(LONG, 7)
            found = find_wrapping([(parts, 7)])
            assert found is not None
            assert found.wrap(LONG, 7) == parts
    assert find_wrapping([(["a", "b"], 7), ([""], 7)]) is None


def test_wide_letters_take_two_columns() -> None:
    assert PoWrapping(20, False).wrap("日本語 日本語 日本語", 0) == ["", "日本語 日本語 ", "日本語"]


def test_parts_are_without_quotes() -> None:
    assert read_parts(b'"a\\"b" \n "c"') == ['a\\"b', "c"]
