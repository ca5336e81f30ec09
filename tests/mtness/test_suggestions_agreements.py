"""Words that do not agree."""

from __future__ import annotations

import pytest

from tertium.mtness.repairs.error_types import ErrorType
from tests.mtness.test_suggestions_notation import GivenDictionary, GivenForms, find_repairs, find_texts, read_segment

FORMS = GivenForms(
    {
        "rojo f.s": "roja",
        "casa f.p": "casas",
        "like finite.present.3.s": "likes",
        "say finite.present": "say",
    }
)
AGREEMENT = ["agreement"]


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        (
            "es",
            "la/determiner.definite.f.s señal/noun.f.s rojo/adjective.m.s",
            ["la señal roja"],
        ),
        ("es", "las/el/determiner.definite.f.p casa/noun.f.s", ["la casa", "las casas"]),
        ("es", "la/el/determiner.definite.f.s casa/noun.f.s", []),
        ("es", "estilo/noun.m.s de/preposition mesa/noun.f.s rojo/adjective.m.s", []),
        ("es", "el/determiner.definite.m.s orden/noun.m.s", ["la orden"]),
        ("en", "My/determiner sister/noun.s like/verb.finite.present tea/noun", ["My sister likes tea"]),
        ("en", "people/noun.p says/say/verb.finite.present.3.s so/adverb", ["people say so"]),
        ("en", "they/pronoun.personal.3.p like/verb.finite.present tea/noun", []),
        ("en", "I/pronoun.personal.1.s like/verb.finite.present tea/noun", []),
    ],
)
def test_agreement(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, AGREEMENT, language, inflector=FORMS) == after


def test_the_error_is_agreement() -> None:
    repairs = find_repairs("las/el/determiner.definite.f.p casa/noun.f.s", AGREEMENT, inflector=FORMS)
    assert {each.error for each in repairs} == {ErrorType.AGREEMENT}


def test_the_dictionary_has_a_noun_in_both_genders() -> None:
    words = GivenDictionary({"front/noun.m.s": ["frente/noun.m.s"], "front/noun.f.s": ["frente/noun.f.s"]})
    made = read_segment("sudor/noun.m.s del/preposition.contracted.m.s frente/noun.m.s", "front")
    assert find_texts(made, ["A2"], dictionary=words) == ["sudor de la frente"]
