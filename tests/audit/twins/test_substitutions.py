"""Words that BLEU does not look at: found exactly, and replaced without its noticing."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.audit.segment import AuditedSegment
from tertium.audit.twins.substitutions import count_substitutions, find_free_words, substitute
from tertium.errors import InputError


def read(hypothesis: str, *references: str, spec: str = "bleu:tokenize=none") -> AuditedSegment:
    return AuditedSegment.read(hypothesis, references, spec)


def find(segment: AuditedSegment) -> list[tuple[int, str]]:
    return [(free.position, free.reason) for free in find_free_words(segment)]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "free"),
    [
        ("", "a", []),
        ("x", "a", [(0, "unknown")]),
        ("a", "a", []),
        ("a b c", "a b c", []),
        ("x y", "a b", [(0, "unknown"), (1, "unknown")]),
        ("x 東京 🚁", "東京 タワー", [(0, "unknown"), (2, "unknown")]),
        # One "a" too many: the first is taken to be the needed one.
        ("a x a", "a", [(1, "unknown"), (2, "surplus")]),
        # The first "a" is the one too many, since the second is needed for "a b".
        ("a x a b", "a b", [(0, "surplus"), (1, "unknown")]),
        # Both are needed, for one bigram each.
        ("c a x a b", "c a b", [(2, "unknown")]),
    ],
)
def test_free_words(hypothesis: str, reference: str, free: list[tuple[int, str]]) -> None:
    assert find(read(hypothesis, reference)) == free


@given(
    st.lists(st.sampled_from("aabbcx"), max_size=7),
    st.lists(st.lists(st.sampled_from("aabbc"), max_size=6), min_size=1, max_size=2),
)
def test_free_words_are_free_together_and_none_could_be_added(
    hypothesis: list[str], references: list[list[str]]
) -> None:
    segment = read(" ".join(hypothesis), *(" ".join(words) for words in references))
    places = {free.position for free in find_free_words(segment)}

    def is_free(chosen: set[int]) -> bool:
        words = tuple("nowhere" if place in chosen else word for place, word in enumerate(segment.hypothesis))
        return bool(segment.is_twin([words])[0])

    assert is_free(places)
    assert not any(is_free({*places, place}) for place in range(len(hypothesis)) if place not in places)
    assert all(is_free(set(some)) for some in combinations(places, 2))


def test_words_are_put_in_from_the_first_free_place_on() -> None:
    segment = read("the x man y z", "the man")
    assert substitute(segment, ["black", "helicopters"]) == ("the", "black", "man", "helicopters", "z")
    assert substitute(segment, ["jazz"], repeat=True) == ("the", "jazz", "man", "jazz", "jazz")
    assert substitute(segment, ["p", "q", "r", "s"]) == ("the", "p", "man", "q", "r")
    assert substitute(segment, []) == segment.hypothesis
    assert substitute(read("a b", "a b"), ["black"]) == ("a", "b")


def test_words_that_bleu_could_match_are_refused_or_left_out() -> None:
    segment = read("the x man y", "the man")
    with pytest.raises(InputError, match="'man' is in a reference"):
        substitute(segment, ["black", "man"])
    with pytest.raises(InputError, match="not a single word"):
        substitute(segment, ["black helicopters"])
    with pytest.raises(InputError, match="one string"):
        substitute(segment, "black")
    assert substitute(segment, ["man", "", "black"], skip=True) == ("the", "black", "man", "y")


def test_case_is_bleus() -> None:
    segment = read("the x", "The man", spec="bleu:tokenize=none,lowercase")
    with pytest.raises(InputError, match="'MAN' is in a reference"):
        substitute(segment, ["MAN"])


def test_places_of_another_segment_are_refused() -> None:
    free = find_free_words(read("x a", "a"))
    with pytest.raises(InputError, match="not free"):
        substitute(read("a b", "a b"), ["black"], free=free)


def test_the_number_of_variants_never_overflows() -> None:
    assert count_substitutions(0, 50_000) == 0
    assert count_substitutions(1000, 50_000) == pytest.approx(1000 * math.log10(50_000))
    with pytest.raises(InputError, match="are out of range"):
        count_substitutions(1, 0)


def test_a_word_that_the_tokenizer_divides_is_refused() -> None:
    segment = AuditedSegment.read("a b c", ["x y a"])
    with pytest.raises(InputError, match="not a single word"):
        substitute(segment, ["foo!bar"])
    assert substitute(segment, ["foo!bar"], skip=True) == segment.hypothesis
