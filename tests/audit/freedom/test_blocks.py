"""Blocks: the paper's example, and every count against full enumeration."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.audit.freedom.blocks import Blocks, find_sites
from tertium.audit.segment import AuditedSegment
from tertium.errors import InputError, SpecError
from tests.audit.table_1 import BLOCKS, DRAWN, HYPOTHESIS, PERMUTED, REFERENCES, SPEC

WORDS = st.lists(st.sampled_from(["a", "b", "c", "x"]), max_size=7)
OTHERS = st.lists(st.lists(st.sampled_from(["a", "b", "c", "z"]), min_size=1, max_size=7), min_size=1, max_size=2)


def read(words: list[str], references: list[list[str]]) -> AuditedSegment:
    return AuditedSegment.read(" ".join(words), [" ".join(each) for each in references], "bleu:tokenize=none")


def test_the_papers_example() -> None:
    segment = AuditedSegment.read(HYPOTHESIS, REFERENCES, SPEC)
    assert segment.row.tolist() == [18, 18, 15, 10, 5, 3, 18, 17, 16, 15]
    precisions = [round(matched / count, 2) for matched, count in zip(segment.row[2:6], segment.row[6:], strict=True)]
    assert precisions == [0.83, 0.59, 0.31, 0.2]
    blocks = Blocks.of(segment)
    assert " | ".join(" ".join(block) for block in blocks.blocks) == BLOCKS
    assert (blocks.words, blocks.matched_bigrams, blocks.bound) == (18, 10, 40_320)
    assert blocks.log10_bound == pytest.approx(math.log10(40_320))


def test_its_permuted_variant_scores_the_same() -> None:
    segment = AuditedSegment.read(HYPOTHESIS, REFERENCES, SPEC)
    permuted = AuditedSegment.read(PERMUTED, REFERENCES, SPEC)
    assert sorted(permuted.hypothesis) == sorted(segment.hypothesis)
    assert segment.is_twin([permuted.hypothesis]).all()
    assert permuted.score == segment.score


def test_what_it_draws_from_the_references_matches_as_much_in_all_orders_but_the_lengths() -> None:
    """The paper's own drawn example has 17 words where the hypothesis has 18, and so is nearly a twin."""
    segment = AuditedSegment.read(HYPOTHESIS, REFERENCES, SPEC)
    drawn = AuditedSegment.read(DRAWN, REFERENCES, SPEC)
    assert drawn.row[2] == 15
    assert len(drawn.hypothesis) == len(segment.hypothesis) - 1


@given(WORDS, OTHERS)
def test_counts_are_those_of_full_enumeration(words: list[str], references: list[list[str]]) -> None:
    segment = read(words, references)
    blocks = Blocks.of(segment)
    orders = set(permutations(blocks.blocks))
    assert blocks.orders == len(orders)
    safe = {
        tuple(word for place in order for word in blocks.blocks[place])
        for order in permutations(range(len(blocks.blocks)))
        if blocks.is_safe(order)
    }
    assert blocks.equal == len(safe)
    assert segment.is_twin(sorted(safe)).all(), "every safe order is a twin"
    twins = int(segment.is_twin(sorted(set(permutations(segment.hypothesis)))).sum())
    assert blocks.equal <= twins, "a lower bound on all orders of the words"
    assert blocks.equal <= blocks.orders <= blocks.bound


@given(WORDS, OTHERS)
def test_blocks_put_together_are_the_hypothesis(words: list[str], references: list[list[str]]) -> None:
    segment = read(words, references)
    blocks = Blocks.of(segment)
    assert [word for block in blocks.blocks for word in block] == words
    assert len(blocks.blocks) == (len(find_sites(segment)) + 1 if words else 0)


def test_a_hypothesis_that_is_the_reference_has_one_order() -> None:
    blocks = Blocks.of(read(["a", "b", "c"], [["a", "b", "c"]]))
    assert (blocks.bound, blocks.orders, blocks.equal) == (1, 1, 1)


def test_equal_blocks_count_once() -> None:
    blocks = Blocks.of(read(["x", "x", "x", "y"], [["a"]]))
    assert (blocks.bound, blocks.orders, blocks.equal) == (24, 4, 4)


def test_an_empty_hypothesis() -> None:
    blocks = Blocks.of(read([], [["a"]]))
    assert (blocks.blocks, blocks.bound, blocks.orders, blocks.equal) == ((), 1, 1, 1)


def test_numbers_that_no_float_can_hold() -> None:
    words = [f"x{number}" for number in range(400)]
    blocks = Blocks.of(read(words, [["a"]]))
    assert blocks.equal == blocks.orders == blocks.bound == math.factorial(400)
    assert blocks.log10_bound == pytest.approx(868.806, abs=1e-3)
    assert blocks.to_dict()["bound"] == str(math.factorial(400))


def test_too_many_meetings_are_not_counted() -> None:
    """Twenty blocks can each stand before twenty others: nobody counts the paths of such a tangle."""
    words = [word for _ in range(20) for word in ("a", "x", "b", "y")]
    segment = read(words, [["b", "a"]])
    assert Blocks.of(segment).equal is None


@pytest.mark.parametrize("spec", ["chrf", "meteor"])
def test_only_bleu_has_blocks(spec: str) -> None:
    with pytest.raises(SpecError, match="is not BLEU"):
        AuditedSegment.read("a", ["b"], spec)


def test_a_reference_is_needed() -> None:
    with pytest.raises(InputError, match="no reference"):
        AuditedSegment.read("a", [])


def test_bleu_of_order_one_sees_no_order_at_all() -> None:
    blocks = Blocks.of(AuditedSegment.read("the cat sat on the mat", ["the cat sat on a mat"], "bleu:order=1"))
    assert (blocks.bound, blocks.orders, blocks.equal) == (720, 360, 360)


def test_a_twin_is_a_twin_as_a_text() -> None:
    """As words the counts are the same; but the tokenizer would make three words of one of them."""
    segment = AuditedSegment.read("a b c", ["x y a"])
    assert segment.is_twin([("a", "foo", "bar"), ("a", "foo!bar", "c")]).tolist() == [True, False]


def test_fillers_are_words_as_bleu_sees_them() -> None:
    segment = AuditedSegment.read("we saw it", ["we saw a zebra"], "bleu:lowercase")
    assert segment.make_filler("Black") == "black"
    assert segment.make_filler("ZEBRA") is None
    assert segment.make_filler("two words") is None
    assert segment.make_filler("") is None
