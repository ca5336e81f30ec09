"""METEOR of what nobody writes: words thousands of times, texts without end, no budget to search."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import metrics
from tertium.alignment import Alignment
from tests.metrics.meteor_scores import OBJECTIVES, score
from tests.oracle import alignment as alignments


def assert_one_to_one_and_full(found: Alignment) -> None:
    """Each word at most once, and as many links as equal words allow."""
    assert len({link.hypothesis for link in found.links}) == len(found.links)
    assert len({link.reference for link in found.links}) == len(found.links)
    assert all(found.hypothesis[link.hypothesis] == found.reference[link.reference] for link in found.links)
    assert len(found.links) == (Counter(found.hypothesis) & Counter(found.reference)).total()


def get_value(found: Alignment) -> int:
    return found.crossings if found.objective == "min-crossing" else found.chunks


def make_long_text(draw: random.Random, kinds: int, length: int = 600) -> str:
    """Words as uneven as in language."""
    words, weights = [f"w{number}" for number in range(kinds)], [1 / (number + 1) for number in range(kinds)]
    return " ".join(draw.choices(words, weights, k=length))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("kinds", [30, 300, 3000])
def test_long_segments_say_whether_they_are_proven(kinds: int, objective: str) -> None:
    draw = random.Random(kinds)
    one, other = make_long_text(draw, kinds), make_long_text(draw, kinds)
    found = metrics.align(one, other, f"meteor:tokenize=none,stages=exact,alignment={objective}")
    assert_one_to_one_and_full(found)
    assert get_value(found) == found.bound if found.optimal else found.bound <= get_value(found)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_one_word_thousands_of_times(objective: str) -> None:
    found = metrics.align("a " * 3000, "a " * 2000, f"meteor:stages=exact,alignment={objective}")
    assert_one_to_one_and_full(found)
    assert (found.crossings, found.chunks) == (0, 1)
    assert found.bound <= get_value(found)


def test_the_bound_of_chunks_is_a_number_of_chunks() -> None:
    found = metrics.align("a " * 15, "a " * 7, "meteor:stages=exact,alignment=min-chunk")
    # Links could be adjacent more often than there are links, were each word of the reference mapped twice.
    assert (found.chunks, found.bound, found.optimal) == (1, 1, True)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_hundred_thousand_words(objective: str) -> None:
    words = [f"w{number}" for number in range(100_000)]
    moved = words[50_000:] + words[:50_000] if objective == "min-crossing" else words[::-1]
    result = score([" ".join(words)], [" ".join(moved)], f"meteor:tokenize=none,stages=exact,alignment={objective}")
    crossings, chunks = (50_000**2, 2) if objective == "min-crossing" else (100_000 * 99_999 // 2, 100_000)
    assert (result.components["crossings"], result.components["chunks"]) == (crossings, chunks)
    assert (result.components["matches"], result.components["unproven"]) == (100_000, 0)


@pytest.mark.parametrize(("hypothesis", "reference"), [("a b b b", "b a b a b b b"), ("b a b a b b b", "a b b b")])
def test_without_a_budget_crossings_are_not_fewest_but_links_are_links(hypothesis: str, reference: str) -> None:
    assert_one_to_one_and_full(metrics.align(hypothesis, reference, "meteor:tokenize=none,stages=exact,budget=0"))


@pytest.mark.parametrize("objective", OBJECTIVES)
@given(
    hypothesis=st.lists(st.sampled_from("abcd"), max_size=40).map(" ".join),
    reference=st.lists(st.sampled_from("abcd"), max_size=40).map(" ".join),
)
def test_without_a_budget_there_is_still_an_alignment(objective: str, hypothesis: str, reference: str) -> None:
    found = metrics.align(hypothesis, reference, f"meteor:tokenize=none,stages=exact,budget=0,alignment={objective}")
    assert_one_to_one_and_full(found)
    links = {(link.hypothesis, link.reference) for link in found.links}
    assert (found.crossings, found.chunks) == (alignments.count_crossings(links), alignments.count_chunks(links))


def test_what_is_not_proven_is_counted() -> None:
    draw = random.Random(8)
    texts = [make_long_text(draw, 30, 100) for _ in range(4)]
    specs = ["meteor:stages=exact,budget=0", "meteor:stages=exact"]
    none, usual = (score(texts[:2], texts[2:], spec).components for spec in specs)
    assert none["unproven"] == 2
    assert none["matches"] == usual["matches"]
    assert none["crossings"] >= usual["crossings"]
