"""Text split into words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError
from tertium.mtness.text.words import fold, split_words

SPLITS = {
    "contractions": ("es", "Fue al cine del pueblo.", ["Fue", "al", "cine", "del", "pueblo", "."]),
    "spanish marks": ("es", "«¿Qué?», dijo.", ["«", "¿", "Qué", "?", "»", ",", "dijo", "."]),
    "hyphen": ("es", "un plan físico-químico", ["un", "plan", "físico-químico"]),
    "numbers": ("es", "a las 10:30h, 3.500,5 y 3/4", ["a", "las", "10:30", "h", ",", "3.500,5", "y", "3/4"]),
    "number at the end": ("es", "Cuesta 1.500. El resto", ["Cuesta", "1.500", ".", "El", "resto"]),
    "abbreviations": ("es", "EE.UU. y p.ej. esto.", ["EE.UU.", "y", "p.ej.", "esto", "."]),
    "addresses": ("es", "ve a http://a.es/b, o x@y.es.", ["ve", "a", "http://a.es/b", ",", "o", "x@y.es", "."]),
    "markup": ("es", "<b>no</b> &amp; 2<3", ["<b>", "no", "</b>", "&amp;", "2", "<", "3"]),
    "dots": ("es", "no... sí…", ["no", "...", "sí", "…"]),
    "catalan article": ("ca", "L'home d’ahir", ["L'", "home", "d’", "ahir"]),
    "catalan clitics": ("ca", "anar-se'n, m'ho", ["anar", "-se", "'n", ",", "m'", "ho"]),
    "catalan rows": ("ca", "porta'ls-hi dona-me-la", ["porta", "'ls", "-hi", "dona", "-me", "-la"]),
    "catalan point": ("ca", "col·legi", ["col·legi"]),
    "english": ("en", "John's isn't U.S. he'll", ["John", "'s", "is", "n't", "U.S.", "he", "'ll"]),
    "french": ("fr", "Qu'est-ce qu'il a-t-il", ["Qu'", "est", "-ce", "qu'", "il", "a", "-t-il"]),
    "french word": ("fr", "l'aujourd'hui", ["l'", "aujourd'hui"]),
    "no language": ("", "l'home isn't", ["l'home", "isn't"]),
    "decomposed": ("es", "cafe\u0301 no", ["cafe\u0301", "no"]),
    "nothing": ("es", " \n\t ", []),
}


@pytest.mark.parametrize("name", SPLITS)
def test_split(name: str) -> None:
    language, text, expected = SPLITS[name]
    assert [word.text for word in split_words(text, language)] == expected


@given(st.text(), st.sampled_from(["", "es", "ca", "en", "fr", "xx"]))
def test_nothing_is_lost(text: str, language: str) -> None:
    words = split_words(text, language)
    assert all(text[word.start : word.end] == word.text for word in words)
    covered = {at for word in words for at in range(word.start, word.end)}
    assert len(covered) == sum(len(word.text) for word in words)
    assert all(each.isspace() for at, each in enumerate(text) if at not in covered)


def test_fold() -> None:
    assert fold("D’Acord") == "d'acord"
    assert fold("CAFE\u0301") == "café"
    assert fold("a  pesar\tde") == "a pesar de"


def test_a_language_with_clitics_needs_its_folder_only(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('[clitics]\nafter = "-(?:lle|o)"\nbefore = "d\'"\n', encoding="utf-8")
    assert [word.text for word in split_words("Dálle-lle d’ela.", tmp_path)] == ["Dálle", "-lle", "d’", "ela", "."]


@pytest.mark.parametrize(
    "text", ["[clitics]\nafter = '('", "[clitics]\nbehind = 'a'", "[words]", "[clitics]\nafter = 1"]
)
def test_wrong_clitics_name_the_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "words.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"words\.toml"):
        split_words("a", tmp_path)
