"""A2: other translations of the source word, in the form that fits."""

from __future__ import annotations

import pytest

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.copulas import COPULA
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tests.mtness.test_suggestions_notation import GivenDictionary, GivenForms, find_repairs, find_texts, read_segment

A2 = ["A2"]
WORDS = GivenDictionary(
    {
        "morin/morir/verb.finite.3.p": ["mueran/morir/verb.finite.3.p"],
        "set/numeral": ["siete/numeral"],
        "set/noun.f.s": ["sed/noun.f.s"],
        "vol/voler/verb.finite": ["quiere/querer/verb.finite"],
        "vol/noun.m.s": ["vuelo/noun.m.s"],
        "sopar/verb.infinitive": ["cenar/verb.infinitive"],
        "sopar/noun.m.s": ["cena/noun.f.s"],
        "dur/verb.infinitive": ["llevar/verb.infinitive"],
        "dur/adjective.m.s": ["duro/adjective.m.s"],
        "jornada/noun.f.s": ["jornada/noun.f.s"],
        "sagnant/adjective.s": ["sangrante/adjective.s", "sangriento/adjective.m.s"],
        "net/adjective.m.s": ["limpio/adjective.m.s", "neto/adjective.m.s"],
        "plans/pla/noun.m.p": ["planos/plano/noun.m.p", "planes/plan/noun.m.p", "llanura/noun.f.s"],
        "que/conjunction": ["que/conjunction"],
        "que/pronoun.relative": ["cual/pronoun.relative"],
        "canta/cantar/verb.finite": ["canta/cantar/verb.finite", "cante/cantar/verb.finite"],
    }
)
FORMS = GivenForms(
    {"sangriento f.s": "sangrienta", "nuevo f.p": "nuevas", "llanura f.p": "llanuras", "duro f.p": "duras"}
)


@pytest.mark.parametrize(
    ("text", "source", "new", "error"),
    [
        ("mueran/morir/verb.finite de/preposition siete/numeral", "morin de set", "sed", ErrorType.WRONG_SENSE),
        ("salida/noun.f.s quiere/querer/verb.finite", "sortida vol", "vuelo", ErrorType.WORD_FORM),
        ("disco/noun.m.s llevar/verb.infinitive", "disc dur", "duro", ErrorType.WORD_FORM),
        ("discos/disco/noun.m.p llevar/verb.infinitive", "disc dur", None, None),
        ("salir/verb.infinitive a/preposition cena/noun.f.s", "sortir a sopar", "cenar", ErrorType.WORD_FORM),
        ("jornada/noun.f.s sangrante/adjective.s", "jornada sagnant", "sangrienta", ErrorType.WRONG_SENSE),
        ("endeudamiento/noun.m.s limpio/adjective.m.s", "endeutament net", "neto", ErrorType.WRONG_SENSE),
        ("disco/noun.m.s dur/unknown", "disc net dur", "llevar", ErrorType.UNKNOWN),
    ],
    ids=["set", "vol", "dur", "no-such-form", "sopar", "sagnant", "net", "untranslated"],
)
def test_the_paper(text: str, source: str, new: str | None, error: ErrorType | None) -> None:
    repairs = find_repairs(read_segment(text, source), A2, dictionary=WORDS, inflector=FORMS)
    assert [(each.replacement, each.error) for each in repairs[:1]] == ([] if new is None else [(new, error)])
    assert [each.rank for each in repairs] == list(range(len(repairs)))


def test_capitals_are_kept() -> None:
    made = read_segment("Siete/siete/numeral SIETE/siete/numeral", "set set")
    assert find_texts(made, A2, dictionary=WORDS) == ["Sed SIETE", "Siete SED"]


def test_function_words_and_forms_of_the_same_word_are_left_alone() -> None:
    made = read_segment("que/conjunction canta/cantar/verb.finite", "que canta")
    assert find_texts(made, A2, dictionary=WORDS) == []


def test_content_words_are_not_exchanged_for_small_words() -> None:
    words = GivenDictionary(
        {"one/noun.s": ["único/noun.m.s", "uno/noun.m.s"], "one/determiner": ["un/uno/determiner.indefinite.m.s"]}
    )
    assert find_texts(read_segment("el/determiner.m.s único/noun.m.s", "one"), A2, dictionary=words) == ["el uno"]
    # The source word was read so.
    words = GivenDictionary({"one/determiner": ["un/uno/determiner.indefinite.m.s"], "one/noun.s": ["único/noun.m.s"]})
    assert find_texts(read_segment("el/determiner.m.s único/noun.m.s", "one"), A2, dictionary=words) == ["el un"]


def test_verbs_that_the_system_has_recast_are_brought_to_the_same_form() -> None:
    words = GivenDictionary({"posar/verb.infinitive": ["posar/verb.infinitive", "poner/verb.infinitive"]})
    made = read_segment("posó/posar/verb.finite.past.3.s", "posar")
    assert find_texts(made, A2, dictionary=words, inflector=GivenForms({"poner finite.past.3.s": "puso"})) == ["puso"]


def test_prepositions_that_the_dictionary_has() -> None:
    words = GivenDictionary(
        {"al/preposition.contracted.m.s": ["al/a/preposition.contracted.m.s", "en el/en/preposition.contracted.m.s"]}
    )
    made = read_segment("al/a/preposition.contracted.m.s libro/noun.m.s", "al llibre")
    assert "en el libro" in find_texts(made, ["function word"], dictionary=words)


def test_what_belongs_to_the_noun_agrees() -> None:
    made = read_segment(
        "de/preposition los/el/determiner.definite.m.p nuevos/nuevo/adjective.m.p planos/plano/noun.m.p", "plans"
    )
    texts = find_texts(made, A2, dictionary=WORDS, inflector=FORMS)
    assert texts == ["de las nuevas llanuras", "de los nuevos planes"]
    # Without forms, only what needs none.
    assert find_texts(made, A2, dictionary=WORDS) == ["de los nuevos planes"]
    (first, _) = find_repairs(made, A2, dictionary=WORDS, inflector=FORMS)
    assert (first.replaced, first.replacement, len(first.edits)) == ("planos", "llanuras", 3)


def test_words_outside_of_spans_have_other_translations_too() -> None:
    made = read_segment("siete/numeral y/conjunction siete/numeral", "set i set", spans=[(2, 3)])
    assert find_texts(made, A2, dictionary=WORDS) == ["sed y siete", "siete y sed"]


def test_verbs_that_the_system_has_recast_are_left_alone() -> None:
    words = GivenDictionary({"posar/verb.infinitive": ["posar/verb.infinitive", "poner/verb.infinitive"]})
    assert find_texts(read_segment("posó/posar/verb.finite.past.3.s", "posar"), A2, dictionary=words) == []
    assert find_texts(read_segment("posar/verb.infinitive", "posar"), A2, dictionary=words) == ["poner"]


BEEN = {"estat/ser/verb.participle.m.s": ["sido/ser/verb.participle.m.s"], "estat/noun.m.s": ["estado/noun.m.s"]}


@pytest.mark.parametrize(
    ("text", "action", "error"),
    [
        (
            "has/auxiliary.finite estado/estar/verb.participle.m.s buscando/verb.gerund",
            COPULA,
            ErrorType.SER_ESTAR,
        ),
        ("el/determiner.m.s estado/noun.m.s", OTHER_TRANSLATION, ErrorType.WORD_FORM),
    ],
    ids=["verb", "noun"],
)
def test_copulas(text: str, action: Action, error: ErrorType) -> None:
    made, words = read_segment(text, "estat"), GivenDictionary(BEEN)
    repairs = find_repairs(made, ["A2", "ser/estar"], dictionary=words)
    assert [(each.replacement, each.action, each.error, each.source) for each in repairs] == [
        ("sido", action, error, "estat")
    ]
    # Whoever does not want the other copula does not get it as another translation.
    assert [each.action for each in find_repairs(made, A2, dictionary=words)] == [
        each for each in [action] if each is OTHER_TRANSLATION
    ]


def test_copulas_are_not_exchanged_twice() -> None:
    made = read_segment("ha/auxiliary.finite estado/estar/verb.participle.m.s alto/adjective.m.s", "estat")
    repairs = find_repairs(made, ["A2", "ser/estar"], dictionary=GivenDictionary(BEEN))
    assert [(each.replacement, str(each.action)) for each in repairs] == [("sido", "ser/estar")]


def test_the_infinitive_is_no_other_word() -> None:
    words = GivenDictionary({"poder/verb.infinitive": ["poder/verb.infinitive"], "poder/noun.m.s": ["poder/noun.m.s"]})
    made = read_segment("No/adverb pudimos/poder/verb.finite.past.1.p salir/verb.infinitive", "poder")
    assert find_texts(made, A2, dictionary=words) == []


def test_short_forms_are_no_other_words() -> None:
    words = GivenDictionary({"tercer/adjective.ordinal.m.s": ["tercero/adjective.ordinal.m.s"]})
    made = read_segment("tercer/adjective.ordinal.m.s año/noun.m.s", "tercer any")
    assert find_texts(made, A2, dictionary=words) == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("la/determiner.f.s quiere/querer/verb.finite", ["el vuelo"]),
        ("casa/noun.f.s quiere/querer/verb.finite extendida/adjective.f.s", ["casa vuelo extendida"]),
        ("la/determiner.f.s quiere/querer/verb.finite casa/noun.f.s", ["la vuelo casa"]),
    ],
    ids=["alone", "adjective-follows", "noun-follows"],
)
def test_a_noun_for_another_part_of_speech(text: str, after: list[str]) -> None:
    assert find_texts(read_segment(text, "vol"), A2, dictionary=WORDS) == after


FORMS_OF_ONE = GivenDictionary(
    {
        "posen/posar/verb.finite.imperative.3.p": ["pongan/poner/verb.finite.imperative.3.p"],
        "posen/posar/verb.finite.present.3.p": [
            "posan/posar/verb.finite.present.3.p",
            "ponen/poner/verb.finite.present.3.p",
        ],
        "posen/posar/verb.finite.subjunctive-present.3.p": ["pongan/poner/verb.finite.subjunctive-present.3.p"],
        "prou/adverb": ["bastante/adverb"],
        "prou/adjective": ["suficientes/suficiente/adjective.p", "suficiente/adjective.s"],
        "sol/adverb": ["sólo/adverb"],
        "sol/adjective": ["sola/solo/adjective.f.s", "solo/adjective.m.s", "solas/solo/adjective.f.p"],
        "vol/voler/verb.finite.present.3.s": ["quiere/querer/verb.finite.present.3.s"],
        "vol/noun.m": ["vuelo/noun.m.s", "vuelos/vuelo/noun.m.p"],
        "mor/morir/verb.finite": [
            "fine/finar/verb.finite.subjunctive-present.3.s",
            "fina/finar/verb.finite.present.3.s",
        ],
    }
)


@pytest.mark.parametrize(
    ("text", "source", "after"),
    [
        ("posan/posar/verb.finite.present.3.p", "posen", ["ponen", "pongan"]),
        ("posen/posar/verb.finite.subjunctive-present.3.p", "posen", ["pongan"]),
        ("come/verb.finite bastante/adverb", "menja prou", ["come suficiente"]),
        ("bastante/adverb buenos/bueno/adjective.m.p", "prou", ["suficiente buenos"]),
        ("libros/libro/noun.m.p bastante/adverb", "llibres prou", ["libros suficiente"]),
        ("bastante/adverb libros/libro/noun.m.p", "prou llibres", ["suficientes libros"]),
        ("bastante/adverb pan/noun.m.s", "prou pa", ["suficiente pan"]),
        ("casa/noun.f.s sólo/adverb", "casa sol", ["casa sola"]),
        ("sólo/adverb duerme/verb.finite", "sol dorm", ["solo duerme"]),
        ("salida/noun.f.s quiere/querer/verb.finite.present.3.s", "sortida vol", ["salida vuelo"]),
        # The form that fits is the one that is there.
        ("fina/fin/verb.finite.present.3.s", "mor", []),
    ],
    ids=[
        "indicative", "subjunctive", "adverb", "of an adjective", "noun before", "nouns behind", "noun behind",
        "gender", "no noun", "another part", "already there",
    ],
)  # fmt: skip
def test_of_each_other_word_there_is_one_form_but_of_verbs(text: str, source: str, after: list[str]) -> None:
    assert find_texts(read_segment(text, source), A2, dictionary=FORMS_OF_ONE) == after
