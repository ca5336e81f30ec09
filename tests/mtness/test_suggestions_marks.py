"""Opening marks, words that ask, and words that depend on the next one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tertium.edits import Edit
from tertium.mtness.repairs.error_types import ErrorType
from tests.mtness.test_suggestions_notation import find_repairs, find_texts, read_segment

HOW = "Cómo/adverb.interrogative estás/estar/verb.finite ?/punctuation.final"
KNOW = "sé/saber/verb.finite"


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", HOW, ["¿Cómo estás?"]),
        ("es", f"Hola/interjection ./punctuation.final {HOW}", ["Hola. ¿Cómo estás?"]),
        ("es", "¿/punctuation " + HOW, []),
        (
            "es",
            "Niños/noun ,/punctuation corred/verb.finite !/punctuation.final",
            ["¡Niños, corred!", "Niños, ¡corred!"],
        ),
        ("es", "Como/adverb estás/verb.finite ?/punctuation.final", ["¿Como estás?", "¿Cómo estás?"]),
        ("es", "Bien/adverb ./punctuation.final ?/punctuation.final", []),
        ("ca", HOW, []),
    ],
    ids=["start", "later", "there", "pause", "accent", "no-words", "no-rules"],
)
def test_opening_marks(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, ["mark"], language) == after


def test_a_mark_has_no_white_space_after_it() -> None:
    (repair,) = find_repairs(HOW, ["mark"])
    assert (repair.replaced, repair.replacement, repair.edits) == ("", "¿", (Edit(0, 0, "¿"),))
    assert repair.error is ErrorType.PUNCTUATION


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (f"no/adverb {KNOW} donde/adverb vive/verb.finite", ["no sé dónde vive"]),
        (f"no/adverb {KNOW} de/preposition donde/adverb viene/verb.finite", ["no sé de dónde viene"]),
        (f"no/adverb {KNOW} que/conjunction vive/verb.finite", []),
        (f"no/adverb {KNOW} que/conjunction hacer/verb.infinitive", ["no sé qué hacer"]),
        ("la/determiner lista/noun que/pronoun.relative queréis/verb.finite", []),
        ("la/determiner casa/noun donde/adverb vive/verb.finite", []),
        ("Donde/adverb vive/verb.finite ?/punctuation.final", ["Dónde vive?"]),
        ("Para_que/conjunction vive/verb.finite ?/punctuation.final", ["Para qué vive?"]),
        ("Hay/verb.finite quién/pronoun.interrogative vive/verb.finite", ["Hay que vive", "Hay quien vive"]),
        ("la/determiner luz/noun cuándo/adverb sale/verb.finite", ["la luz cuando sale"]),
        (f"{KNOW} a/preposition qué/determiner hora/noun", []),
    ],
)
def test_words_that_ask(text: str, after: list[str]) -> None:
    assert find_texts(text, ["question word"]) == after


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", "y/conjunction hizo/verb.finite", ["e hizo"]),
        ("es", "e/y/conjunction hizo/verb.finite", []),
        ("es", "e/y/conjunction vino/verb.finite", ["y vino"]),
        ("es", "O/conjunction otro/determiner", ["U otro"]),
        ("es", "y/conjunction hierro/noun", []),
        ("es", "de/preposition el/determiner libro/noun", ["del libro"]),
        ("es", "de/preposition El/determiner Salvador/proper", []),
        ("es", "la/determiner agua/noun.f.s", ["el agua"]),
        ("es", "el/determiner libro/noun.m.s", []),
        ("ca", "de/preposition aigua/noun", ["d'aigua"]),
    ],
)
def test_words_that_depend_on_the_next_one(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, ["junction"], language) == after


@pytest.mark.parametrize(("text", "replaced"), [("N A error", ["A"]), ("N/A error", [])])
def test_the_end_of_a_code_is_not_a_word(text: str, replaced: list[str]) -> None:
    made = replace(read_segment("N/noun A/determiner error/noun.s"), text=text)
    assert [each.replaced for each in find_repairs(made, ["junction"], "en")] == replaced
