"""Articles, prepositions and orders."""

from __future__ import annotations

import pytest

from tertium.edits import apply_edits
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.junctions import join_words
from tertium.mtness.repairs.kinds import SECTIONS
from tertium.mtness.repairs.kinds.copulas import COPULA
from tertium.mtness.repairs.repair_rules import Rules
from tests.mtness.test_suggestions_notation import GivenForms, find_repairs, find_texts, read_segment

PLANNED = "es/ser/verb.finite previsto/prever/verb.participle.m.s de/preposition llegar/verb.infinitive"


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", "con/preposition comportamiento/noun.m.s", ["con el comportamiento"]),
        ("es", "de/preposition comportamiento/noun.m.s", ["del comportamiento"]),
        ("es", "A/preposition nuevas/adjective.f.p casas/noun.f.p", ["A las nuevas casas"]),
        ("es", "de/preposition agua/noun.f.s", ["del agua"]),
        ("es", "Salida/noun.f.s", ["La salida"]),
        ("es", "con/preposition comportamiento/noun", []),
        ("es", "del/preposition.contracted comportamiento/noun.m.s", []),
        ("es", "mi/determiner comportamiento/noun.m.s", []),
        ("es", "salida/noun.f.s vuelo/noun.m.s", ["la salida vuelo"]),
        ("ca", "amb/preposition home/noun.m.s", ["amb l'home"]),
        ("ca", "de/preposition camí/noun.m.s", ["del camí"]),
        ("fr", "avec/preposition amies/noun.f.p", ["avec les amies"]),
        ("fr", "d'/de/preposition eau/noun.f.s", ["de l'eau"]),
        ("en", "with/preposition behaviour/noun.s", ["with a behaviour", "with the behaviour"]),
        ("es", "para/preposition lunes/noun.m", ["para el lunes", "para los lunes"]),
        (
            "es",
            "la/determiner cena/noun.f.s de/preposition jueves/noun.m",
            ["la cena del jueves", "la cena de los jueves"],
        ),
    ],
)
def test_a_missing_article(language: str, text: str, after: list[str]) -> None:
    action = "expected article" if "lunes" in text or "jueves" in text else "add article"
    assert find_texts(text, [action], language) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("el/determiner.definite.m.s Irán/proper", ["Irán"]),
        ("El/determiner.definite.m.s Irán/proper crece/verb", ["Irán crece"]),
        ("del/preposition.contracted.m.s Irán/proper", ["de Irán"]),
        ("un/determiner.indefinite.m.s Irán/proper", []),
        ("el/determiner.definite.m.s río/noun", []),
        ("la/determiner.definite.f.s España/proper actual/adjective.s", []),
        ("la/determiner.definite.f.s España/proper dividida/verb.participle.f.s", []),
        ("la/determiner.definite.f.s España/proper que/pronoun.relative crece/verb", []),
        ("el/determiner.definite.m.s Brasil/proper de/preposition Lula/proper", []),
        ("El/determiner.definite.m.s Brasil/proper del/preposition.contracted.m.s futuro/noun.m.s", []),
        ("la/determiner.definite.f.s Corea/proper Norte/proper actual/adjective.s", []),
        ("la/determiner.definite.f.s antigua/adjective.f.s España/proper", []),
        ("en/preposition el/determiner.definite.m.s Japón/proper en/preposition verano/noun", ["en Japón en verano"]),
        ("los/determiner.definite.m.p Estados_Unidos/proper crecen/verb", []),
        ("los/determiner.definite.m.p Estados/proper Unidos/adjective.m.p", []),
        ("en/preposition la/determiner.definite.f.s Alemania/proper nazi/noun.s durante/preposition", []),
        ("Ayer/adverb vi/verb la/determiner.definite.f.s María/noun.f.s", ["Ayer vi María"]),
        ("La/determiner.definite.f.s Merced/noun.f.s duerme/verb", ["Merced duerme"]),
        ("ayuda/noun del/preposition.contracted.m.s Writer/unknown", ["ayuda de Writer"]),
        ("clic/noun al/preposition.contracted.m.s Calc/unknown", ["clic a Calc", "clic en Calc"]),
        ("En/preposition Joan/proper.person duerme/verb", ["Joan duerme"]),
        ("En/preposition Irán/proper.place duerme/verb", []),
    ],
)
def test_an_article_too_much(text: str, after: list[str]) -> None:
    assert find_texts(text, ["drop article"]) == after


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("ca", "anar/verb a/preposition l'/el/determiner.definite.f.s Àfrica/proper", "anar a Àfrica"),
        ("ca", "anar/verb a/preposition l’/el/determiner.definite.f.s Àfrica/proper", "anar a Àfrica"),
        ("ca", "L'/el/determiner.definite.f.s Àfrica/proper creix/verb", "Àfrica creix"),
    ],
    ids=["straight", "curly", "start"],
)
def test_an_elided_article_takes_no_white_space_along(language: str, text: str, after: str) -> None:
    assert find_texts(text, ["drop article"], language) == [after]


@pytest.mark.parametrize("apostrophe", ["'", "’"], ids=["straight", "curly"])
@pytest.mark.parametrize(("preposition", "after"), [("dans", "vivre dans Espagne"), ("de", "vivre d'Espagne")])
def test_an_elided_word_that_is_left_out(preposition: str, after: str, apostrophe: str) -> None:
    notation = f"vivre/verb {preposition}/preposition l{apostrophe}/le/determiner.definite.f.s Espagne/proper"
    made = read_segment(notation)
    assert apply_edits(made.text, join_words(made.text, made.tokens, [(2, 3, "")], Rules.read("fr", SECTIONS))) == after


def test_what_is_put_in_and_left_out() -> None:
    (added,) = find_repairs("de/preposition comportamiento/noun.m.s", ["add article"])
    assert (added.replaced, added.replacement, added.error) == ("", "el", ErrorType.WORD_FOR_WORD)
    (dropped,) = find_repairs("el/determiner.definite.m.s Irán/proper", ["drop article"])
    assert (dropped.replaced, dropped.replacement, dropped.error) == ("el", "", ErrorType.WORD_FOR_WORD)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("pensó/verb.finite en/preposition dimitir/verb.infinitive", ["pensó dimitir"]),
        ("pensó/verb.finite en/preposition Irán/proper", []),
        ("la/determiner idea/noun de/preposition dimitir/verb.infinitive", []),
        ("en/preposition dimitir/verb.infinitive", []),
        (PLANNED, ["es previsto llegar"]),
        ("cuesta/verb.finite mucho/adverb de/preposition limpiar/verb.infinitive", ["cuesta mucho limpiar"]),
        ("hay/verb.finite ocho/numeral de/preposition heridas/adjective.f.p", ["hay ocho heridas"]),
        ("con/preposition mucho/mucho/adjective de/preposition entusiasmo/noun.m.s", ["con mucho entusiasmo"]),
    ],
)
def test_a_preposition_too_much(text: str, after: list[str]) -> None:
    assert find_texts(text, ["drop preposition"]) == after


def test_a_preposition_and_a_copula() -> None:
    (both,) = find_repairs(PLANNED, ["ser/estar"])
    assert find_texts(PLANNED, ["ser/estar"]) == ["está previsto llegar"]
    assert (both.replaced, both.replacement) == ("es previsto de llegar", "está previsto llegar")
    assert (both.action, both.error) == (COPULA, ErrorType.SER_ESTAR)


def test_a_copula_whose_participle_asks_for_the_preposition() -> None:
    text = "es/ser/verb.finite encargado/encargar/verb.participle.m.s de/preposition llevar/verb.infinitive"
    assert find_texts(text, ["ser/estar"]) == ["está encargado de llevar", "está encargado llevar"]


def test_a_copula_and_the_preposition_after_it() -> None:
    text = "será/ser/verb.finite a/preposition Madrid/proper"
    assert find_texts(text, ["ser/estar"]) == ["estará a Madrid", "estará en Madrid"]


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("en", "courses/noun.p of/preposition English/adjective", ["English courses"]),
        ("en", "The/determiner leaves/noun.p of/preposition laurel/noun.s", ["The laurel leaves"]),
        ("es", "habría/verb.finite.conditional no/adverb.negative más/adverb", ["no habría más"]),
        ("es", "Ucrania/proper primer/adjective.ordinal.m.s ministro/noun.m.s", ["Primer ministro de Ucrania"]),
        ("es", "el/determiner Ucrania/proper ministro/noun.m.s", ["el ministro de Ucrania"]),
        ("es", "la/determiner.definite.f.s salida/noun.f.s vuelo/noun.m.s", ["el vuelo de salida"]),
        ("es", "Salida/noun.f.s vuelo/noun.m.s", ["Vuelo de salida"]),
        ("es", "El_Salvador/proper ministro/noun.m.s", ["Ministro de El Salvador"]),
        ("es", "memoria/noun.f.s RAM/proper", []),
        ("es", "Nueva/proper York/proper alcalde/noun.m.s", ["Alcalde de Nueva York"]),
        (
            "es",
            "la/determiner.f.s cobertura/noun.f.s especial/adjective.s Protestas/noun.f.p",
            ["las Protestas de cobertura especial"],
        ),
        ("es", "un/determiner gran/adjective.s momento/noun.m.s", []),
        ("ca", "Ucraïna/proper ministre/noun.m.s", ["Ministre d'Ucraïna"]),
        ("en", "Ukraine/proper minister/noun.s", []),
    ],
)
def test_another_order(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, ["order"], language, inflector=GivenForms({})) == after


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", "un/determiner gran/adjective.s momento/noun.m.s", ["un momento grande"]),
        ("es", "un/determiner momento/noun.m.s grande/adjective.s", ["un gran momento"]),
        ("es", "cobertura/noun.f.s especial/adjective.s Protestas/noun.f.p", ["especial cobertura Protestas"]),
        ("es", "Blanca/adjective.f.s casa/noun.f.s", ["Casa blanca"]),
        ("es", "primer/adjective.ordinal.m.s momento/noun.m.s", []),
        ("es", "Ucrania/proper ministro/noun.m.s", []),
        ("en", "house/noun.s red/adjective", ["red house"]),
        ("en", "red/adjective house/noun.s", []),
    ],
)
def test_an_adjective_on_the_other_side(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, ["adjective order"], language) == after
