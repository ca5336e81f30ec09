"""TMX."""

from __future__ import annotations

import pytest

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.text import BilingualDocument, parse_bilingual
from tertium.text.bilingual.tmx import choose_languages

CONTENT = b"""<?xml version="1.0"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="ca"/><body>
  <tu tuid="one">
    <tuv xml:lang="ca"><seg>vol</seg></tuv>
    <tuv xml:lang="en-GB"><seg>flight</seg></tuv>
    <tuv xml:lang="es-ES"><seg>El <bpt i="1">&lt;b></bpt>vuelo<ept i="1">&lt;/b></ept> <hi>limpio</hi></seg></tuv>
    <tuv xml:lang="es-ES"><seg>otro</seg></tuv>
  </tu>
  <tu>
    <tuv xml:lang="ca">
      <seg>porta</seg>
    </tuv>
  </tu>
  <tu><tuv lang="en-GB"><seg>only English</seg></tuv></tu>
</body></tmx>
"""


def read(target: str = "es", source: str = "") -> BilingualDocument:
    return parse_bilingual(CONTENT, "tmx", "memory.tmx", source, target)


def test_units_are_those_with_the_source_language() -> None:
    assert [(unit.id, unit.source, unit.target) for unit in read().units] == [
        ("one", "vol", "El vuelo limpio"),
        ("2", "porta", ""),
    ]
    assert [(unit.id, unit.source, unit.target) for unit in read("ca", "en").units] == [
        ("one", "flight", "vol"),
        ("3", "only English", ""),
    ]


def test_a_target_is_edited() -> None:
    assert read().edit({0: [Edit(9, 15, "neto")]}) == CONTENT.replace(b"limpio", b"neto")
    with pytest.raises(InputError, match=r"memory\.tmx:7: unit 'one': an edit would remove <ept"):
        read().edit({0: [Edit(3, 15, "neto")]})


def test_a_variant_is_made_where_there_is_none() -> None:
    made = b"""    </tuv>
    <tuv xml:lang="es-ES">
      <seg>puerta</seg>
    </tuv>
  </tu>"""
    assert read().edit({1: [Edit(0, 0, "puerta")]}) == CONTENT.replace(b"    </tuv>\n  </tu>", made)
    english = b'<seg>only English</seg></tuv><tuv lang="es-ES"><seg>solo</seg></tuv></tu>'
    expected = CONTENT.replace(b"<seg>only English</seg></tuv></tu>", english)
    assert read("es", "en").edit({1: [Edit(0, 0, "solo")]}) == expected


@pytest.mark.parametrize(
    ("languages", "header", "source", "target", "chosen"),
    [
        (["ca", "es"], "", "", "", ("ca", "es")),
        (["ca", "es"], "es", "", "", ("es", "ca")),
        (["ca", "es"], "es", "", "es", ("ca", "es")),
        (["ca", "es"], "", "es", "", ("es", "ca")),
        (["ca", "es", "en"], "*all*", "EN", "spa", ("en", "es")),
        (["ca", "es", "en"], "ca", "", "en", ("ca", "en")),
        (["ca", "es", "es-MX"], "ca", "", "es", ("ca", "es")),
        (["ca", "pt_BR", "pt-PT"], "ca", "", "pt-br", ("ca", "pt_BR")),
        (["ca", "es", "en"], "*all*", "", "es", None),
        (["ca", "es", "en"], "ca", "", "", None),
        (["ca", "es"], "ca", "es", "es", None),
        (["ca"], "ca", "", "", None),
        ([], "ca", "", "", None),
    ],
)
def test_languages(languages: list[str], header: str, source: str, target: str, chosen: tuple[str, str] | None) -> None:
    if chosen:
        assert choose_languages(languages, header, source, target, "memory.tmx") == chosen
    else:
        with pytest.raises(InputError, match="it is not clear which languages are source and target"):
            choose_languages(languages, header, source, target, "memory.tmx")


def test_a_language_name_is_escaped() -> None:
    content = CONTENT.replace(b'"es-ES"', b'"es-&quot;&lt;"')
    made = parse_bilingual(content, "tmx", "memory.tmx", "ca", "es").edit({1: [Edit(0, 0, "puerta")]})
    assert b'<tuv xml:lang="es-&quot;&lt;">\n      <seg>puerta' in made
