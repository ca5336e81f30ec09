"""The preposition before a person that is an object."""

from __future__ import annotations

import pytest

from tertium.edits import Edit
from tertium.mtness.repairs.error_types import ErrorType
from tests.mtness.test_suggestions_notation import find_repairs, find_texts

ADD = ["add preposition"]
LABEL = "tildan/tildar/verb.finite.present.3.p"


@pytest.mark.parametrize(
    ("language", "text", "after"),
    [
        ("es", f"{LABEL} Malala/proper.person", ["tildan a Malala"]),
        ("es", f"{LABEL} Malala/unknown", ["tildan a Malala"]),
        ("es", "tildar/verb.infinitive Malala/proper.person", ["tildar a Malala"]),
        ("es", "han/haber/auxiliary.finite visto/ver/verb.participle Malala/proper.person", ["han visto a Malala"]),
        ("es", "visto/ver/verb.participle Malala/proper.person", []),
        ("es", f"{LABEL} OTAN/unknown", []),
        ("es", f"{LABEL} Irán/proper.place", []),
        ("es", f"{LABEL} a/preposition Malala/proper.person", []),
        ("es", f"se/pronoun.reflexive {LABEL} Malala/proper.person", []),
        ("es", "es/ser/verb.finite Malala/proper.person", []),
        ("es", "dijo/decir/verb.finite Malala/proper.person", []),
        ("es", "Malala/proper.person", []),
        ("es", f"{LABEL} el/determiner.definite.m.s hombre/noun.m.s", ["tildan al hombre"]),
        ("es", f"{LABEL} un/determiner.m.s viejo/adjective.m.s vendedor/noun.m.s", ["tildan a un viejo vendedor"]),
        ("es", f"{LABEL} el/determiner.definite.m.s libro/noun.m.s", []),
        ("es", "buscando/buscar/verb.gerund María/noun.f.s", ["buscando a María"]),
        ("ca", f"{LABEL} Malala/proper.person", []),
    ],
)
def test_behind_a_verb(language: str, text: str, after: list[str]) -> None:
    assert find_texts(text, ADD, language) == after


def test_what_is_put_in() -> None:
    (repair,) = find_repairs(f"{LABEL} Malala/proper.person de/preposition traidora/noun.f.s", ADD)
    assert (repair.replaced, repair.replacement, repair.error) == ("", "a", ErrorType.WORD_FOR_WORD)
    assert repair.edits == (Edit(7, 7, "a "),)
