"""XLIFF 1 and 2."""

from __future__ import annotations

import pytest

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.fixed_places import FixedPlace
from tertium.text import BilingualDocument, parse_bilingual


def make_first(body: str, version: str = "1.2") -> bytes:
    return (
        f'<xliff version="{version}" xmlns="urn:oasis:names:tc:xliff:document:{version}">'
        f'<file original="a" source-language="ca" target-language="es-ES"><body>{body}</body></file></xliff>'
    ).encode()


def make_second(body: str) -> bytes:
    return (
        '<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="ca" trgLang="es"'
        f' xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><file id="f">{body}</file></xliff>'
    ).encode()


def read(content: bytes) -> BilingualDocument:
    return parse_bilingual(content, "xliff", "es.xliff")


def unit(target: str, name: str = "1", attributes: str = "") -> str:
    return f'<trans-unit id="{name}"{attributes}><source>vol</source><target>{target}</target></trans-unit>'


def write(target: str, *edits: Edit) -> str:
    """Return the target of the only unit after edits."""
    content = make_first(unit(target))
    after = read(content).edit({0: edits})
    start, end = after.index(b"<target>") + 8, after.index(b"</target>")
    assert after[: start - 8] == content[: content.index(b"<target>")]
    assert after[end:] == content[content.index(b"</target>") :]
    return after[start:end].decode()


def test_text_is_without_tags_and_codes() -> None:
    target = (
        'El <g id="1">disco</g><x id="2"/> <bpt id="3">&lt;b&gt;</bpt>duro<ept id="3">&lt;/b&gt;</ept> <mrk>ya</mrk>'
    )
    [found] = read(make_first(unit(target))).units
    assert found.target == "El disco duro ya"


def test_text_is_on_one_line() -> None:
    [found] = read(make_first(unit("\n  El disco\r\n   duro  es \t\n"))).units
    assert found.target == "El disco duro  es"


def test_tags_stay_where_they_are() -> None:
    target = 'El <g id="1">salario</g> limpio'
    assert write(target, Edit(3, 10, "sueldo")) == 'El <g id="1">sueldo</g> limpio'
    assert write(target, Edit(11, 17, "neto")) == 'El <g id="1">salario</g> neto'
    assert write(target, Edit(10, 10, "s")) == 'El <g id="1">salarios</g> limpio'
    assert write(target, Edit(3, 10, "")) == 'El <g id="1"></g> limpio'


def test_words_on_both_sides_of_a_tag_may_change() -> None:
    # The whole phrase is replaced, and its middle is the same.
    assert write('El <g id="1">salario</g> limpio', Edit(0, 17, "Un salario neto")) == 'Un <g id="1">salario</g> neto'


def test_an_edit_that_would_remove_a_tag_is_refused() -> None:
    document = read(make_first("\n" + unit('El <g id="1">salario</g> limpio')))
    assert document.find_fixed(0) == (FixedPlace(3, 3, '<g id="1">'), FixedPlace(10, 10, "</g>"))
    with pytest.raises(InputError, match=r"es\.xliff:2: unit '1': an edit would remove </g>\. Edit the words"):
        document.edit({0: [Edit(3, 17, "neto")]})


def test_entities_and_sections_are_one_character_each() -> None:
    assert write("a &amp; b &#x62; &lt;", Edit(2, 3, "y")) == "a y b &#x62; &lt;"
    assert write("a &amp; b &#x62; &lt;", Edit(6, 7, "<b>")) == "a &amp; b &lt;b&gt; &lt;"
    assert write("a <![CDATA[b < c]]> d", Edit(4, 5, "&&")) == "a <![CDATA[b && c]]> d"


def test_what_a_section_cannot_contain_is_refused() -> None:
    for edits in ([Edit(2, 3, "]]>")], [Edit(6, 6, ">")]):
        with pytest.raises(InputError, match="cannot be written"):
            write("a <![CDATA[b ]]]]> d", *edits)


def test_characters_that_xml_does_not_have_are_refused() -> None:
    with pytest.raises(InputError, match="XML has no character"):
        write("vuelo", Edit(0, 1, "\x07"))


def test_a_comment_is_a_tag() -> None:
    assert write("a<!-- > --> b<?x ?>", Edit(2, 3, "c")) == "a<!-- > --> c<?x ?>"
    with pytest.raises(InputError, match="an edit would remove <!-- > -->"):
        write("a<!-- > --> b", Edit(0, 3, "c"))


def test_white_space_that_is_folded_is_replaced_as_a_whole() -> None:
    assert write("a\n    b c", Edit(0, 3, "x")) == "x c"
    assert write('a\n  <x id="1"/>\n  b', Edit(2, 3, "x")) == 'a\n  <x id="1"/>\n  x'


@pytest.mark.parametrize(
    ("unit", "after"),
    [
        ("<source>a</source>", "<source>a</source><target>b</target>"),
        ("\n  <source>a</source>\n ", "\n  <source>a</source>\n  <target>b</target>\n "),
        (
            "\r\n\t<source>a</source>\r\n\t<seg-source>a</seg-source><note/>",
            "\r\n\t<source>a</source>\r\n\t<seg-source>a</seg-source>\r\n\t<target>b</target><note/>",
        ),
        ("<source/><target/>", "<source/><target>b</target>"),
        ('<source/><target state="new" />', '<source/><target state="new">b</target>'),
        ("<source/><target></target>", "<source/><target>b</target>"),
        ('<source/><target><x id="1"/></target>', '<source/><target>b<x id="1"/></target>'),
        ("<source>a</source><alt-trans><target>c</target></alt-trans>", None),
    ],
)
def test_a_target_is_made_where_there_is_none(unit: str, after: str | None) -> None:
    after = after or unit.replace("</source>", "</source><target>b</target>")
    content = make_first(f'<trans-unit id="1">{unit}</trans-unit>')
    made = read(content).edit({0: [Edit(0, 0, "b")]})
    assert made.decode() == content.decode().replace(unit, after)


def test_prefixes_of_names_are_kept() -> None:
    content = (
        b'<x:xliff version="1.2" xmlns:x="urn:oasis:names:tc:xliff:document:1.2"><x:file><x:body><x:trans-unit id="1">'
        b"<x:source>a</x:source></x:trans-unit></x:body></x:file></x:xliff>"
    )
    assert b"</x:source><x:target>b</x:target></x:trans-unit>" in read(content).edit({0: [Edit(0, 0, "b")]})


def test_what_is_not_translated_is_left_out() -> None:
    body = (
        unit("a", "1", ' translate="no"')
        + '<group translate="no">'
        + unit("b", "2")
        + unit("c", "3", ' translate="yes"')
        + "</group>"
        + unit("d", "4", ' restype="x-gettext-domain-header"')
        + '<trans-unit id="5"><source>x</source><target>e</target><alt-trans><source>x</source><target>f</target>'
        + "</alt-trans></trans-unit><bin-unit><bin-source/><bin-target/></bin-unit>"
    )
    assert [(each.id, each.target) for each in read(make_first(body)).units] == [("3", "c"), ("5", "e")]


def test_states_are_read_and_kept() -> None:
    content = make_first('<trans-unit id="1"><source>a</source><target state="new">b</target></trans-unit>')
    document = read(content)
    assert document.units[0].state == "new"
    assert document.edit({0: [Edit(0, 1, "c")]}) == content.replace(b">b<", b">c<")


def test_segments_of_the_second_version() -> None:
    content = make_second(
        '<unit id="u"><mtc:matches><mtc:match><source>x</source><target>y</target></mtc:match></mtc:matches>'
        '<segment id="s" state="final"><source>a</source><target>b <pc id="1">c</pc></target></segment>'
        "<ignorable><source> </source></ignorable><segment><source>d</source></segment></unit>"
        '<group id="g"><unit id="v"><segment><source>e</source></segment></unit></group>'
        '<unit id="w" translate="no"><segment><source>f</source></segment></unit>'
    )
    document = read(content)
    assert [(each.id, each.source, each.target, each.state) for each in document.units] == [
        ("u/s", "a", "b c", "final"),
        ("u/2", "d", "", ""),
        ("v", "e", "", ""),
    ]
    edited = document.edit({0: [Edit(2, 3, "z")], 2: [Edit(0, 0, "n")]})
    assert edited == content.replace(b">c<", b">z<").replace(
        b"<source>e</source>", b"<source>e</source><target>n</target>"
    )
    assert (document.source_language, document.target_language) == ("ca", "es")


def test_documents_are_the_files_of_which_there_are_several() -> None:
    one = make_first(unit("a")).decode()
    two = one.replace("</file>", '</file><file original="b"><body>' + unit("c") + unit("d") + "</body></file>")
    assert [each.document for each in read(one.encode()).units] == [""]
    assert [(each.document, each.id) for each in read(two.encode()).units] == [("a", "1"), ("b", "1"), ("b", "1#2")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "iso-8859-1", "ascii", "shift_jis"])
def test_other_encodings(encoding: str) -> None:
    name = encoding.removesuffix("-sig")
    text = f'<?xml version="1.0" encoding="{name}"?>\r\n' + make_first(unit("vuelo limpio")).decode()
    document = read(text.encode(encoding))
    assert document.edit({}) == text.encode(encoding)
    edited = document.edit({0: [Edit(0, 5, "é日")]}).decode(encoding)
    written = {"iso-8859-1": "é&#26085;", "ascii": "&#233;&#26085;", "shift_jis": "&#233;日"}.get(encoding, "é日")
    assert edited == text.replace("vuelo", written)


def test_an_encoding_that_cannot_be_written_again_is_refused() -> None:
    text = '<?xml version="1.0" encoding="utf-7"?>' + make_first(unit("vu+AGU-lo")).decode()
    document = read(text.encode("ascii"))
    assert document.units[0].target == "vuelo"
    assert document.edit({}) == text.encode("ascii")
    with pytest.raises(InputError, match="cannot be written again byte for byte in its encoding, utf-7"):
        document.edit({0: [Edit(0, 5, "x")]})


def test_edits_may_touch() -> None:
    assert write("abc", Edit(1, 2, "x"), Edit(2, 3, "y"), Edit(1, 1, "-"), Edit(0, 0, "+")) == "+a-xy"
