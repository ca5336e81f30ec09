"""A1: words in capitals go back to the source."""

from __future__ import annotations

import pytest

from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.source_words import SOURCE_WORD
from tests.mtness.test_suggestions_notation import GivenDictionary, find_repairs, find_texts, read_segment

RAM = GivenDictionary({"ram/noun.m.s": ["ramo/noun.m.s"], "memòria/noun.f.s": ["memoria/noun.f.s"]})
A1 = ["A1"]


def test_by_the_dictionary() -> None:
    made = read_segment("la/determiner memoria/noun.f.s RAMO/ramo/noun.m.s", "la memòria RAM")
    (repair,) = find_repairs(made, A1, dictionary=RAM)
    assert (repair.replaced, repair.replacement, repair.source) == ("RAMO", "RAM", "RAM")
    assert (repair.action, repair.error) == (SOURCE_WORD, ErrorType.WORD_FOR_WORD)


NAMES = GivenDictionary(
    {
        "calc/noun.m.s": ["calco/noun.m.s"],
        "índia/proper.place": ["India/proper.place"],
        "índia/noun.f.s": ["india/noun.f.s"],
        "àfrica/proper.place": ["África/proper.place"],
    }
)
EL = "el/determiner.definite.m.s"


@pytest.mark.parametrize(
    ("text", "source", "after"),
    [
        (f"con/preposition {EL} Calco/calco/noun.m.s", "amb el Calc", ["con Calc", "con el Calc"]),
        (f"con/preposition {EL} Calco/calco/noun.m.s nuevo/adjective.m.s", "amb el Calc nou", ["con el Calc nuevo"]),
        ("Calco/calco/noun.m.s nuevo/adjective.m.s", "Calc nou", []),
        ("en/preposition india/noun.f.s", "a Índia", ["en India"]),
        ("en/preposition África/proper.place", "a Àfrica", []),
        ("con/preposition calco/noun.m.s", "amb calc", []),
        ("señora/noun Calco/calco/noun.m.s", "Sra. Calc", ["señora Calc"]),
        ("señora/noun ./punctuation.final Calco/calco/noun.m.s", "la senyora. Calc", []),
    ],
    ids=["article", "modified", "start", "capital", "known", "common", "title", "sentence"],
)
def test_names(text: str, source: str, after: list[str]) -> None:
    assert find_texts(read_segment(text, source), A1, dictionary=NAMES) == after


def test_many_capitals_are_not_names() -> None:
    text = " ".join(["y/conjunction", *["Calco/calco/noun.m.s"] * 3])
    assert find_texts(read_segment(text, "i Calc Calc Calc"), A1, dictionary=NAMES) == []


@pytest.mark.parametrize(
    ("text", "source", "after"),
    [
        ("memoria/noun RAMO/noun", "memòria RAM", ["memoria RAM"]),
        ("la/determiner UE/proper usa/verb RAMO/noun", "la UE usa RAM", ["la UE usa RAM"]),
        ("AA/noun y/conjunction BB/noun", "CC i DD", ["CC y BB", "AA y DD"]),
        ("uno/numeral AA/noun", "CC dos DD", ["uno DD"]),
        ("MEMORIA/noun RAMO/noun", "memòria RAM", []),
        ("memoria/noun RAM/noun", "memòria RAM", []),
        ("memoria/noun RAMO/noun", "memòria ram", []),
        ("memoria/noun RAMO/noun", None, []),
        ("memoria/noun X/noun", "memòria RAM", []),
        ("con/preposition LOS/determiner dos/numeral", "amb ELS dos", []),
    ],
    ids=[
        "only",
        "another-same",
        "as-many",
        "nearest",
        "all-capitals",
        "same",
        "lower",
        "no-source",
        "one-letter",
        "function",
    ],
)
def test_by_place(text: str, source: str | None, after: list[str]) -> None:
    assert find_texts(read_segment(text, source), A1) == after
