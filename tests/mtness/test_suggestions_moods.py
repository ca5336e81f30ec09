"""Other moods and forms of the same verb."""

from __future__ import annotations

import pytest

from tertium.mtness.repairs.error_types import ErrorType
from tests.mtness.test_suggestions_notation import GivenDictionary, GivenForms, find_repairs, find_texts, read_segment

SELECT = "Seleccionáis/seleccionar/verb.finite.present.2.p"
WORDS = GivenDictionary(
    {
        "seleccioneu/seleccionar/verb.finite.present.2.p": [SELECT.lower()],
        "seleccioneu/seleccionar/verb.finite.imperative.2.p": ["seleccionad/seleccionar/verb.finite.imperative.2.p"],
        "seleccioneu/seleccionar/verb.finite.subjunctive-present.2.p": [
            "seleccionéis/seleccionar/verb.finite.subjunctive-present.2.p"
        ],
        "feu/fer/verb.finite.past.3.s": ["hizo/hacer/verb.finite.past.3.s"],
        "feu/fer/verb.finite.imperative.2.p": ["haced/hacer/verb.finite.imperative.2.p"],
        "choose/verb.infinitive": ["escoger/verb.infinitive"],
        "choose/verb.finite.present": ["escoge/escoger/verb.finite.present.3.s"],
        "vulgueu/voler/verb.finite.imperative.2.p": ["quered/querer/verb.finite.imperative.2.p"],
        "vulgueu/voler/verb.finite.subjunctive-present.2.p": ["queráis/querer/verb.finite.subjunctive-present.2.p"],
        "inclou/incloure/verb.finite.present.3.s": ["incluye/incluir/verb.finite.present.3.s"],
        "inclou/incloure/verb.finite.imperative.2.s": ["incluye/incluir/verb.finite.imperative.2.s"],
    }
)
FORMS = GivenForms(
    {
        "seleccionar finite.imperative.2.p": "seleccionad",
        "seleccionar finite.subjunctive-present.2.p": "seleccionéis",
        "seleccionar finite.subjunctive-present.3.s": "seleccione",
        "seleccionar infinitive": "seleccionar",
        "escoger finite.imperative.2.s": "escoge",
        "escoger finite.subjunctive-present.3.s": "escoja",
        "escoger infinitive": "escoger",
        "tener finite.subjunctive-imperfect.1.s": "tuviera",
        "fumar infinitive": "fumar",
    }
)


def find(text: str, source: str | None, action: str) -> list[str]:
    return find_texts(read_segment(text, source), [action], dictionary=WORDS, inflector=FORMS)


@pytest.mark.parametrize(
    ("text", "source", "after"),
    [
        (f"{SELECT} eso/pronoun", "Seleccioneu això", ["Seleccionad eso", "Seleccione eso", "Seleccionar eso"]),
        (
            f"Entonces/adverb ,/punctuation {SELECT.lower()}",
            "Llavors, seleccioneu",
            ["Entonces, seleccionad", "Entonces, seleccione", "Entonces, seleccionar"],
        ),
        (
            f"entra/verb y/conjunction.coordinating {SELECT.lower()}",
            "entra i seleccioneu",
            ["entra y seleccionad", "entra y seleccione", "entra y seleccionar"],
        ),
        (
            f"No/adverb.negative {SELECT.lower()}",
            "No seleccioneu",
            ["No seleccionéis", "No seleccione", "No seleccionar", "No seleccionad"],
        ),
        (f"{SELECT} eso/pronoun", None, ["Seleccionad eso", "Seleccione eso", "Seleccionar eso"]),
        ("Escoger/verb.infinitive eso/pronoun", "Choose that", ["Escoja eso", "Escoge eso"]),
        ("Incluye/incluir/verb.finite.present.3.s eso/pronoun", "Inclou això", []),
        ("Haced/hacer/verb.finite.imperative.2.p eso/pronoun", "Feu això", []),
    ],
    ids=["start", "comma", "and", "negated", "no-source", "english", "alike", "well"],
)
def test_instructions(text: str, source: str | None, after: list[str]) -> None:
    assert find(text, source, "imperative") == after


@pytest.mark.parametrize(
    ("text", "source", "after"),
    [
        (f"que/conjunction {SELECT.lower()}", "que seleccioneu", ["que seleccionéis", "que seleccionad"]),
        ("lo/pronoun que/pronoun.relative quered/querer/verb.finite.imperative.2.p", "el que vulgueu", ["queráis"]),
        ("él/pronoun hizo/hacer/verb.finite.past.3.s", "ell feu", ["él haced"]),
        ("Si/conjunction tuve/tener/verb.finite.past.1.s tiempo/noun", "If I had time", ["Si tuviera tiempo"]),
        ("Fumando/fumar/verb.gerund es/verb.finite malo/adjective", "Smoking is bad", ["Fumar es malo"]),
        ("Fumando/fumar/verb.gerund en/preposition casa/noun", "Smoking at home", []),
        ("tuve/tener/verb.finite.past.1.s tiempo/noun", "I had time", []),
    ],
    ids=["readings", "imperative", "past", "conjunction", "gerund", "no-subject", "alone"],
)
def test_moods(text: str, source: str, after: list[str]) -> None:
    found = find(text, source, "mood")
    assert found == [each if " " in each else f"lo que {each}" for each in after]


def test_what_is_said_of_it() -> None:
    repairs = find_repairs(read_segment(SELECT, "Seleccioneu"), ["imperative"], dictionary=WORDS, inflector=FORMS)
    first = repairs[0]
    assert (first.replaced, first.replacement, first.source) == ("Seleccionáis", "Seleccionad", "Seleccioneu")
    assert first.error is ErrorType.WORD_FORM
    assert [each.rank for each in repairs] == [0, 1, 2]
