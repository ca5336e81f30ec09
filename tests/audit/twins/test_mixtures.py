"""Words of several references at once: what each has, which are rivals, and twins that use both."""

from __future__ import annotations

import pytest

from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.mixtures import find_rivals, measure_mixture, use_both
from tertium.errors import InputError
from tests.audit.table_1 import HYPOTHESIS, REFERENCES, SPEC


def read(hypothesis: str, *references: str) -> AuditedSegment:
    return AuditedSegment.read(hypothesis, references, "bleu:tokenize=none")


def split(*texts: str) -> list[Words]:
    return [tuple(text.split()) for text in texts]


def test_a_mixture_is_more_than_its_best_reference() -> None:
    mixture = measure_mixture(read("we carry and take him", "they take him home", "they carry him and us"))
    assert mixture.alone == ((2, 1, 0, 0), (3, 0, 0, 0))
    assert mixture.together == (4, 1, 0, 0)
    assert (mixture.best, mixture.gained) == (1, (1, 1, 0, 0))
    assert mixture.to_dict()["gained"] == [1, 1, 0, 0]


def test_one_reference_is_no_mixture() -> None:
    mixture = measure_mixture(read("a b", "a b c"))
    assert mixture.gained == (0, 0, 0, 0)
    assert measure_mixture(read("", "a", "b")).together == (0, 0, 0, 0)


def test_rivals_stand_between_the_same_words() -> None:
    (rival,) = find_rivals(split("to carry him", "to take him", "to take him"))
    assert (rival.first, rival.second) == (("carry",), ("take",))
    assert (rival.first_references, rival.second_references) == ((0,), (1, 2))
    assert (rival.before, rival.after) == ("to", "him")
    assert rival.to_dict()["second"] == "take"


def test_phrases_have_rivals_and_so_do_their_words_next_to_what_is_shared() -> None:
    found = {(rival.first, rival.second) for rival in find_rivals(split("a would take b", "a was to carry b"))}
    assert found == {
        (("would", "take"), ("was", "to", "carry")),
        (("would",), ("was",)),
        (("take",), ("carry",)),
    }


@pytest.mark.parametrize("references", [[], ["a b"], ["a b", "a b"], ["a b", "a"], ["", "a"], ["", ""]])
def test_there_may_be_no_rivals(references: list[str]) -> None:
    assert find_rivals(split(*references)) == []


def test_a_twin_uses_both() -> None:
    segment = read("they take him and home today x", "we will take him home now", "we will carry him home now")
    found = use_both(segment, seed=1)
    assert found is not None
    assert {*found.rival.first, *found.rival.second} <= set(found.words)
    assert segment.is_twin([found.words])[0]
    assert found == use_both(segment, seed=1)
    assert found.to_dict()["text"] == found.text


@pytest.mark.parametrize("seed", [0, 1, 12345])
@pytest.mark.parametrize("spec", ["bleu", SPEC])
def test_the_paper_s_carry_and_take_are_found_in_its_example(spec: str, seed: int) -> None:
    segment = AuditedSegment.read(HYPOTHESIS, REFERENCES, spec)
    found = use_both(segment, seed)
    assert found is not None
    assert (found.rival.first, found.rival.second) == (("take",), ("carry",))
    assert {"take", "carry"} <= set(found.words)
    assert segment.is_twin([found.words])[0]


def test_synonyms_come_before_other_words_and_punctuation_comes_last() -> None:
    references = ["the big dog , he saw a plane", "the large dog . we saw a house", "the large dog . we saw a plane"]
    found = use_both(read("big large he house we , . the x", *references))
    assert found is not None
    assert {found.rival.first, found.rival.second} == {("big",), ("large",)}
    # Without the synonyms, words come before function words and punctuation.
    found = use_both(read("big tall he house we , . the x", *(text.replace("large", "big") for text in references)))
    assert found is not None
    assert {found.rival.first, found.rival.second} == {("plane",), ("house",)}


@pytest.mark.parametrize(
    ("hypothesis", "references"),
    [
        ("a b c", ["a b c"]),
        ("", ["a", "b"]),
        ("take", ["take", "carry"]),
        ("x y", ["to carry him", "to take him"]),
        # The four words in a row leave no match for the other rival.
        ("they will take him home today", ["we will take him home now", "we will carry him home now"]),
        ("to take him home", ["to take him home", "to carry him home"]),
    ],
)
def test_none_is_said_to_be_none(hypothesis: str, references: list[str]) -> None:
    assert use_both(read(hypothesis, *references)) is None


def test_a_search_needs_a_budget() -> None:
    with pytest.raises(InputError, match="no budget"):
        use_both(read("a", "a", "b"), budget=0)


def test_what_one_reference_says_itself_is_not_said_twice() -> None:
    segment = AuditedSegment.read("a b c", ["a b c", "a b d", "a c d"], "bleu:tokenize=none")
    found = use_both(segment)
    assert found is None or found.words not in segment.references
