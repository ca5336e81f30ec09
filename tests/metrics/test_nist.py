"""NIST against the oracle and against mteval's number."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.errors import SpecError, TertiumError
from tertium.metrics.metric import Batch
from tertium.metrics.nist import Nist
from tests.metrics.tallying import assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import nist as oracle
from tests.oracle import tokenizers
from tests.strategies import Corpus, corpora

# NLTK's doctest of sentence_nist: its first hypothesis and all three references.
HYPOTHESIS = "It is a guide to action which ensures that the military always obeys the commands of the party"
REFERENCES = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
# What mteval-v13a gives on these, as recorded in shared/oracles.md; it was not run again here.
MTEVAL = 5.0379


@given(corpus=corpora(), order=st.integers(1, 9), threads=st.integers(1, 3))
def test_rows_and_scores_equal_the_oracle(corpus: Corpus, order: int, threads: int) -> None:
    metric = Nist(order=order)
    rows = tally(metric, corpus, threads)
    information = oracle.weights([tokenizers.v13a(reference) for reference in corpus.flat], order)
    expected = [
        oracle.tally(tokenizers.v13a(hypothesis), list(map(tokenizers.v13a, references)), information, order)
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert rows.ravel().tolist() == pytest.approx([value for row in expected for value in row], abs=1e-9)
    assert metric.score(rows).tolist() == pytest.approx([oracle.score(row, order) for row in expected], abs=1e-9)
    total = [sum(column) for column in zip(*expected, strict=True)]
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(oracle.score(total, order), abs=1e-9)


def test_rows_do_not_depend_on_threads() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Nist())


def test_the_number_of_mteval_comes_out_on_the_example_of_nltk() -> None:
    assert tertium.score([HYPOTHESIS], [REFERENCES], ["nist"])["nist"].value == pytest.approx(MTEVAL, abs=5e-5)


def test_nltk_has_another_number_for_several_references() -> None:
    from nltk.translate.nist_score import corpus_nist

    theirs = corpus_nist([[reference.split() for reference in REFERENCES]], [HYPOTHESIS.split()])
    assert theirs == pytest.approx(3.3710, abs=5e-5)
    assert abs(theirs - MTEVAL) > 1


def test_two_thirds_of_the_length_halve_the_score() -> None:
    result = tertium.score(["a b"], ["a b c"], ["nist:order=1,tokenize=none"])["nist:order=1,tokenize=none"]
    assert result.components["brevity_penalty"] == pytest.approx(0.5)
    assert result.value == pytest.approx(0.5 * math.log2(3))


def test_the_length_of_the_references_is_their_mean() -> None:
    result = tertium.score(["a"], [["a b c", "a b c d e f"]], ["nist"])["nist"]
    assert result.components["reference_length"] == 4.5


def test_information_comes_from_the_whole_test_set() -> None:
    hypotheses, references = ["a x", "b y"], ["a x", "b b b y"]
    together = tertium.score(hypotheses, references, ["nist"])["nist"]
    alone = tertium.score(hypotheses[:1], references[:1], ["nist"])["nist"]
    assert together.segments is not None
    # Six words, one "a": log2 6; one "x": log2 6; "x" follows from "a": nothing. Two words.
    assert together.segments[0] == pytest.approx(math.log2(6))
    assert alone.value == pytest.approx(math.log2(2))


def test_an_empty_hypothesis_scores_0() -> None:
    result = tertium.score(["", "a b"], ["a b", "a b"], ["nist"])["nist"]
    assert result.segments is not None
    assert result.segments[0] == 0
    assert result.value > 0


def test_a_metric_that_was_not_fitted_says_so() -> None:
    metric = Nist()
    tokens = metric.prepare(["a"])
    with pytest.raises(TertiumError, match=r"has not seen the references.*Call fit first"):
        metric.tally(Batch(tokens, tokens, Corpus(["a"], [["a"]]).offsets))


def test_fitting_gives_a_new_metric() -> None:
    metric = Nist()
    fitted = metric.fit(metric.prepare(["a"]))
    assert metric.information is None
    assert fitted.information is not None
    assert fitted == metric


@pytest.mark.parametrize("order", [0, 10, -1])
def test_an_order_out_of_range_is_refused(order: int) -> None:
    with pytest.raises(SpecError, match=f"the order of NIST is 1 to 9, not {order}"):
        tertium.score(["a"], ["a"], [f"nist:order={order}"])
