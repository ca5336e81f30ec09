"""Other orders of the blocks: distinct, verified, and as many as there are."""

from __future__ import annotations

import math

import pytest
from scipy.stats import binomtest

from tertium.audit.freedom.blocks import Blocks
from tertium.audit.freedom.orders import draw_orders, measure_gain
from tertium.audit.intervals import estimate_share
from tertium.audit.segment import AuditedSegment
from tertium.errors import InputError
from tests.oracle.permutations import check, make_segments

LONG = " ".join(f"w{number}" if number % 3 else f"u{number}" for number in range(100))
LONG_REFERENCE = " ".join(f"w{number}" for number in range(100))


def cut(hypothesis: str, *references: str, spec: str = "bleu:tokenize=none") -> Blocks:
    return Blocks.of(AuditedSegment.read(hypothesis, references, spec))


def test_blocks_and_variants_agree_with_all_permutations_by_sacrebleu() -> None:
    problems = [problem for segment in make_segments(150, longest=7, seed=7) for problem in check(segment).problems]
    assert problems == []


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [("", "a b"), ("", ""), ("a", "a"), ("a", "b"), ("a b c d", "a b c d"), ("x x x", "a"), ("a b c", "a b c d")],
)
def test_nothing_is_drawn_where_there_is_no_other_order(hypothesis: str, reference: str) -> None:
    assert draw_orders(cut(hypothesis, reference), 5) == []


@pytest.mark.parametrize(
    ("hypothesis", "reference", "count"),
    [
        ("p q r", "a b", 5),
        ("a b x a b", "a b c", 2),
        ("naïve 東京 🚁 x", "東京 naïve", 17),
    ],
)
def test_all_orders_are_drawn_if_more_are_asked_for(hypothesis: str, reference: str, count: int) -> None:
    blocks = cut(hypothesis, reference)
    assert blocks.equal == count + 1
    found = draw_orders(blocks, 1000)
    assert len(set(found)) == len(found) == count
    assert blocks.segment.hypothesis not in found


def test_rare_orders_are_built_where_rejection_would_not_find_them() -> None:
    # Of twelve blocks nearly every two make a bigram of a reference, so that hardly any order is safe.
    words = "abcdefghijkl"
    known = [f"{one} {other}" for one in words for other in words if one != other and not follows(words, one, other)]
    blocks = cut(" ".join(words), *known)
    assert len(blocks.blocks) == 12
    found = draw_orders(blocks, 3, seed=1)
    assert len(found) == 3
    assert blocks.segment.is_twin(found).all()


def follows(words: str, one: str, other: str) -> bool:
    """Whether the other is next but one, or next: all that is left of the orders."""
    return (words.index(other) - words.index(one)) % len(words) in (1, 2)


def test_a_long_segment_has_its_variants_at_once() -> None:
    blocks = cut(LONG, LONG_REFERENCE)
    found = draw_orders(blocks, 50, seed=3)
    assert len(set(found)) == 50
    assert blocks.segment.is_twin(found).all()
    assert found == draw_orders(blocks, 50, seed=3) != draw_orders(blocks, 50, seed=4)


def test_each_order_is_as_likely_as_any_other() -> None:
    blocks = cut("p q r", "a b")
    firsts = [draw_orders(blocks, 1, seed=seed)[0] for seed in range(500)]
    assert {words: 60 < firsts.count(words) < 140 for words in firsts} == dict.fromkeys(firsts, True)
    assert len(set(firsts)) == 5


def test_a_gain_is_what_all_orders_gain_on_average() -> None:
    # Of six orders, "a b" is together in two.
    blocks = cut("b a x", "a b")
    gain = measure_gain(blocks, samples=5000, seed=1)
    assert gain.matches[0].mean == 0
    assert gain.matches[1].low < 1 / 3 < gain.matches[1].high
    assert gain.unchanged.low < 2 / 3 < gain.unchanged.high
    assert gain.unchanged.mean == pytest.approx(1 - gain.matches[1].mean)
    assert gain.largest > 0
    assert ("a", "b") in zip(gain.largest_words, gain.largest_words[1:], strict=False)
    assert gain.to_dict()["largest_words"] == " ".join(gain.largest_words)


@pytest.mark.parametrize(("hypothesis", "reference"), [("", "a"), ("a", "a"), ("a b c", "a b c"), ("x y", "a b")])
def test_nothing_is_gained_where_nothing_can_match(hypothesis: str, reference: str) -> None:
    gain = measure_gain(cut(hypothesis, reference), samples=20)
    assert gain.unchanged.mean == 1
    assert gain.unchanged.high == 1
    assert gain.largest == gain.score.mean == 0


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (8, 10), (10, 10), (1, 1), (500, 1000)])
def test_the_interval_of_a_share_is_scipys_by_wilson(successes: int, trials: int) -> None:
    found = estimate_share(successes, trials)
    interval = binomtest(successes, trials).proportion_ci(method="wilson")
    assert (found.mean, found.low, found.high) == pytest.approx((successes / trials, interval.low, interval.high))


def test_counts_that_make_no_sense_are_refused() -> None:
    blocks = cut("a b", "c")
    with pytest.raises(InputError, match="cannot be drawn"):
        draw_orders(blocks, -1)
    with pytest.raises(InputError, match="not a sample"):
        measure_gain(blocks, samples=0)
    assert draw_orders(blocks, 0) == []
    assert math.isinf(measure_gain(blocks, samples=1).score.high)
