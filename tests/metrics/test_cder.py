"""CDER against the shortest path in its grid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.audit.explanation.word_edits import list_edits_and_jumps
from tertium.errors import InputError
from tertium.metrics.cder import Cder
from tertium.metrics.wer import Wer
from tests.metrics.tallying import assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import cder as oracle
from tests.oracle import wer
from tests.strategies import Corpus, corpora

SENTENCES = st.lists(st.sampled_from("abcdef"), max_size=9)


@given(corpus=corpora(max_segments=2, max_references=2), threads=st.integers(1, 3))
def test_rows_and_scores_equal_the_oracle(corpus: Corpus, threads: int) -> None:
    metric = Cder()
    rows = tally(metric, corpus, threads)
    expected = [
        oracle.tally(hypothesis.split(), [reference.split() for reference in references])
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert rows.tolist() == expected
    assert metric.score(rows).tolist() == [wer.score(row) for row in expected]


@pytest.mark.parametrize("length", [62, 63, 64, 65])
def test_long_segments_equal_the_oracle(length: int) -> None:
    # Around multiples of 64, the width of a machine word.
    words = [f"w{at * at % 23}" for at in range(length)]
    moved = [*words[-5:], "x", *words[length // 3 : length // 3 + 4], *words[60:64], *words[:2]]
    corpus = Corpus([" ".join(words)], [[" ".join(moved)]])
    assert tally(Cder(), corpus)[0, 0] == oracle.distance(words, moved)


@given(corpus=corpora(max_references=1))
def test_it_is_never_above_wer(corpus: Corpus) -> None:
    assert (tally(Cder(), corpus)[:, 0] <= tally(Wer(), corpus)[:, 0]).all()


@given(hypothesis=SENTENCES, reference=SENTENCES)
def test_the_edits_that_explain_a_rate_are_as_many(hypothesis: list[str], reference: list[str]) -> None:
    edits = list_edits_and_jumps(hypothesis, reference)
    assert sum(each.kind != "match" for each in edits) == oracle.distance(hypothesis, reference)
    assert " ".join(filter(None, (each.reference for each in edits))).split() == reference


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Cder())


def test_a_rate_by_hand() -> None:
    # A jump to the a, one to the c, and one to the end; a word in between would be replaced.
    result = tertium.score(["c d a b", "a x c"], ["a b c d", "a b c"], ["cder"])["cder"]
    assert result.segments is not None
    assert result.segments.tolist() == [3 / 4, 1 / 3]
    assert result.components == {"edits": 4, "reference_length": 7}
    assert not result.higher_is_better


def test_a_phrase_may_be_read_twice() -> None:
    # One jump back; WER needs three words more.
    assert tertium.score(["a b c"], ["a b c a b c"], ["cder"])["cder"].components["edits"] == 1


def test_against_nothing_only_nothing_is_right() -> None:
    result = tertium.score(["", "a b", "a"], ["", "", "a"], ["cder"])["cder"]
    assert result.segments is not None
    assert result.segments.tolist() == [0, 1, 0]


def test_a_segment_that_would_take_minutes_is_refused() -> None:
    text = "a " * 100_000
    with pytest.raises(InputError, match=r"segment 2 .* so long that cder would take minutes.* Split it"):
        tertium.score(["a", text], ["a", text], ["cder"])
