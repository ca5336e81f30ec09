"""Function words for which there is another."""

from __future__ import annotations

import pytest

from tertium.edits import Edit
from tertium.mtness.repairs.error_types import ErrorType
from tests.mtness.test_suggestions_notation import find_repairs, find_texts, read_segment

FUNCTION = ["function word"]
AL = "al/a/preposition.contracted.m.s"
EL = "el/determiner.definite.m.s"


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", "viven/verb a/preposition Brasil/proper", ["viven en Brasil"]),
        ("es", "En/preposition casa/noun", ["A casa"]),
        ("es", "a/preposition la/determiner casa/noun", ["en la casa"]),
        ("es", f"viven/verb {AL} país/noun.m.s", ["viven en el país"]),
        ("es", "Al/a/preposition.contracted.m.s país/noun.m.s", ["En el país"]),
        ("es", f"en/preposition {EL} país/noun.m.s", ["al país"]),
        ("es", "En/preposition El/determiner.definite.m.s País/noun.m.s", ["A El País"]),
        ("es", "del/preposition.contracted.m.s país/noun.m.s", []),
        ("es", "a/preposition dimitir/verb.infinitive", ["en dimitir"]),
        ("es", "la/determiner casa/noun de/preposition Brasil/proper", []),
        ("es", "sale/verb de/preposition Brasil/proper", ["sale en Brasil", "sale a Brasil"]),
        ("es", "clic/noun a/preposition Abre/verb.finite", ["clic en Abre"]),
        ("es", "nada/pronoun de/preposition tú/pronoun.personal", ["nada de ti"]),
        ("es", "es/verb el/determiner más/adverb útil/adjective", ["es lo más útil"]),
        ("es", "a/noun Brasil/proper", []),
        ("es", "por/preposition ellos/pronoun", ["para ellos"]),
        ("es", "para/preposition salir/verb.infinitive", ["por salir"]),
        ("es", "los/pronoun.personal gusta/verb.finite", ["les gusta"]),
        ("es", "No/adverb los/pronoun.personal ha/auxiliary.finite gustado/verb.participle", ["No les ha gustado"]),
        ("es", "los/determiner.definite.m.p nacidos/verb.participle.m.p", []),
        ("es", "los/determiner.definite.m.p hijos/noun.m.p", []),
        ("es", "lo/determiner.definite.n Tuiter/unknown", ["el Tuiter", "la Tuiter"]),
        ("es", "viven/verb a/preposition", []),
        ("ca", "pel/per/preposition.contracted.m.s país/noun.m.s", ["per al país"]),
        ("ca", "per_al/per_a/preposition.contracted.m.s país/noun.m.s", ["pel país"]),
        ("ca", "per_a/preposition l'/el/determiner.definite.s home/noun.m.s", ["per l'home"]),
        ("ca", "per_a/preposition els/determiner.definite.m.p homes/noun.m.p", ["pels homes"]),
        ("ca", "als/a/preposition.contracted.m.p països/noun.m.p", ["en els països"]),
        ("fr", "dans/preposition le/determiner.definite.m.s jardin/noun.m.s", ["au jardin"]),
        ("fr", "au/preposition.contracted.m.s jardin/noun.m.s", ["dans le jardin"]),
        ("fr", "à/preposition France/proper", ["en France"]),
        ("en", "In/preposition Monday/noun", ["On Monday", "At Monday"]),
    ],
)
def test_the_other_word(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, FUNCTION, language) == after


@pytest.mark.parametrize(
    ("text", "old", "new", "edit"),
    [
        (f"viven/verb {AL} país/noun.m.s", "al", "en el", Edit(6, 8, "en el")),
        (f"En/preposition {EL} país/noun.m.s", "En el", "Al", Edit(0, 5, "Al")),
        ("viven/verb a/preposition Brasil/proper", "a", "en", Edit(6, 7, "en")),
    ],
    ids=["apart", "together", "alone"],
)
def test_one_edit(text: str, old: str, new: str, edit: Edit) -> None:
    repair, *_ = find_repairs(text, FUNCTION)
    assert (repair.replaced, repair.replacement, repair.error, repair.edits) == (
        old,
        new,
        ErrorType.WORD_FOR_WORD,
        (edit,),
    )


def test_words_outside_of_spans_are_exchanged_too() -> None:
    made = read_segment("a/preposition Irán/proper y/conjunction a/preposition Irán/proper", spans=[(3, 5)])
    assert find_texts(made, FUNCTION) == ["en Irán y a Irán", "a Irán y en Irán"]
