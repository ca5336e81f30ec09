"""Lists of words: reading, looking up, inflecting."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tertium.errors import InputError, SpecError
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.resources.wordlist import Wordlist, WordlistInflector, read_wordlist
from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token

LINES = """# words
vuelo\tvuelo\tnoun.m.s
vuelo\tvolar\tverb.finite.present.1.s

nuevo\tnuevo\tadjective.m.s
nueva\tnuevo\tadjective.f.s
nuevos\tnuevo\tadjective.m.p
nuevas\tnuevo\tadjective.f.p
gran\tgrande\tadjective.s
grande\tgrande\tadjective.s
grandes\tgrande\tadjective.p
Madrid\tMadrid\tproper.place
ramo\tramo\tnoun.m.s
ram\tram\tnoun.m.s
RAM\tRAM\tproper
a pesar  de\ta pesar de\tpreposition
"""
EAGLES = "casa\tcasa\tNCFS000\ncasas\tcasa\tNCFP000\ncasa\tcasar\tVMIP3S0\n"


@pytest.fixture
def words(tmp_path: Path) -> Wordlist:
    path = tmp_path / "words.tsv"
    path.write_text(LINES, encoding="utf-8")
    return read_wordlist(path)


def make_token(text: str, lemma: str, tag: str) -> Token:
    return Token(text=text, start=0, end=len(text), lemma=lemma, tag=Tag.parse(tag))


def test_look_up(words: Wordlist) -> None:
    assert [(each.lemma, str(each.tag)) for each in words.look_up("VUELO")] == [
        ("vuelo", "noun.m.s"),
        ("volar", "verb.finite.present.1.s"),
    ]
    assert words.look_up("vuela") == ()
    assert [each.lemma for each in words.look_up("A pesar de")] == ["a pesar de"]
    assert len(words) == 12


def test_capitals_tell_apart(words: Wordlist) -> None:
    assert [each.lemma for each in words.look_up("RAM")] == ["RAM", "ram"]
    assert [each.lemma for each in words.look_up("ram")] == ["ram"]
    assert [each.lemma for each in words.look_up("madrid")] == ["Madrid"]


@pytest.mark.parametrize("tags", ["auto", "eagles"])
def test_eagles_and_gzip(tmp_path: Path, tags: str) -> None:
    path = tmp_path / "words.tsv.gz"
    path.write_bytes(gzip.compress(EAGLES.encode()))
    words = read_wordlist(path, tags=tags)
    assert [(str(each.tag), each.native) for each in words.look_up("casa")] == [
        ("noun.f.s", "NCFS000"),
        ("verb.finite.present.3.s", "VMIP3S0"),
    ]
    assert words.inflect("casa", Tag.parse("noun.f.p")) == "casas"


UNIVERSAL = """casa\tcasa\tNOUN|Gender=Fem|Number=Sing
casas\tcasa\tNOUN Gender=Fem|Number=Plur
casa\tcasar\tVERB|Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin
de\tde\tADP
ha\thaber\tAUX|_
xyz\txyz\tX
"""


@pytest.mark.parametrize("tags", ["auto", "universal"])
def test_universal_tags(tmp_path: Path, tags: str) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(UNIVERSAL, encoding="utf-8")
    words = read_wordlist(path, tags=tags)
    found = {form: [str(each.tag) for each in words.look_up(form)] for form in ("casa", "de", "ha", "xyz")}
    assert found == {
        "casa": ["noun.f.s", "verb.finite.present.3.s"],
        "de": ["preposition"],
        "ha": ["auxiliary"],
        "xyz": ["unknown"],
    }
    assert words.inflect("casa", Tag.parse("noun.f.p")) == "casas"


@pytest.mark.parametrize(
    ("tags", "tag"), [("eagles", "ADP"), ("eagles", "noun.m.s"), ("universal", "NCFS000"), ("tertium", "NOUN")]
)
def test_tags_of_another_set_than_was_said(tmp_path: Path, tags: str, tag: str) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(f"a\ta\t{tag}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_wordlist(path, tags=tags)
    assert (caught.value.file, caught.value.line) == (str(path), 1)


WISHES = {
    "feminine": (make_token("nuevo", "nuevo", "adjective.m.s"), "f", "", "nueva"),
    "plural": (make_token("nuevo", "nuevo", "adjective.m.s"), "", "p", "nuevos"),
    "both": (make_token("Nuevo", "nuevo", "adjective.m.s"), "f", "p", "nuevas"),
    "as it is": (make_token("Nuevo", "nuevo", "adjective.m.s"), "", "", "nuevo"),
    "no gender": (make_token("grande", "grande", "adjective.s"), "f", "p", "grandes"),
    "keeps the word": (make_token("grande", "grande", "adjective.s"), "f", "", "grande"),
    "noun has one gender": (make_token("vuelo", "vuelo", "noun.m.s"), "f", "", None),
    "unknown": (make_token("viejo", "viejo", "adjective.m.s"), "f", "", None),
    "other part": (make_token("nuevo", "nuevo", "noun.m.s"), "f", "", None),
    "name": (make_token("Madrid", "Madrid", "proper.place"), "", "", "Madrid"),
}


@pytest.mark.parametrize("name", WISHES)
def test_inflector(words: Wordlist, name: str) -> None:
    token, gender, number, expected = WISHES[name]
    assert WordlistInflector(words).inflect([Wish(token, gender, number)]) == [expected]


BAD = {
    "two columns": ("a\ta\tpreposition\nb\tb\n", 2),
    "four columns": ("a\ta\tpreposition\tx\n", 1),
    "empty column": ("# c\n\na\t\tpreposition\n", 3),
    "no tag of ours": ("a\ta\tprep\n", 1),
    "no value": ("a\ta\tnoun.x\n", 1),
    "no EAGLES tag": ("a\ta\tQQ\n", 1),
    "Penn tag": ("a\ta\tNNS\n", 1),
    "no universal tag": ("a\ta\tADP\na\ta\tADPO\n", 2),
    "no features": ("a\ta\tNOUN|Fem\n", 1),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_lines(tmp_path: Path, name: str) -> None:
    text, line = BAD[name]
    path = tmp_path / "words.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_wordlist(path)
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert caught.value.remedy


def test_bad_encoding(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes(b"a\ta\tpreposition\nma\xf1ana\tma\xf1ana\tadverb\n")
    with pytest.raises(InputError) as caught:
        read_wordlist(path)
    assert caught.value.line == 2


def test_unknown_tag_set(tmp_path: Path) -> None:
    with pytest.raises(SpecError):
        read_wordlist(tmp_path / "words.tsv", tags="penn")


def test_version_follows_the_content(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(EAGLES, encoding="utf-8")
    first = read_wordlist(path).version
    path.write_text(EAGLES + "a\ta\tSPS00\n", encoding="utf-8")
    assert read_wordlist(path).version != first
