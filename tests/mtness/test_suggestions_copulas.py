"""*Ser* and *estar*."""

from __future__ import annotations

import pytest

from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds import SECTIONS
from tertium.mtness.repairs.kinds.copulas import COPULAS
from tertium.mtness.repairs.repair_rules import Rules
from tests.mtness.test_suggestions_notation import find_repairs, find_texts


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", "el/determiner disco/noun es/ser/verb.finite lleno/adjective", ["el disco está lleno"]),
        ("es", "Es/ser/verb.finite previsto/verb.participle", ["Está previsto"]),
        ("es", "ha/auxiliary.finite sido/ser/verb.participle muy/adverb lleno/adjective", ["ha estado muy lleno"]),
        ("es", "está/estar/verb.finite alto/adjective", ["es alto"]),
        ("es", "está/estar/verb.finite cantando/verb.gerund", []),
        ("es", "es/ser/verb.finite cantando/verb.gerund", ["está cantando"]),
        ("es", "es/ser/verb.finite médico/noun", []),
        ("es", "es/ser/verb.finite en/preposition Madrid/proper", ["está en Madrid"]),
        ("es", "es/ser/verb.finite aquí/adverb ./punctuation", ["está aquí."]),
        ("es", "fuera/adverb lleno/adjective", []),
        ("es", "fue/ser/verb.finite lleno/adjective", ["estuvo lleno"]),
        ("ca", "el/determiner disc/noun està/estar/verb.finite ple/adjective", ["el disc és ple"]),
        ("en", "is/be/verb.finite full/adjective", []),
    ],
)
def test_the_other_one(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, ["ser/estar"], language) == after


@pytest.mark.parametrize("language", ["ca", "es"])
def test_every_form_has_its_like(language: str) -> None:
    copulas = Rules.read(language, SECTIONS).find(COPULAS).others
    assert len(copulas) > 80
    for form, others in copulas.items():
        for other, _ in others:
            assert form in [back for back, _ in copulas[other]]


def test_what_is_wrong() -> None:
    (repair,) = find_repairs("es/ser/verb.finite lleno/adjective", ["ser/estar"])
    assert (repair.replaced, repair.replacement, repair.error) == ("es", "está", ErrorType.SER_ESTAR)
