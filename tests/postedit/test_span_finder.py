"""Spans as whole words, and the case of suggestions."""

import pytest

from tertium.postedit.span_finder import SpanFinder, match_case


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("set", "set setena aset set", ["set", "set"]),
        ("set", "set-li d'set set's «set» 'set' ¿set?", ["set", "set", "set"]),
        ("plaça", "plac\u0327a PLAÇA plaça", ["plac\u0327a", "PLAÇA", "plaça"]),
        ("cafe", "cafe\u0301 café cafe", ["cafe"]),
        ("el  perro", "El\u00a0perro el perros", ["El\u00a0perro"]),
        ("¿qué?", "¿Qué? qué", ["¿Qué?"]),
        ("a.c", "abc a.c", ["a.c"]),
        ("...", "a ... b", []),
    ],
    ids=["words", "joiners", "accents", "bare", "spaces", "marks", "dot", "no word"],
)
def test_phrases_are_found_as_whole_words(phrase: str, text: str, found: list[str]) -> None:
    assert [text[place.start : place.end] for place in SpanFinder([phrase]).find(text)] == found


@pytest.mark.parametrize(
    ("found", "old", "new", "expected"),
    [
        ("Memoria RAMO", "memoria RAMO", "memoria RAM", "Memoria RAM"),
        ("memoria RAMO", "Memoria RAMO", "Memoria RAM", "memoria RAM"),
        ("ramo", "RAMO", "RAM", "RAM"),
        ("A", "a", "de la", "De la"),
        ("árbol", "Árbol", "Ébano", "ébano"),
    ],
    ids=["start", "inside", "abbreviation", "one letter", "accent"],
)
def test_capitals_are_kept(found: str, old: str, new: str, expected: str) -> None:
    assert match_case(found, old, new) == expected
