from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.audit.freedom.doubt import find_pivots, measure_doubt, score_shuffled
from tertium.audit.segment import parse_bleu
from tertium.errors import InputError, SpecError
from tertium.meta.judgments.layouts import read_judged
from tertium.types import References, TestSet
from tests.oracle import contrasts
from tests.strategies import Corpus, corpora, segments

BLEU = parse_bleu("bleu")


def rows(test_set: TestSet, system: str) -> np.ndarray:
    references = test_set.references
    return BLEU.tally(BLEU.prepare_batch(test_set.systems[system], references))


@given(corpora(max_segments=6), st.data())
def test_pivots_turn_the_difference_round(corpus: Corpus, data: st.DataObject) -> None:
    other = [data.draw(segments) for _ in corpus.hypotheses]
    test_set = TestSet(
        systems={"A": corpus.hypotheses, "B": other}, references=References.from_nested(corpus.references)
    )
    tallies = sorted((rows(test_set, name) for name in "AB"), key=lambda each: -float(BLEU.score(each.sum(axis=0))))
    better, worse = tallies
    found = find_pivots(BLEU, better, worse)
    assert len(found) == len(set(found))
    left = np.setdiff1d(np.arange(len(better)), found)
    assert BLEU.score(better[left].sum(axis=0)) <= BLEU.score(worse[left].sum(axis=0))
    fewest = contrasts.find_pivots(better.tolist(), worse.tolist(), 4)
    assert len(found) >= fewest
    assert len(found) == fewest or fewest > 1


def test_equals_rest_on_nothing() -> None:
    tallies = np.ones((3, 10))
    assert find_pivots(BLEU, tallies, tallies) == []


def test_pivots_need_the_same_segments() -> None:
    with pytest.raises(InputError, match="different segments"):
        find_pivots(BLEU, np.ones((3, 10)), np.ones((2, 10)))


@given(corpora())
def test_a_random_order_never_lowers_the_score(corpus: Corpus) -> None:
    references = References.from_nested(corpus.references)
    before = BLEU.score(
        BLEU.tally(BLEU.prepare_batch(corpus.hypotheses, References(corpus.flat, corpus.offsets))).sum(0)
    )
    assert (score_shuffled(corpus.hypotheses, references, BLEU, samples=3) >= before - 1e-9).all()


def test_all_orders_come_up() -> None:
    references = References.from_nested(["b a"])
    found = score_shuffled(["a b"], references, parse_bleu("bleu:order=2"), samples=50)
    assert set(found.round(6).tolist()) == {70.710678, 100.0}  # half a bigram by smoothing, and a whole one


def test_one_segment_decides() -> None:
    reference = ["the", "cat", "sat", "on", "the", "mat", "today"]
    texts = [" ".join(f"{word}{number}" for word in reference) for number in range(5)]
    worse = [text.replace("cat", "dog") if number < 4 else text for number, text in enumerate(texts)]
    better = [*worse[:4], texts[4]]
    better[2] = texts[2]
    doubt = measure_doubt(
        TestSet(systems={"A": worse, "B": better}, references=References.from_nested(texts)), "A", "B"
    )
    assert (doubt.better.system, doubt.worse.system) == ("B", "A")
    assert doubt.rests_on == [3]
    assert doubt.differing == 1
    assert doubt.count == 5
    assert doubt.difference > 0
    assert doubt.free == 0
    assert "rests on 1 of 5 segments" in str(doubt)


def test_free_segments_are_so_in_both() -> None:
    free, fixed = " ".join(f"x{number}" for number in range(12)), "a b c d"
    test_set = TestSet(
        systems={"A": [free, fixed, free], "B": [free, fixed, "a b c d"]},
        references=References.from_nested(["a b c d"] * 3),
    )
    doubt = measure_doubt(test_set, "A", "B", samples=2)
    assert doubt.free == 1
    assert doubt.worse.free_words == pytest.approx(24 / 28)
    assert doubt.better.free_words == pytest.approx(12 / 20)
    assert doubt.overtakes == 0
    assert measure_doubt(test_set, "A", "B", samples=2, many=10**9).free == 0


def test_the_same_seed_draws_the_same(made_data: Path) -> None:
    [judged] = read_judged(made_data / "wmt17-toen", pairs=["lv-en"])
    one, other = judged.systems[:2]
    few = judged.test_set[:300]
    found = measure_doubt(few, one, other, samples=3)
    assert found == measure_doubt(few, other, one, samples=3, threads=2)
    assert found.worse.score <= found.worse.low <= found.worse.mean <= found.worse.high
    assert found.worse.low != measure_doubt(few, one, other, samples=3, seed=1).worse.low
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["difference"] == found.difference


def test_what_cannot_be_asked() -> None:
    test_set = TestSet(systems={"A": ["a"], "B": ["b"]}, references=References.from_nested(["a"]))
    with pytest.raises(SpecError, match="no system 'C'"):
        measure_doubt(test_set, "A", "C")
    with pytest.raises(SpecError, match="two systems and at least one sample"):
        measure_doubt(test_set, "A", "A")
    with pytest.raises(SpecError, match="two systems and at least one sample"):
        measure_doubt(test_set, "A", "B", samples=0)
    with pytest.raises(SpecError, match="is not BLEU"):
        measure_doubt(test_set, "A", "B", "ter")
