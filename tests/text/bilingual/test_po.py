"""PO."""

from __future__ import annotations

import pytest

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.text import BilingualDocument, parse_bilingual

HEADER = 'msgid ""\nmsgstr "Language: es\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
CATALOGUE = (
    HEADER
    + r"""# of the translator
#. of the program
#: main.py:3
#, python-format, fuzzy
#| msgctxt "old"
#| msgid "old"
msgctxt "menu"
msgid "vol"
msgstr "vuelo"

msgid "one "
"%d disc"
msgid_plural "%d discs"
msgstr[0] ""
"un "
"disco"
msgstr[1]   "%d discos" " llenos"
msgid "\"net\" \\ \303\251\n"
msgstr "\"neto\"\t\\ \303\251\n"

#~ msgid "obsolete"
#~ msgstr "obsoleto"
#~| msgid "x"
domain "other"
msgid "last"
msgstr ""
"""
)


def read(content: str) -> BilingualDocument:
    return parse_bilingual(content.encode(), "po", "es.po")


def write(value: str, *edits: Edit) -> str:
    """Return the strings of the only entry after edits."""
    before = HEADER + f'msgid "x"\nmsgstr {value}\n#~ msgid "y"\n'
    after = read(before).edit({0: edits}).decode()
    assert after.startswith(HEADER + 'msgid "x"\nmsgstr "')
    assert after.endswith('"\n#~ msgid "y"\n')
    return after.removeprefix(HEADER + 'msgid "x"\nmsgstr ').removesuffix('\n#~ msgid "y"\n')


def test_units_are_the_strings() -> None:
    document = read(CATALOGUE)
    assert [(unit.id, unit.source, unit.target, unit.state, unit.line) for unit in document.units] == [
        ("menu|vol", "vol", "vuelo", "fuzzy", 12),
        ("one %d disc[0]", "one %d disc", "un disco", "", 17),
        ("one %d disc[1]", "%d discs", "%d discos llenos", "", 20),
        ('"net" \\ é', '"net" \\ é', '"neto"\t\\ é', "", 22),
        ("last", "last", "", "", 29),
    ]
    assert document.target_language == "es"
    assert document.edit({}) == CATALOGUE.encode()


def test_a_string_is_edited_in_place() -> None:
    assert write('"vuelo limpio"', Edit(6, 12, 'a "b" \\ c')) == '"vuelo a \\"b\\" \\\\ c"'
    assert write('""', Edit(0, 0, "vuelo")) == '"vuelo"'


def test_only_the_strings_of_the_edited_form_change() -> None:
    document = read(CATALOGUE)
    assert document.edit({2: [Edit(3, 9, "discos duros")]}).decode() == CATALOGUE.replace(
        '"%d discos"', '"%d discos duros"'
    )
    assert document.edit({3: [Edit(9, 10, "e")]}).decode() == CATALOGUE.replace(
        r'msgstr "\"neto\"\t\\ \303\251\n"', r'msgstr "\"neto\"\t\\ e\n"'
    )
    assert document.edit({4: [Edit(0, 0, "fin")]}).decode() == CATALOGUE.replace(
        '"last"\nmsgstr ""', '"last"\nmsgstr "fin"'
    )


def test_line_breaks_are_kept() -> None:
    value = '"uno\\n"\n"dos\\n"'
    assert write(value, Edit(0, 3, "tres")) == '"tres\\n"\n"dos\\n"'
    assert write(value, Edit(0, 7, "cuatro dos")) == '"cuatro\\n"\n"dos\\n"'
    with pytest.raises(InputError, match="an edit would remove a line break"):
        write(value, Edit(0, 7, "uno"))


def test_tags_are_text() -> None:
    # PO has no tags of its own: what looks like one is written by the programmer.
    assert write('"<b>uno</b> dos"', Edit(0, 10, "<i>uno</i>")) == '"<i>uno</i> dos"'


def test_characters_as_numbers_are_one_character_each() -> None:
    assert write(r'"caf\303\251 \x41"', Edit(3, 4, "e")) == r'"cafe \x41"'
    assert write(r'"\303\251\303\251"', Edit(0, 2, "e")) == '"e"'
    assert write(r'"\303\251\303\251"', Edit(0, 1, "e")) == r'"e\303\251"'


def test_an_encoding_without_a_character_is_refused() -> None:
    content = CATALOGUE.replace("UTF-8", "ISO-8859-1").replace(r"\303\251", r"\351")
    document = parse_bilingual(content.encode("latin-1"), "po", "es.po")
    assert document.units[3].target == '"neto"\t\\ é'
    assert document.edit({0: [Edit(0, 5, "é")]}) == content.replace('"vuelo"', '"é"').encode("latin-1")
    with pytest.raises(InputError, match=r"es\.po:12: .* the encoding of the file, iso8859-1, has no '日'"):
        document.edit({0: [Edit(0, 5, "日")]})


def test_a_byte_order_mark_stays() -> None:
    content = b"\xef\xbb\xbf" + CATALOGUE.encode()
    document = parse_bilingual(content, "po", "es.po")
    assert document.edit({0: [Edit(0, 5, "x")]}) == content.replace(b'"vuelo"', b'"x"')


def test_control_characters_are_refused() -> None:
    assert write('"uno"', Edit(3, 3, "\tdos")) == '"uno\\tdos"'
    with pytest.raises(InputError, match="PO files have no character"):
        write('"uno"', Edit(3, 3, "\x1b"))
