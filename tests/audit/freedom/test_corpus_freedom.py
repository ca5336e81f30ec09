from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from tertium import score
from tertium.audit.freedom.blocks import Blocks
from tertium.audit.freedom.corpus_freedom import BINS, Freedom, measure_freedom
from tertium.audit.segment import AuditedSegment
from tertium.errors import InputError, SpecError
from tertium.meta.judgments.layouts import read_judged
from tertium.types import References, TestSet
from tests.strategies import Corpus, corpora

# Table 1 of Callison-Burch, Osborne and Koehn (2006). Its hypothesis begins with a capital that its counts ignore.
REFERENCES = [
    "Orejuela appeared calm as he was led to the American plane which will take him to Miami, Florida.",
    "Orejuela appeared calm while being escorted to the plane that would take him to Miami, Florida.",
    "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida.",
    "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in Florida.",
]
HYPOTHESIS = "Appeared calm when he was taken to the American plane, which will to Miami, Florida."


def measure(hypotheses: list[str], references: list[list[str]], spec: str = "bleu") -> Freedom:
    return measure_freedom(
        TestSet(systems={"A": hypotheses}, references=References.from_nested(references)), spec, threads=1
    )


def test_the_example_of_the_paper() -> None:
    one = measure([HYPOTHESIS], [REFERENCES], "bleu:lowercase").systems["A"]
    assert (one.words[0], one.matched_bigrams[0], one.blocks[0]) == (18, 10, 8)
    assert one.log10_bound[0] == pytest.approx(math.log10(40_320))
    assert one.log10_orders[0] == pytest.approx(math.log10(40_320))
    assert one.bits[0] == pytest.approx(math.log2(40_320))
    assert one.bits_per_word == pytest.approx(math.log2(40_320) / 18)
    assert one.fixed == 0


@given(corpora())
def test_each_segment_is_as_its_blocks_are(corpus: Corpus) -> None:
    one = measure(corpus.hypotheses, corpus.references).systems["A"]
    for number, (hypothesis, references) in enumerate(zip(corpus.hypotheses, corpus.references, strict=True)):
        blocks = Blocks.of(AuditedSegment.read(hypothesis, references))
        assert one.words[number] == blocks.words
        assert one.matched_bigrams[number] == blocks.matched_bigrams
        assert one.blocks[number] == len(blocks.blocks)
        assert one.log10_bound[number] == pytest.approx(math.log10(blocks.bound))
        assert one.log10_orders[number] == pytest.approx(math.log10(blocks.orders))
        assert (one.log10_orders[number] == 0) == (blocks.orders == 1)


@given(corpora())
def test_scores_are_those_of_score(corpus: Corpus) -> None:
    one = measure(corpus.hypotheses, corpus.references).systems["A"]
    known = score(corpus.hypotheses, corpus.references, ["bleu"])["bleu"]
    assert one.score == known.value
    assert one.scores.tolist() == known.segments.tolist()  # type: ignore[union-attr]


def test_batches_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses = [f"a b c{number} d" for number in range(9)]
    references = [[f"b c{number} a", f"d a{number}"] for number in range(9)]
    whole = measure(hypotheses, references).to_dict()
    monkeypatch.setattr("tertium.audit.freedom.corpus_freedom._BATCH", 2)
    assert measure(hypotheses, references).to_dict() == whole


def test_progress_counts_outputs() -> None:
    seen: list[int] = []
    test_set = TestSet(systems={"A": ["a"] * 3, "B": ["b"] * 3}, references=References.from_nested(["a"] * 3))
    measure_freedom(test_set, progress=seen.append)
    assert sum(seen) == 6


def test_equal_blocks_are_counted_once() -> None:
    one = measure(["x x x x", "x y x y", ""], [["a"], ["a"], ["a"]]).systems["A"]
    assert one.blocks.tolist() == [4, 4, 0]
    assert one.log10_orders.tolist() == pytest.approx([0, math.log10(6), 0])
    assert one.fixed == pytest.approx(2 / 3)


def test_long_segments_do_not_overflow() -> None:
    one = measure([" ".join(f"w{number}" for number in range(5_000))], [["a"]]).systems["A"]
    assert one.largest == pytest.approx(math.lgamma(5_001) / math.log(10))
    assert one.total == one.largest == one.median == one.largest_bound == one.median_bound


def test_bleu_of_order_one_sees_no_order_at_all() -> None:
    one = measure(["a b c"], [["a b d"]], "bleu:order=1").systems["A"]
    assert one.matched_bigrams.tolist() == [0]
    assert one.blocks.tolist() == [3]
    assert one.log10_orders == pytest.approx(one.log10_bound)


@given(corpora())
def test_bins_hold_every_segment_once(corpus: Corpus) -> None:
    test_set = TestSet(
        systems={"A": corpus.hypotheses, "B": [each[0] for each in corpus.references]},
        references=References.from_nested(corpus.references),
    )
    freedom = measure_freedom(test_set, threads=1)
    bins = freedom.by_score()
    for name in ("A", "B", ""):
        counts = sum(each.count for each in bins if each.system == name)
        assert counts == len(test_set) * (1 if name else 2)
    for each in bins:
        if each.system:
            one = freedom.systems[each.system]
            is_last = each.high == BINS[-1]
            inside = [
                value
                for value, bleu in zip(one.log10_orders, one.scores, strict=True)
                if each.low <= bleu and (bleu < each.high or is_last)
            ]
            assert len(inside) == each.count
            assert not inside or each.median == pytest.approx(float(np.median(inside)))


def test_what_is_beyond_the_bins_is_left_out() -> None:
    freedom = measure(["a b c d", "x"], [["a b c d"], ["y"]])
    assert [each.count for each in freedom.by_score([10, 20, 50]) if not each.system] == [0, 0]
    assert [each.count for each in freedom.by_score([0, 50, 100]) if not each.system] == [1, 1]


@pytest.mark.parametrize("bins", [[], [1.0], [2.0, 1.0], [1.0, 1.0]])
def test_bins_rise(bins: list[float]) -> None:
    with pytest.raises(InputError, match="do not ascend"):
        measure(["a"], [["a"]]).by_score(bins)


def test_only_bleu_has_this_freedom() -> None:
    with pytest.raises(SpecError, match="'chrf' is not BLEU"):
        measure(["a"], [["a"]], "chrf")


def test_input_that_cannot_be_measured() -> None:
    with pytest.raises(InputError, match="the test set is empty"):
        measure([], [])
    with pytest.raises(InputError, match="segment 2 has no reference"):
        measure(["a", "b"], [["a"], []])


def test_as_json() -> None:
    data = json.loads(json.dumps(measure(["a b", "c"], [["a c"], ["c"]]).to_dict(), allow_nan=False))
    assert data["systems"][0]["segments"]["words"] == [2, 1]
    assert "segments" not in measure(["a b"], [["a c"]]).to_dict(segments=False)["systems"][0]


def test_freedom_falls_as_bleu_rises(data: Path) -> None:
    [judged] = read_judged(data / "wmt17-toen", pairs=["de-en"])
    freedom = measure_freedom(judged.test_set)
    medians = [each.median for each in freedom.by_score() if not each.system and each.low >= 25]
    assert medians == sorted(medians, reverse=True)
    bits = [each.bits_per_word for each in freedom.by_score() if not each.system]
    assert bits == sorted(bits, reverse=True)
    # The paper says of its system that some translations have more than 10^73 permutations.
    assert max(one.largest_bound for one in freedom.systems.values()) > 73
