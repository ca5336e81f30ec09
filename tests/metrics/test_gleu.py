"""GLEU against NLTK, and from its definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.gleu_score import corpus_gleu, sentence_gleu

import tertium
from tertium.errors import SpecError
from tertium.metrics.gleu import Gleu
from tests.metrics.tallying import TOLERANCE, assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import gleu as oracle
from tests.strategies import Corpus, corpora


@given(corpus=corpora(), lengths=st.tuples(st.integers(1, 5), st.integers(0, 4)), threads=st.integers(1, 3))
def test_scores_equal_nltk_and_the_oracle(corpus: Corpus, lengths: tuple[int, int], threads: int) -> None:
    least, most = lengths[0], sum(lengths)
    metric = Gleu(min_len=least, max_len=most)
    rows = tally(metric, corpus, threads)
    hypotheses = metric.prepare(corpus.hypotheses).to_lists()
    references = [metric.prepare(texts).to_lists() for texts in corpus.references]
    pairs = list(zip(hypotheses, references, strict=True))
    scores = metric.score(rows).tolist()
    assert scores == pytest.approx([sentence_gleu(theirs, ours, least, most) for ours, theirs in pairs], abs=TOLERANCE)
    assert scores == pytest.approx([oracle.score(ours, theirs, least, most) for ours, theirs in pairs], abs=TOLERANCE)
    whole = corpus_gleu(references, hypotheses, least, most)
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(whole, abs=TOLERANCE)


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Gleu())


def test_the_example_of_nltk() -> None:
    # Its docstring, version 3.9: 0.4393… for the first hypothesis, 0.1206… for the second.
    reference = "It is a guide to action that ensures that the military will forever heed Party commands"
    good = "It is a guide to action which ensures that the military always obeys the commands of the party"
    bad = "It is to insure the troops forever hearing the activity guidebook that party direct"
    result = tertium.score([good, bad], [reference, reference], ["gleu"])["gleu"]
    assert result.segments is not None
    assert result.segments.tolist() == [29 / 66, 7 / 58]


def test_it_is_the_smaller_of_precision_and_recall() -> None:
    result = tertium.score(["a b c"], ["a b c d"], ["gleu"])["gleu"]
    assert result.value == 6 / 10
    assert result.components == {"matches": 6, "ngrams": 10}


@pytest.mark.parametrize("spec", ["gleu:min_len=0", "gleu:min_len=3,max_len=2", "gleu:max_len=31"])
def test_orders_that_do_not_exist_are_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="min_len and max_len are 1 to 30"):
        tertium.score(["a"], ["a"], [spec])
