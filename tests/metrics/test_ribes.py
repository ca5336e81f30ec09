"""RIBES against NLTK and the oracle; test_golden_metrics.py compares it with the authors' program."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.ribes_score import corpus_ribes, sentence_ribes, word_rank_alignment

import tertium
from tertium import _core
from tertium.errors import InputError, SpecError
from tertium.metrics.ribes import Ribes
from tests.metrics.tallying import TOLERANCE, assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import ribes as oracle
from tests.strategies import Corpus, corpora

WORDS = st.lists(st.integers(0, 4), max_size=14)
EXPONENTS = st.sampled_from([0.0, 0.1, 0.25, 1.0])


@given(corpus=corpora(), alpha=EXPONENTS, beta=EXPONENTS, like_nltk=st.booleans(), threads=st.integers(1, 3))
def test_scores_equal_nltk_and_the_oracle(
    corpus: Corpus, alpha: float, beta: float, like_nltk: bool, threads: int
) -> None:
    metric = Ribes(alpha=alpha, beta=beta, variant="nltk" if like_nltk else "ribes.py")
    rows = tally(metric, corpus, threads)
    hypotheses = metric.prepare(corpus.hypotheses).to_lists()
    references = [metric.prepare(texts).to_lists() for texts in corpus.references]
    pairs = list(zip(hypotheses, references, strict=True))
    scores = metric.score(rows).tolist()
    expected = [oracle.score(ours, theirs, alpha, beta, like_nltk) for ours, theirs in pairs]
    assert scores == pytest.approx(expected, abs=TOLERANCE)
    if like_nltk:
        peer = [sentence_ribes(theirs, ours, alpha, beta) for ours, theirs in pairs]
        assert scores == pytest.approx(peer, abs=TOLERANCE)
        whole = corpus_ribes(references, hypotheses, alpha, beta)
        assert float(metric.score(rows.sum(axis=0))) == pytest.approx(whole, abs=TOLERANCE)


@given(hypothesis=WORDS, reference=WORDS)
def test_alignments_equal_the_oracle(hypothesis: list[int], reference: list[int]) -> None:
    ours, theirs = list(map(str, hypothesis)), list(map(str, reference))
    for like_nltk in (False, True):
        found = _core.align_ribes(hypothesis, reference, like_nltk)
        assert found == oracle.align(ours, theirs, like_nltk)
    assert [place for _, place in found] == word_rank_alignment(theirs, ours)


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Ribes())


def test_the_figures_by_hand() -> None:
    # The paper's example: three of six pairs of words are in order.
    result = tertium.score(["Bob hit John yesterday"], ["John hit Bob yesterday"], ["ribes"])["ribes"]
    assert result.value == pytest.approx(0.5)
    assert result.components == pytest.approx({"nkt": 0.5, "precision": 1, "brevity_penalty": 1})
    assert result.higher_is_better


def test_the_corpus_score_is_the_mean_of_the_segments() -> None:
    result = tertium.score(["a b", "b a", "x y"], ["a b", "a b", "a b"], ["ribes"])["ribes"]
    assert result.segments is not None
    assert result.segments.tolist() == [1, 0, 0]
    assert result.value == pytest.approx(1 / 3)


def test_of_several_references_the_best_counts() -> None:
    assert tertium.score(["a b c"], [["c b a", "a b c", "a c b"]], ["ribes"])["ribes"].value == 1


def test_a_reference_of_one_word_can_be_met_but_not_in_nltk() -> None:
    specs = ["ribes", "ribes:variant=nltk"]
    result = tertium.score(["yes"], ["Yes"], specs)
    assert [result[spec].value for spec in specs] == [1, 0]


def test_case_is_ignored_as_in_the_program() -> None:
    assert tertium.score(["A B"], ["a b"], ["ribes"])["ribes"].value == 1
    assert tertium.score(["A B"], ["a b"], ["ribes:lowercase=no"])["ribes:lowercase=no"].value == 0


@pytest.mark.parametrize("spec", ["ribes:alpha=-1", "ribes:beta=1001", "ribes:beta=nan", "ribes:variant=paper"])
def test_settings_outside_their_bounds_are_refused(spec: str) -> None:
    with pytest.raises(SpecError):
        tertium.score(["a"], ["a"], [spec])


def test_a_segment_that_would_take_minutes_is_refused() -> None:
    text = "a " * 50_000
    with pytest.raises(InputError, match=r"segment 2 .* so long that ribes would take minutes.* Split it"):
        tertium.score(["a", text], ["a", text], ["ribes"])
