"""CharacTER against the package cer and the oracle."""

from __future__ import annotations

import cer
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.audit.explanation.word_edits import list_edits_after_shifts
from tertium.errors import InputError
from tertium.metrics.character import Character
from tests.metrics.tallying import TOLERANCE, assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.metrics.test_ter import shuffled_pairs
from tests.oracle import character as oracle
from tests.strategies import Corpus, corpora


def split(corpus: Corpus) -> list[tuple[list[str], list[list[str]]]]:
    return [
        (hypothesis.split(), [reference.split() for reference in references])
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]


@given(corpus=corpora(), threads=st.integers(1, 3))
def test_scores_equal_cer(corpus: Corpus, threads: int) -> None:
    metric = Character()
    scores = metric.score(tally(metric, corpus, threads)).tolist()
    for score, (ours, references) in zip(scores, split(corpus), strict=True):
        if all(references):  # cer divides by the length of the reference
            assert score == pytest.approx(min(cer.calculate_cer(ours, each) for each in references), abs=TOLERANCE)


@given(corpus=shuffled_pairs())
def test_shifts_are_searched_as_cer_searches_them(corpus: Corpus) -> None:
    [(ours, [theirs])] = split(corpus)
    result = tertium.score(corpus.hypotheses, corpus.references, ["character"])["character"]
    assert result.value == pytest.approx(cer.calculate_cer(ours, theirs), abs=TOLERANCE)


@given(corpus=corpora(max_segments=2, max_references=2))
def test_scores_equal_the_oracle(corpus: Corpus) -> None:
    expected = [oracle.score(ours, references) for ours, references in split(corpus)]
    metric = Character()
    assert metric.score(tally(metric, corpus)).tolist() == pytest.approx(expected, abs=TOLERANCE)


@given(words=st.lists(st.sampled_from("abcd"), max_size=9), other=st.lists(st.sampled_from("abcd"), max_size=9))
def test_the_shifts_that_explain_a_rate_are_those_of_the_search(words: list[str], other: list[str]) -> None:
    edits = list_edits_after_shifts(words, other)
    shifted = " ".join(filter(None, (each.hypothesis for each in edits if each.kind != "shift"))).split()
    assert shifted == (oracle.shift(words, other) if words and other else words)


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Character())


def test_a_rate_by_hand() -> None:
    # The phrase "ab" is moved to the end, which costs its 2 characters; then c is replaced by d: 3 of 7.
    result = tertium.score(["ab c xy"], ["d xy ab"], ["character"])["character"]
    assert result.components == {"character_edits": 1, "shift_cost": 2, "characters": 7}
    assert result.value == pytest.approx(3 / 7)
    assert not result.higher_is_better


def test_the_corpus_score_is_the_mean_of_the_segments_and_none_is_above_one() -> None:
    result = tertium.score(["abcd", "x"], ["abcd", "something else altogether"], ["character"])["character"]
    assert result.segments is not None
    assert result.segments.tolist() == [0, 1]
    assert result.value == 0.5


def test_against_nothing_only_nothing_is_right() -> None:
    result = tertium.score(["", "a b", ""], ["", "", "a"], ["character"])["character"]
    assert result.segments is not None
    assert result.segments.tolist() == [0, 1, 1]


def test_a_segment_that_would_take_minutes_is_refused() -> None:
    text = "a b " * 2000
    with pytest.raises(InputError, match=r"segment 2 .* so long that character would take minutes.* Split it"):
        tertium.score(["a", text], ["a", "b b a " * 1300], ["character"])
