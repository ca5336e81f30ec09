from __future__ import annotations

import json
import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import score
from tertium.audit.blindness.edit_kinds import EDIT_KINDS, list_orders, make_variants
from tertium.audit.blindness.penalties import measure_blindness, tabulate_blindness
from tertium.audit.freedom.blocks import Blocks
from tertium.audit.segment import AuditedSegment, Words
from tertium.errors import SpecError
from tertium.types import References, TestSet
from tests.strategies import Corpus, corpora

REFERENCE = "The committee did not approve the 2019 budget on Monday evening ."
HYPOTHESIS = "The board has not accepted the 2018 budget Monday evening ."


def variants(kind: str, hypothesis: str, reference: str = REFERENCE, samples: int = 20) -> list[str]:
    segment = AuditedSegment.read(hypothesis, [reference])
    found = make_variants(kind, segment, samples=samples, most=samples, random=np.random.default_rng(1))
    return [" ".join(words) for words in found.texts]


@given(st.lists(st.sampled_from([("a",), ("b",), ("a", "b"), ("c",)]), max_size=6))
def test_orders_are_all_permutations(parts: list[Words]) -> None:
    found = [tuple(order) for order in list_orders(parts)]
    assert len(found) == len(set(found))
    assert set(found) == set(permutations(parts))


@given(corpora(max_segments=1), st.sampled_from(sorted(EDIT_KINDS)), st.sampled_from([1, 8, 200]))
def test_variants_are_new_and_different(corpus: Corpus, kind: str, samples: int) -> None:
    segment = AuditedSegment.read(corpus.hypotheses[0], corpus.references[0])
    found = make_variants(kind, segment, samples=samples, most=samples, random=np.random.default_rng(0))
    assert len(found.texts) == len(set(found.texts))
    assert segment.hypothesis not in found.texts
    assert found.is_exact or len(found.texts) <= samples


@given(corpora(max_segments=1))
def test_few_orders_are_listed_whole(corpus: Corpus) -> None:
    segment = AuditedSegment.read(corpus.hypotheses[0], corpus.references[0])
    blocks = Blocks.of(segment)
    if blocks.orders <= 720:
        found = make_variants("block order", segment, samples=1, most=720, random=np.random.default_rng(0))
        everything = {sum(order, ()) for order in permutations(blocks.blocks)} if len(blocks.blocks) < 7 else None
        assert found.is_exact
        assert everything is None or set(found.texts) == everything - {segment.hypothesis}


@given(corpora(max_segments=1))
def test_bleu_is_blind_to_what_the_paper_says(corpus: Corpus) -> None:
    kinds = ["block order", "unmatched words replaced"]
    found = measure_blindness(corpus.hypotheses[0], corpus.references[0], ["bleu"], kinds=kinds, samples=20, threads=1)
    orders, replaced = found
    assert orders.unnoticed == orders.tried
    assert replaced.unnoticed == replaced.near == replaced.tried


@given(corpora(max_segments=1), st.sampled_from(["bleu", "ter", "chrf", "wer"]))
def test_figures_are_those_of_scores(corpus: Corpus, spec: str) -> None:
    segment = AuditedSegment.read(corpus.hypotheses[0], corpus.references[0])
    [found] = measure_blindness(
        corpus.hypotheses[0], corpus.references[0], [spec], kinds=["content word dropped"], epsilon=0.1, threads=1
    )
    random = np.random.default_rng(0)
    drawn = make_variants("content word dropped", segment, samples=1_000, most=5_040, random=random)
    texts = [" ".join(words) for words in (segment.hypothesis, *drawn.texts)]
    original, *others = score(texts, [corpus.references[0]] * len(texts), [spec])[spec].segments.tolist()  # type: ignore[union-attr]
    sign = -1 if spec in ("ter", "wer") else 1
    assert found.score == original
    assert found.is_exact
    assert found.tried == len(others)
    assert found.near == sum(abs(other - original) <= 0.1 * abs(original) + 1e-7 for other in others)
    assert found.unnoticed == sum(sign * (other - original) >= -1e-7 for other in others)
    if others and original:
        assert found.fall == pytest.approx(sign * (original - np.mean(others)) / original)


def test_kinds_of_change() -> None:
    assert variants("content word dropped", "the cat sat") == ["the sat", "the cat"]
    assert variants("content word repeated", "the cat sat") == ["the cat cat sat", "the cat sat sat"]
    assert variants("function word dropped", "the cat and it") == ["cat and it", "the cat it", "the cat and"]
    assert variants("negation", "it was not so") == ["it was so"]
    assert variants("negation", "it won't and doesn't") == ["it will and doesn't", "it won't and does"]
    assert variants("negation", "it was so") == ["it was not so"]
    assert variants("negation", "Paris in spring") == []
    assert all(text.split()[0] == "in" and text != "in 2018" for text in variants("number changed", "in 2018"))
    assert all(len(text) == len("in 2018") for text in variants("number changed", "in 2018"))
    assert len(variants("number changed", "in 7")) == 8
    assert variants("number changed", "in seven") == []


def test_only_unmatched_words_are_replaced() -> None:
    found = variants("unmatched words replaced", HYPOTHESIS)
    assert len(found) == 20
    known = set(REFERENCE.lower().split())
    for text in found:
        words = text.split()
        assert [word for word in words if word in REFERENCE.split() or word == "2018"] == [
            word for word in HYPOTHESIS.split() if word in REFERENCE.split() or word == "2018"
        ]
        assert not {words[1], words[2], words[4]} & known
    assert variants("unmatched words replaced", REFERENCE) == []


def test_a_kind_draws_the_same_beside_others() -> None:
    alone = measure_blindness(HYPOTHESIS, [REFERENCE], ["meteor"], kinds=["word order"], samples=30)
    beside = measure_blindness(HYPOTHESIS, [REFERENCE], ["chrf", "meteor"], samples=30)
    assert [each for each in beside if (each.metric, each.kind) == ("meteor", "word order")] == alone
    again = measure_blindness(HYPOTHESIS, [REFERENCE], ["meteor"], kinds=["word order"], samples=30, seed=3)
    assert alone != again


def test_lower_is_better_for_ter() -> None:
    found = measure_blindness(REFERENCE, [REFERENCE], ["ter", "bleu"], samples=20)
    for each in found:
        assert each.unnoticed == 0 or each.kind == "block order"
        assert each.score == pytest.approx(0 if each.metric == "ter" else 100)
        if each.metric == "ter":
            assert math.isnan(each.fall)


def test_shares_have_intervals_unless_all_was_tried() -> None:
    found = {each.kind: each for each in measure_blindness(HYPOTHESIS, [REFERENCE], ["bleu"], samples=40)}
    exact, sampled = found["content word dropped"], found["word order"]
    assert exact.is_exact
    assert exact.share.low == exact.share.mean == exact.share.high
    assert not sampled.is_exact
    assert sampled.share.low < sampled.share.high
    assert sampled.tried == 40
    nothing = measure_blindness("Paris", ["London"], ["bleu"], kinds=["negation"])[0]
    assert math.isnan(nothing.share.mean)
    assert json.loads(json.dumps(nothing.to_dict(), allow_nan=False))["share"] is None


def test_the_table() -> None:
    outputs = {"A": [HYPOTHESIS, "It was the 3rd time ."], "B": [REFERENCE, "This was a third attempt ."]}
    test_set = TestSet(systems=outputs, references=References.from_nested([REFERENCE, "It was the third attempt ."]))
    specs = ["bleu", "nist", "chrf", "ter", "meteor", "unigram"]
    table = tabulate_blindness(test_set, specs, samples=15, segments=10)
    assert table == tabulate_blindness(test_set, specs, samples=15, segments=10, threads=2)
    assert table.segments == 4
    assert set(table.cells) == {(spec, kind) for spec in specs for kind in EDIT_KINDS}
    assert table.cells["bleu", "block order"].unnoticed == 1
    assert table.cells["bleu", "unmatched words replaced"].near == 1
    assert table.cells["unigram", "word order"].unnoticed == 1
    assert table.cells["meteor", "word order"].fall > 0
    assert table.cells["bleu", "number changed"].segments == 3
    assert json.loads(json.dumps(table.to_dict(), allow_nan=False))["samples"] == 15


def test_what_cannot_be_asked() -> None:
    with pytest.raises(SpecError, match="no kind of edit 'colour'"):
        measure_blindness("a", ["a"], ["bleu"], kinds=["colour"])
    with pytest.raises(SpecError, match="not a list of specs"):
        measure_blindness("a", ["a"], "bleu")
    with pytest.raises(SpecError, match=r"epsilon=.* is out of range"):
        measure_blindness("a", ["a"], ["bleu"], samples=0)
    with pytest.raises(SpecError, match="0 segments cannot be drawn"):
        tabulate_blindness(
            TestSet(systems={"A": ["a"]}, references=References.from_nested(["a"])), ["bleu"], segments=0
        )
