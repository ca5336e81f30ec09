"""The dictionary from a table of pairs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError, SpecError
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.resources.pair_dictionary import PairsDictionary, make, read_dictionary
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token
from tertium.samples import mtness as samples


@pytest.fixture(scope="module")
def sample() -> PairsDictionary:
    return make("", "ca", "es")[0]


def write(folder: Path, text: str) -> Path:
    path = folder / "pairs.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def translations(dictionary: PairsDictionary, text: str) -> dict[str, list[str]]:
    return {word.text: [each.text for each in word.translations] for word in dictionary.look_up([text])[0]}


def test_plain_pairs(tmp_path: Path) -> None:
    dictionary = read_dictionary(
        write(tmp_path, "source\ttarget\nset\tsiete\nset\tsed\nfer el préssec\thacer el ridículo\n"), "ca"
    )
    text = "Set cops, va FER el préssec."
    words = dictionary.look_up([text, ""])[0]
    assert [word.text for word in words] == ["Set", "cops", "va", "FER el préssec"]
    assert all(text[word.start : word.end] == word.text for word in words)
    assert [each.text for each in words[0].translations] == ["siete", "sed"]
    assert words[0].translations[0].target.tag.part == Part.UNKNOWN
    assert words[1].translations == ()
    assert words[3].translations[0].text == "hacer el ridículo"


def test_more_columns(tmp_path: Path) -> None:
    lines = "vol\tquiere\tvoler\tverb.finite.present.3.s\tquerer\tVMIP3S0\nvol\tvuelo\t\tnoun.m.s\n"
    quiere, vuelo = read_dictionary(write(tmp_path, lines), "ca").look_up(["vol"])[0][0].translations
    assert (quiere.source.lemma, quiere.target.lemma, quiere.target.tag.person) == ("voler", "querer", "3")
    assert (vuelo.source.lemma, vuelo.source.tag.part, vuelo.target.tag.part) == ("vol", Part.NOUN, Part.UNKNOWN)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("set", {"siete", "sed"}),
        ("vol", {"quiere", "vuelo"}),
        ("dur", {"llevar", "duro"}),
        ("dures", {"duras"}),
        ("net", {"limpio", "neto"}),
        ("sopar", {"cena", "cenar"}),
        ("nou", {"nueve", "nuevo"}),
        ("mida", {"medida", "tamaño"}),
        ("mides", {"medidas", "tamaños"}),
        ("cap", {"cabeza", "jefe", "ningún"}),
        ("és", {"es", "está"}),
        ("estat", {"estado", "sido"}),
        ("morin", {"mueran"}),
        ("volen", {"quieren"}),
        ("finestres", {"ventanas"}),
    ],
)
def test_all_readings_of_the_sample(sample: PairsDictionary, word: str, expected: set[str]) -> None:
    assert set(translations(sample, word)[word]) == expected


def test_readings_and_genders(sample: PairsDictionary) -> None:
    by_text = {each.text: each for each in sample.look_up(["set"])[0][0].translations}
    assert by_text["sed"].source.tag.part == by_text["sed"].target.tag.part == Part.NOUN
    assert by_text["siete"].source.tag.part == Part.NUMERAL
    size = {each.text: each.target.tag.gender for each in sample.look_up(["mida"])[0][0].translations}
    assert size == {"medida": "f", "tamaño": "m"}


def test_no_form_twice_with_the_same_reading(sample: PairsDictionary) -> None:
    for words in sample.look_up(samples.read_lines("source.ca.txt")):
        for word in words:
            keys = [(each.text, each.source) for each in word.translations]
            assert len(keys) == len(set(keys))


def test_acronyms_come_first(sample: PairsDictionary) -> None:
    assert translations(sample, "memòria RAM")["RAM"][0] == "RAM"


def test_leaning_words(sample: PairsDictionary) -> None:
    assert "de" in translations(sample, "d'aigua")["d'"]


BAD = {
    "one column": ("a\tb\nc\n", 2),
    "empty target": ("a\t\n", 1),
    "seven columns": ("a\tb\t\t\t\t\tx\n", 1),
    "bad tag": ("# x\na\tb\ta\tnoon\n", 2),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_lines(tmp_path: Path, name: str) -> None:
    text, line = BAD[name]
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_dictionary(path)
    assert (caught.value.file, caught.value.line) == (str(path), line)


def test_version(sample: PairsDictionary) -> None:
    assert all(name in sample.version for name in ("pairs.ca-es.tsv", "wordlist.ca.tsv", "wordlist.es.tsv"))


def test_own_files(tmp_path: Path) -> None:
    pairs, source, target = write(tmp_path, "chat\tgato\n"), tmp_path / "fr.tsv", tmp_path / "es.tsv"
    source.write_text("chats\tchat\tnoun.m.p\n", encoding="utf-8")
    target.write_text("gato\tgato\tnoun.m.s\ngatos\tgato\tnoun.m.p\n", encoding="utf-8")
    dictionary, inflector = make(f"{pairs},{source},{target}", "fr", "es")
    assert translations(dictionary, "chats") == {"chats": ["gatos"]}
    assert inflector is not None
    token = Token(text="gato", start=0, end=4, lemma="gato", tag=Tag.parse("noun.m.s"))
    assert inflector.inflect([Wish(token, number="p")]) == ["gatos"]
    dictionary, inflector = make(str(pairs), "fr", "es")
    assert translations(dictionary, "chats chat") == {"chats": [], "chat": ["gato"]}
    assert inflector is None
    assert make(f"{pairs},,{target}", "fr", "es")[1] is not None


def test_languages_that_we_have_no_table_for() -> None:
    with pytest.raises(SpecError, match="ca to es"):
        make("", "es", "ca")
