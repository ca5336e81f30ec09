"""What words may mean, and other forms of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tertium.mtness.resources.apertium.apertium_dictionary import ApertiumDictionary
from tertium.mtness.resources.apertium.inflector import ApertiumInflector
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.taggers.apertium_tagger import ApertiumTagger
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

from .apertium_installed import needs_apertium

pytestmark = needs_apertium


@pytest.fixture(scope="module")
def dictionary() -> Iterator[ApertiumDictionary]:
    with ApertiumDictionary("ca", "es") as dictionary:
        yield dictionary


@pytest.fixture(scope="module")
def inflector() -> Iterator[ApertiumInflector]:
    with ApertiumInflector("ca", "es") as inflector:
        yield inflector


@pytest.fixture(scope="module")
def tokens() -> dict[str, Token]:
    with ApertiumTagger("es") as tagger:
        answers = tagger.tag(["la casa roja del niño contento y una gran fiesta", "quiero darme un libro xyzzyx"])
    return {token.text: token for answer in answers for token in answer}


@pytest.mark.parametrize(
    ("text", "word", "forms"),
    [
        ("morin de set", "set", ["siete", "set", "sed"]),
        ("sortida vol", "vol", ["quiere", "vuelo", "quiere"]),
        ("disc dur", "dur", ["llevar", "traer", "duro"]),
        ("va arribar del mercat", "del", ["del"]),
        ("l'home", "l'", ["el", "la", "lo"]),
        ("cal donar-me'n", "donar-me'n", ["darme"]),
        ("el meu lloc web", "lloc web", ["sitio web"]),
        ("hem de sortir", "hem de", ["tenemos que"]),
        ("viu a Saragossa", "Saragossa", ["Zaragoza"]),
        ("el xyzzyx", "xyzzyx", []),
    ],
)
def test_all_readings_are_translated(dictionary: ApertiumDictionary, text: str, word: str, forms: list[str]) -> None:
    (words,) = dictionary.look_up([text])
    (found,) = [one for one in words if one.text == word]
    assert [translation.text for translation in found.translations] == forms
    assert text[found.start : found.end] == word


def test_readings_are_kept_on_both_sides(dictionary: ApertiumDictionary) -> None:
    ((_, vol),) = dictionary.look_up(["sortida vol"])
    flight = vol.translations[1]
    assert (flight.text, flight.target.lemma, str(flight.target.tag)) == ("vuelo", "vuelo", "noun.m.s")
    assert (flight.source.lemma, str(flight.source.tag)) == ("vol", "noun.m.s")


def test_capitals_do_not_matter_and_marks_are_left_out(dictionary: ApertiumDictionary) -> None:
    text = "«El SET», [va] cantar."
    (words,) = dictionary.look_up([text])
    assert [word.text for word in words] == ["El", "SET", "va", "cantar"]
    assert {"siete", "sed"} <= {translation.text for translation in words[1].translations}
    assert all(text[word.start : word.end] == word.text for word in words)


def test_no_form_twice_with_the_same_reading(dictionary: ApertiumDictionary) -> None:
    for words in dictionary.look_up(["Les altres grans cases noves que vol el meu amic són per a tothom, oi?"]):
        for word in words:
            keys = [(translation.text, translation.source.native) for translation in word.translations]
            assert len(keys) == len(set(keys))


def test_long_empty_and_malformed_sources(dictionary: ApertiumDictionary) -> None:
    texts = ["", " ", "el gos mira la casa nova i " * 715, "<b>set</b> \0 \ud800 {x} ^y$", "cafe\u0301", "😀"]
    answers = dictionary.look_up(texts)
    assert [len(words) for words in answers[:3]] == [0, 0, 5005]
    assert "sed" in {translation.text for translation in answers[3][1].translations}
    assert answers[4][0].translations[0].text == "café"
    assert answers[5] == ()
    assert dictionary.look_up([]) == []
    assert dictionary.version.startswith("cat-spa, apertium")


@pytest.mark.parametrize(
    ("word", "gender", "number", "form"),
    [
        ("roja", "m", "", "rojo"),
        ("roja", "m", "p", "rojos"),
        ("roja", "", "p", "rojas"),
        ("casa", "", "p", "casas"),
        ("casa", "m", "", None),
        ("niño", "f", "p", "niñas"),
        ("la", "m", "s", "el"),
        ("del", "f", "s", "de la"),
        ("del", "m", "s", "del"),
        ("del", "m", "p", "de los"),
        ("darme", "f", "", None),
        ("contento", "", "", "contento"),
        ("xyzzyx", "f", "", None),
    ],
)
def test_forms(
    inflector: ApertiumInflector, tokens: dict[str, Token], word: str, gender: str, number: str, form: str | None
) -> None:
    assert inflector.inflect([Wish(tokens[word], gender, number)]) == [form]


@pytest.mark.parametrize(
    ("word", "tag", "lemma", "form"),
    [
        ("darme", "verb.finite.imperative.2.p", "", "dadme"),
        ("corre", "verb.finite.subjunctive-present.3.s", "", "corra"),
        ("corre", "verb.infinitive", "", "correr"),
        ("corre", "verb.finite.present.3.s", "poner", "pone"),
        ("corre", "verb.finite.present.3.s", "", "corre"),
        ("hace daño", "verb.finite.past.3.p", "", "hicieron daño"),
        ("hace daño", "verb.finite.present.3.s", "doler", "duele"),
        ("corre", "verb.participle.f.p", "", "corridas"),
        ("corre", "verb.finite", "", None),
    ],
)
def test_forms_of_verbs(inflector: ApertiumInflector, word: str, tag: str, lemma: str, form: str | None) -> None:
    with ApertiumTagger("es") as tagger:
        found = {token.text: token for token in tagger.tag(["Ella corre para darme esto y me hace daño."])[0]}
    assert inflector.inflect([Wish.of_verb(found[word], Tag.parse(tag), lemma)]) == [form]


def test_many_wishes_in_order(inflector: ApertiumInflector, tokens: dict[str, Token]) -> None:
    assert tokens["xyzzyx"].tag.part is Part.UNKNOWN
    wishes = [Wish(tokens["roja"], "m", "s"), Wish(tokens["casa"], "", "p"), Wish(tokens["xyzzyx"])] * 100
    assert inflector.inflect(wishes) == ["rojo", "casas", None] * 100
    assert inflector.inflect([]) == []
