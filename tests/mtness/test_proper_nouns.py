from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.mtness.chunking.spans import Span, SpanKind
from tertium.mtness.counting.proper_nouns import KINDS, MOST_VARIANTS, ProperNouns
from tertium.mtness.resources.languages import KNOWN
from tertium.mtness.segment import Segment
from tests.mtness.test_chunker import tagged


@cache
def nouns_of(language: str) -> ProperNouns:
    return ProperNouns.of(language)


def whole(segment: Segment) -> Span:
    return segment.make_span(SpanKind.VERB_ARGUMENT, 0, len(segment.tokens))


def generalised(notation: str, language: str = "es") -> tuple[str, ...]:
    segment = tagged(notation)
    return nouns_of(language).generalise(segment, whole(segment))


def names(notation: str, language: str = "es") -> list[tuple[str, str]]:
    segment = tagged(notation)
    found = nouns_of(language).find_names(segment.tokens)
    return [(segment.make_span(SpanKind.NOUN_PHRASE, name.first, name.stop).text, name.kind) for name in found]


MATARON = "mataron/matar/verb.finite a/preposition "


@pytest.mark.parametrize(
    "name",
    [
        "Rigobert/unknown Mallafré/unknown",
        "Rigobert/proper.person Mallafré/proper",
        "Rigobert/proper.person Mallafré/unknown",
    ],
    ids=["unknown", "proper", "half"],
)
def test_the_rule_of_the_paper(name: str) -> None:
    texts = generalised(MATARON + name)
    assert "mataron a Juan" in texts
    assert not any("Mallafré" in text for text in texts)
    assert len(texts) == MOST_VARIANTS


def test_words_become_one() -> None:
    assert generalised(MATARON + "Rigobert/proper.person") == (
        "mataron a Juan",
        "mataron a María",
        "mataron a un policía",
        "mataron al presidente",
    )
    assert "la casa del presidente" in generalised("la/determiner casa/noun de/preposition Ana/proper.person")


def test_a_name_of_unknown_kind_becomes_some_of_each() -> None:
    assert generalised("con/preposition Xyz/proper") == ("con Juan", "con España", "con el gobierno", "con María")


def test_the_determiner_says_what_fits() -> None:
    assert generalised("la/determiner.f.s Ana/proper.person come/verb") == ("la mujer come", "la presidenta come")
    assert generalised("del/preposition.contracted.m.s Perú/proper.place") == ("del país", "del pueblo")
    assert generalised("los/determiner.m.p Andes/proper.place.m.p") == ("los países", "los pueblos")
    assert generalised("su/determiner.possessive.s Ana/proper.person") == (
        "su presidente",
        "su mujer",
        "su hombre",
        "su presidenta",
    )
    assert generalised("en/preposition Filipinas/proper.place.p") == ("en los países", "en Estados Unidos")


OTHER_LANGUAGES = [
    (
        "ca",
        "la/determiner casa/noun d'/de/preposition Anna/proper.person",
        ("la casa de Joan", "la casa del president"),
    ),
    ("ca", "l'/el/determiner.s Anna/proper.person menja/verb", ("l'home menja", "l'alcalde menja")),
    (
        "fr",
        "la/determiner maison/noun d\u2019/de/preposition Anne/proper.person",
        ("la maison de Jean", "la maison du président"),
    ),
    ("fr", "les/determiner.p Dupont/proper.person.p", ("les enfants", "les femmes")),
    ("fr", "à/preposition Anne/proper.person", ("à Marie", "au président")),
    ("en", "killed/verb Rigobert/proper.person Mallafre/proper.person", ("killed John", "killed a man")),
    ("en", "the/determiner.definite Smiths/proper.person.p", ("the children",)),
    ("en", "the/determiner.definite Thames/proper.place.s", ("the city",)),
]


@pytest.mark.parametrize(("language", "notation", "expected"), OTHER_LANGUAGES, ids=range(len(OTHER_LANGUAGES)))
def test_other_languages(language: str, notation: str, expected: tuple[str, ...]) -> None:
    assert set(expected) <= set(generalised(notation, language))


def test_a_word_loses_its_vowel_before_a_substitute_with_one() -> None:
    nouns = ProperNouns(
        particles=frozenset(),
        substitutes={"person": {"alone": ("Anna",)}},
        contractions={},
        elisions={"de": "d'"},
        vowels="aeiou",
    )
    segment = tagged("casa/noun de/preposition Joan/proper.person")
    assert nouns.generalise(segment, whole(segment)) == ("casa d'Anna",)


def test_names_with_particles() -> None:
    assert names("Juan/proper.person Pérez/proper de/preposition la/determiner Vega/proper.place come/verb") == [
        ("Juan Pérez de la Vega", "person")
    ]
    assert names("Madrid/proper.place de/preposition España/proper.place") == [("Madrid", "place"), ("España", "place")]
    assert names("Juan/proper.person de/preposition pronto/adverb") == [("Juan", "person")]


def test_a_capital_at_the_start_of_a_sentence_means_nothing_alone() -> None:
    assert names("Wuxi/unknown come/verb") == []
    assert names("«/punctuation Wuxi/unknown come/verb") == []
    assert names("come/verb ./punctuation.final Wuxi/unknown come/verb") == []
    assert names("come/verb ,/punctuation Wuxi/unknown come/verb") == [("Wuxi", "")]
    assert names("Wuxi/unknown Lang/unknown come/verb") == [("Wuxi Lang", "")]
    assert names("Ana/proper.person come/verb") == [("Ana", "person")]


def test_acronyms_and_lower_case_are_no_names() -> None:
    assert names("la/determiner memoria/noun RAM/unknown falla/verb xyz/unknown") == []


def test_a_span_without_names_gives_nothing() -> None:
    assert generalised("hacer/verb.infinitive el/determiner melocotón/noun") == ()


def test_only_names_in_the_span_count() -> None:
    segment = tagged("Ana/proper.person come/verb pan/noun con/preposition Juan/proper.person Vega/proper")
    span = segment.make_span(SpanKind.VERB_NOUN, 1, 3)
    assert nouns_of("es").generalise(segment, span) == ()
    cut = segment.make_span(SpanKind.PREPOSITIONAL, 3, 5)
    assert nouns_of("es").generalise(segment, cut)[0] == "con Juan"


def test_a_determiner_outside_the_span_does_not_count() -> None:
    segment = tagged("la/determiner.f.s Ana/proper.person come/verb")
    assert nouns_of("es").generalise(segment, segment.make_span(SpanKind.NOUN_VERB, 1, 3))[0] == "Juan come"


def test_edits_are_made_beside_names() -> None:
    segment = tagged("quiere/verb a/preposition Ana/proper.person")
    edits = [Edit(0, 6, "vuelo")]
    assert nouns_of("es").generalise(segment, whole(segment), edits)[0] == "vuelo a Juan"
    assert nouns_of("es").generalise(segment, whole(segment), [Edit(7, 8, "de")])[3] == "quiere del presidente"


def test_edits_outside_the_span_are_left_alone() -> None:
    segment = tagged("quiere/verb pan/noun con/preposition Ana/proper.person")
    span = segment.make_span(SpanKind.PREPOSITIONAL, 2, 4)
    assert nouns_of("es").generalise(segment, span, [Edit(0, 6, "vuelo")])[0] == "con Juan"


@pytest.mark.parametrize(
    "edit", [Edit(10, 14, "Iraq"), Edit(7, 9, "un"), Edit(7, 10, ""), Edit(10, 10, "gran ")], ids=str
)
def test_a_name_that_an_edit_touches_stays(edit: Edit) -> None:
    segment = tagged("visitó/verb el/determiner.m.s Irán/proper.place con/preposition Ana/proper.person")
    nouns = nouns_of("es")
    first = segment.make_span(SpanKind.VERB_NOUN, 0, 3)
    assert nouns.generalise(segment, first, [edit]) == ()
    assert nouns.generalise(segment, first, untouched_by=[edit]) == ()
    before = nouns.generalise(segment, whole(segment), untouched_by=[edit])
    after = nouns.generalise(segment, whole(segment), [edit])
    assert before[0] == "visitó el Irán con Juan"
    assert len(before) == len(after)
    assert after[0].endswith("con Juan")


def test_an_edit_that_reaches_beyond_the_span_touches_the_name() -> None:
    segment = tagged("visitó/verb a/preposition Ana/proper.person y/conjunction a/preposition Eva/proper.person")
    span = segment.make_span(SpanKind.VERB_NOUN, 0, 3)
    edit = Edit(9, 13, "Anna'")
    assert nouns_of("es").generalise(segment, span, [edit]) == ()
    assert nouns_of("es").generalise(segment, span, untouched_by=[edit]) == ()


def test_several_names_change_together() -> None:
    texts = generalised("Ana/proper.person visitó/verb Xyz/proper.place")
    assert texts[:2] == ("Juan visitó España", "María visitó Madrid")


@pytest.mark.parametrize("language", KNOWN)
def test_our_own_lists_are_complete(language: str) -> None:
    nouns = nouns_of(language)
    assert set(nouns.substitutes) == set(KINDS)
    for lists in nouns.substitutes.values():
        assert len(lists["alone"]) == MOST_VARIANTS
        assert {"alone", "plural"} < set(lists)


def test_a_language_without_lists_replaces_nothing(tmp_path: Path) -> None:
    segment = tagged("Ana/proper.person come/verb")
    assert ProperNouns.of(tmp_path).generalise(segment, whole(segment)) == ()


WRONG = {
    "unknown key": ("animal = 7", "there is no 'animal'"),
    "no table": ("person = 7", "there is no 'person', or it is not a table"),
    "no list": ("[person]\nalone = 'Juan'", "'person.alone' is not a list"),
    "empty text": ("particles = ['']", "'particles' is not a list"),
    "contraction": ("[contractions]\n'a el' = 7", "'contractions' is not a list"),
    "vowels": ("vowels = ['a']", "'vowels' is not a string"),
}


@pytest.mark.parametrize(("text", "problem"), WRONG.values(), ids=WRONG)
def test_a_wrong_list_is_named_with_its_file(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "proper_nouns.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        ProperNouns.of(tmp_path)
    assert problem in caught.value.message
    assert caught.value.file == str(tmp_path / "proper_nouns.toml")
