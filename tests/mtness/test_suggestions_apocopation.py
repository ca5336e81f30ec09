"""Short forms before nouns."""

from __future__ import annotations

import pytest

from tertium.mtness.repairs.error_types import ErrorType
from tests.mtness.test_suggestions_notation import find_repairs, find_texts


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", "un/determiner grande/adjective.s momento/noun.m.s", ["un gran momento"]),
        ("es", "una/determiner grande/adjective.s fiesta/noun.f.s", ["una gran fiesta"]),
        ("es", "unas/determiner grande/adjective.s fiestas/noun.f.p", []),
        ("es", "Primero/adjective.ordinal.m.s contacto/noun.m.s", ["Primer contacto"]),
        ("es", "primero/adjective.ordinal.m.s gran/adjective.s contacto/noun.m.s", ["primer gran contacto"]),
        ("es", "primero/adjective.ordinal.m.s fiesta/noun.f.s", []),
        ("es", "bueno/adjective.m.s y/conjunction", []),
        ("es", "ciento/numeral casas/noun.f.p", ["cien casas"]),
        ("es", "ciento/numeral mil/numeral casas/noun.f.p", ["cien mil casas"]),
        ("es", "ciento/numeral dos/numeral casas/noun.f.p", ["cien dos casas"]),
        ("es", "santo/adjective.m.s Juan/proper", ["san Juan"]),
        ("es", "santo/adjective.m.s Tomás/proper", []),
        ("es", "momento/noun.m.s gran/adjective.s ./punctuation", ["momento grande."]),
        ("es", "gran/adjective.s momento/noun.m.s", []),
        ("ca", "un/determiner bo/adjective.m.s llibre/noun.m.s", ["un bon llibre"]),
        ("fr", "un/determiner beau/adjective.m.s homme/noun.m.s", ["un bel homme"]),
        ("fr", "un/determiner beau/adjective.m.s héros/noun.m.s", []),
        ("fr", "un/determiner bel/adjective.m.s chat/noun.m.s", ["un beau chat"]),
        ("en", "a/determiner apple/noun.s", ["an apple"]),
        ("en", "An/determiner university/noun.s", ["A university"]),
        ("en", "a/determiner one/numeral", []),
    ],
)
def test_the_form_that_is_due(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, ["apocopation"], language) == after


def test_what_is_wrong() -> None:
    (repair,) = find_repairs("un/determiner grande/adjective.s momento/noun.m.s", ["apocopation"])
    assert (repair.replaced, repair.replacement, repair.error) == ("grande", "gran", ErrorType.APOCOPATION)
