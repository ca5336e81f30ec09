"""Prepositions that words ask for, reflexive pronouns, and several words at once."""

from __future__ import annotations

import pytest

from tests.mtness.test_suggestions_notation import GivenForms, find_texts

ALL = ["add preposition", "drop preposition", "function word"]
THE_TABLE = "la/determiner.definite.f.s mesa/noun.f.s"
THINK = "pensó/pensar/verb.finite.past.3.s"


@pytest.mark.parametrize(
    ("language", "text", "actions", "after"),
    [
        ("es", f"encima/adverb {THE_TABLE}", ["add preposition"], ["encima de la mesa"]),
        ("es", f"encima/adverb de/preposition {THE_TABLE}", ["add preposition"], []),
        ("es", f"{THINK} a/preposition dimitir/verb.infinitive", ["function word"], ["pensó en dimitir"]),
        ("es", f"{THINK} dimitir/verb.infinitive", ["add preposition"], []),
        ("es", "se/pronoun.reflexive asegura/asegurar/verb.finite que/conjunction", ["add preposition"], ["de que"]),
        ("es", "asegura/asegurar/verb.finite que/conjunction viene/verb", ["add preposition"], []),
        ("es", "la/determiner idea/noun.f.s que/conjunction viene/verb", ["add preposition"], ["la idea de que viene"]),
        ("en", "It/pronoun depends/depend/verb.finite the/determiner", ["add preposition"], ["It depends on the"]),
        ("en", "They/pronoun play/verb.finite to/preposition football/noun", ["drop preposition"], ["football"]),
    ],
)
def test_what_words_ask_for(language: str, text: str, actions: list[str], after: list[str]) -> None:
    found = find_texts(text, actions, language)
    assert [each for each in after if any(each in text for text in found)] == after
    assert bool(found) == bool(after)


def test_a_preposition_swallows_the_article() -> None:
    text = "depende/depender/verb.finite en/preposition el/determiner.definite.m.s país/noun.m.s"
    assert "depende del país" in find_texts(text, ["function word"])


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Juan/proper marchó/marchar/verb.finite.past.3.s pronto/adverb", ["Juan se marchó pronto"]),
        ("Marchó/marchar/verb.finite.past.3.s pronto/adverb", ["Se marchó pronto"]),
        ("se/pronoun.reflexive.3 marchó/marchar/verb.finite.past.3.s", []),
        (
            "ya/adverb había/haber/auxiliary.finite.imperfect.3.s marchado/marchar/verb.participle",
            ["ya se había marchado"],
        ),
        ("comió/comer/verb.finite.past.3.s pan/noun", []),
    ],
)
def test_reflexive_verbs(text: str, after: list[str]) -> None:
    assert find_texts(text, ["add reflexive"]) == after


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        (
            "es",
            "te/pronoun encuentro/encontrar/verb.finite.present.1.s mucho/adverb a/preposition faltar/verb.infinitive",
            ["te echo mucho de menos"],
        ),
        ("es", "me/pronoun hace_daño/hacer_daño/verb.finite.present.3.s", ["me duele"]),
        ("es", "Por/preposition esto/pronoun viene/verb", ["Por eso viene"]),
        ("es", "por/preposition estas/determiner", []),
        ("en", "knows/know/verb.finite.present.3.s to/preposition read/verb.infinitive", ["knows how to read"]),
    ],
)
def test_phrases(language: str, text: str, after: list[str]) -> None:
    forms = GivenForms({"echar finite.present.1.s": "echo", "doler finite.present.3.s": "duele"})
    assert find_texts(text, ["phrase"], language, inflector=forms) == after


def test_clauses_after_verbs_of_wishing() -> None:
    forms = GivenForms({"pagar finite.subjunctive-present.3.p": "paguen"})
    spanish = (
        "quiere/querer/verb.finite.present.3.s las/determiner.f.p empresas/noun.f.p para/preposition "
        "pagar/verb.infinitive más/adverb"
    )
    assert find_texts(spanish, ["clause"], inflector=forms) == ["quiere que las empresas paguen más"]
    english = "I/pronoun want/verb.finite that/conjunction he/pronoun.personal comes/come/verb.finite.present.3.s"
    assert find_texts(english, ["clause"], "en", inflector=GivenForms({"come infinitive": "come"})) == [
        "I want him to come"
    ]
    assert find_texts("I/pronoun want/verb.finite that/pronoun", ["clause"], "en") == []
