"""What other systems wrote at the same place."""

from __future__ import annotations

import pytest

from tertium.mtness.repairs.error_types import ErrorType
from tests.mtness.test_suggestions_notation import GivenDictionary, find_repairs, find_texts, read_segment

OTHER = ["other system"]
TEXT = "mueren/morir/verb de/preposition siete/numeral en/preposition Irán/proper ./punctuation"


@pytest.mark.parametrize(
    ("other", "after"),
    [
        ("mueren de sed en Irán.", ["mueren de sed en Irán."]),
        ("Mueren de sed en Irak.", ["mueren de sed en Irán.", "mueren de siete en Irak."]),
        ("mueren por una gran sed en Irán.", []),
        ("mueren de una gran sed en Irán.", ["mueren de una gran sed en Irán."]),
        ("mueren de siete, en Irán.", []),
        ("fallecen de siete en Irán.", ["fallecen de siete en Irán."]),
        ("otra cosa", []),
        ("", []),
    ],
    ids=["word", "two-places", "too-long", "three-words", "put-in", "at-the-start", "all", "empty"],
)
def test_where_they_differ(other: str, after: list[str]) -> None:
    assert find_texts(read_segment(TEXT, others={"B": other, "C": other}), OTHER) == after


def test_the_error_is_known_if_the_dictionary_has_both() -> None:
    words = GivenDictionary({"set/numeral": ["siete/numeral"], "set/noun.f.s": ["sed/noun.f.s"]})
    for other, error in (("sed", ErrorType.WRONG_SENSE), ("hambre", ErrorType.UNKNOWN)):
        made = read_segment(TEXT, "moren de set", others={"B": f"mueren de {other} en Irán."})
        (repair,) = find_repairs(made, OTHER, dictionary=words)
        assert (repair.replacement, repair.error, repair.source) == (other, error, "set")


def test_groups_of_words_are_not_taken_apart() -> None:
    made = read_segment("a_pesar_de/preposition todo/pronoun", others={"B": "a causa de todo"})
    assert find_texts(made, OTHER) == []


@pytest.mark.parametrize(
    ("notation", "other", "after", "language"),
    [
        ("in/preposition Yaroslavl/proper and/conjunction Rome/proper", "in Yaroslavl' and Rome", None, "en"),
        ("the/determiner dogs/noun ran/verb", "the dogs' ran", None, "en"),
        ("à/preposition Yaroslavl/proper et/conjunction Rome/proper", "à Yaroslavl’ et Rome", None, "fr"),
        ("venir/verb de/preposition amis/noun", "venir jusqu'amis", "venir jusqu'amis", "fr"),
        ("venir/verb par/preposition amis/noun", "venir d'amis", "venir d'amis", "fr"),
        ("de/preposition Yaroslavl'/proper ./punctuation", "de Yaroslavl.", "de Yaroslavl.", "fr"),
    ],
    ids=["name", "genitive", "name-in-french", "unknown-elision", "elision", "before-a-mark"],
)
def test_the_apostrophe_of_a_name_does_not_take_the_blank(
    notation: str, other: str, after: str | None, language: str
) -> None:
    made = read_segment(notation, others={"B": other})
    assert find_texts(made, OTHER, language) == [after or other]
