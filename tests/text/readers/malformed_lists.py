"""Malformed lists in a program."""

from __future__ import annotations

from tertium.types import References, TestSet, check_segments
from tests.text.readers.malformed_cases import Cases, Place

LISTS = Cases()
case = LISTS.add


@case
def hypotheses_one_string(place: Place) -> None:
    check_segments("a cat", "the hypotheses")


@case
def hypothesis_not_a_string(place: Place) -> None:
    check_segments(["a cat", None], "the hypotheses")  # type: ignore[list-item]


@case
def references_one_string(place: Place) -> None:
    References.from_nested("a cat")


@case
def references_nested_too_deeply(place: Place) -> None:
    References.from_nested([["a cat"], [["a dog"]]])  # type: ignore[list-item]


@case
def reference_not_a_string(place: Place) -> None:
    References.from_nested(["a cat", 7])  # type: ignore[list-item]


@case
def segment_without_reference(place: Place) -> None:
    References.from_nested(["a cat", None, []]).require_one_each()


@case
def lists_of_unequal_length(place: Place) -> None:
    TestSet(systems={"A": ["a cat"]}, references=References.from_nested(["a cat", "a dog"]))


@case
def sources_of_unequal_length(place: Place) -> None:
    TestSet(systems={"A": ["a cat"]}, references=References.from_nested(["a cat"]), sources=["un gato", "un perro"])


@case
def no_system(place: Place) -> None:
    TestSet(systems={}, references=References.from_nested(["a cat"]))


@case
def no_segments(place: Place) -> None:
    TestSet.concatenate([])
