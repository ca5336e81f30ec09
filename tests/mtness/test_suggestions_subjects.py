"""Subjects and auxiliaries of English verbs."""

from __future__ import annotations

import pytest

from tests.mtness.test_suggestions_notation import GivenDictionary, GivenForms, find_texts, read_segment

WORDS = GivenDictionary(
    {
        "llueve/llover/verb.finite.present.3.s": ["rains/rain/verb.finite.present.3.s"],
        "jugaba/jugar/verb.finite.imperfect.1.s": ["played/play/verb.finite.past"],
        "jugábamos/jugar/verb.finite.imperfect.1.p": ["played/play/verb.finite.past"],
        "seleccione/seleccionar/verb.finite.imperative.3.s": ["select/verb.finite.present"],
        "desea/desear/verb.finite.present.3.s": ["wishes/wish/verb.finite.present.3.s"],
    }
)
FORMS = GivenForms({"wish infinitive": "wish", "want infinitive": "want", "know infinitive": "know"})
WISHES = "wishes/wish/verb.finite.present.3.s"


def find(text: str, source: str | None, action: str) -> list[str]:
    return find_texts(read_segment(text, source), [action], "en", dictionary=WORDS, inflector=FORMS)


@pytest.mark.parametrize(
    ("text", "source", "after"),
    [
        ("Rains/rain/verb.finite.present.3.s now/adverb", "Llueve ahora", ["It rains now", "He rains now"]),
        ("but/conjunction played/play/verb.finite.past", "pero jugaba", ["but I played"]),
        ("but/conjunction played/play/verb.finite.past", "pero jugábamos", ["but we played"]),
        ("she/pronoun.personal played/play/verb.finite.past", "jugaba", []),
        ("Select/select/verb.finite.present it/pronoun", "Seleccione", []),
        ("There/adverb is/be/verb.finite.present.3.s nobody/pronoun", None, []),
    ],
    ids=["third", "first", "plural", "there", "instruction", "expletive"],
)
def test_a_missing_subject(text: str, source: str | None, after: list[str]) -> None:
    assert find(text, source, "add subject")[: len(after) or None] == after


def test_an_instruction_has_no_subject() -> None:
    text = "It/pronoun.personal.3.s select/verb.finite.present cells/noun.p"
    assert find(text, "Seleccione celdas", "drop subject") == ["Select cells"]
    assert find(f"It/pronoun.personal.3.s {WISHES}", "Desea", "drop subject") == []


def test_a_subject_after_its_verb() -> None:
    text = "Yes/adverb ,/punctuation it/pronoun.personal.3.s played/play/verb.finite.past Diego/proper"
    assert find(text, None, "drop subject") == ["Yes, played Diego"]


def test_another_subject() -> None:
    text = "it/pronoun.personal.3.s played/play/verb.finite.past"
    assert find(text, "jugaba", "function word") == ["I played"]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (f"It/pronoun.personal.3.s {WISHES} tea/noun ?/punctuation.final", ["Does it wish tea?", "Do you wish tea?"]),
        (f"It/pronoun.personal.3.s {WISHES} tea/noun ./punctuation.final", []),
        ("I/pronoun.personal.1.s no/adverb want/verb.finite.present tea/noun", ["I do not want tea"]),
        ("Not/adverb.negative knows/know/verb.finite.present.3.s", ["Does not know"]),
        ("I/pronoun do/verb.finite.present not/adverb.negative want/verb.finite.present", []),
    ],
    ids=["question", "statement", "no", "not", "there"],
)
def test_auxiliaries(text: str, after: list[str]) -> None:
    assert find(text, None, "auxiliary") == after
