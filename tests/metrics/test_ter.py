"""TER against sacrebleu, and properties that hold of any edit rate with shifts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import TER
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

import tertium
from tertium import _core
from tertium.metrics.ter import Ter
from tests.metrics.tallying import assert_equal_to_peer, assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import ter as oracle
from tests.oracle import wer
from tests.strategies import Corpus, corpora, texts

OPTIONS = ["normalized", "no_punct", "asian_support", "case_sensitive"]


@given(corpus=corpora(), options=st.fixed_dictionaries(dict.fromkeys(OPTIONS, st.booleans())))
def test_scores_equal_sacrebleu(corpus: Corpus, options: dict[str, bool]) -> None:
    assert_equal_to_peer("ter:" + ",".join(f"{key}={value}" for key, value in options.items()), corpus, TER(**options))


@given(corpus=corpora())
def test_edits_equal_the_oracle(corpus: Corpus) -> None:
    rows = tally(Ter(case_sensitive=True), corpus)
    for row, hypothesis, references in zip(rows, corpus.hypotheses, corpus.references, strict=True):
        words = [reference.split() for reference in references]
        assert row[0] == min(oracle.count_edits(hypothesis.split(), each) for each in words)
        assert row[1] == pytest.approx(sum(map(len, words)) / len(words))


@pytest.mark.parametrize("text", ["a,,5", "x 1.,5 y", "3,,,4", "a..5"])
def test_references_are_normalised_twice_as_in_sacrebleu(text: str) -> None:
    # So even a segment that equals its reference may need edits.
    assert_equal_to_peer("ter:normalized", Corpus([text], [[text]]), TER(normalized=True))
    assert_equal_to_peer("ter:normalized", Corpus([text, "b c"], [[text, text + " d"], ["c"]]), TER(normalized=True))


@given(text=texts)
def test_words_of_references_equal_those_that_sacrebleu_splits_again(text: str) -> None:
    peer = TercomTokenizer(normalized=True, no_punct=False, asian_support=True, case_sensitive=True)
    found = _core.tokenize_tercom([text], True, False, True, 2, 1).to_lists()[0]
    assert found == peer(peer(text.rstrip())).split()


@st.composite
def shuffled_pairs(draw: st.DrawFn) -> Corpus:
    """Long segments of which one is the other with phrases moved, where the search for shifts has work to do."""
    words = draw(st.lists(st.sampled_from("abcdefghijklmnop"), min_size=5, max_size=45))
    moved = list(words)
    for _ in range(draw(st.integers(1, 5))):
        start, length, place = (draw(st.integers(0, len(words))) for _ in range(3))
        phrase = moved[start : start + length % 12]
        rest = moved[:start] + moved[start + len(phrase) :]
        place = min(place, len(rest))
        moved = rest[:place] + phrase + rest[place:]
    return Corpus([" ".join(words)], [[" ".join(moved)]])


@given(corpus=shuffled_pairs())
def test_shifts_are_searched_as_sacrebleu_searches_them(corpus: Corpus) -> None:
    assert_equal_to_peer("ter", corpus, TER())


@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize("no_punct", [True, False])
@pytest.mark.parametrize("asian_support", [True, False])
@given(text=texts)
def test_words_equal_sacrebleu(normalized: bool, no_punct: bool, asian_support: bool, text: str) -> None:
    peer = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive=True)
    found = _core.tokenize_tercom([text], normalized, no_punct, asian_support, 1, 1).to_lists()[0]
    assert found == peer(text.rstrip()).split()


@given(corpus=corpora(max_references=1))
def test_edits_are_at_most_those_without_shifts(corpus: Corpus) -> None:
    rows = tally(Ter(case_sensitive=True), corpus)
    for row, hypothesis, (reference,) in zip(rows, corpus.hypotheses, corpus.references, strict=True):
        ours, theirs = hypothesis.split(), reference.split()
        assert abs(len(ours) - len(theirs)) <= row[0] <= wer.distance(ours, theirs)
        assert row[1] == len(theirs)


@given(corpus=corpora())
def test_a_segment_that_equals_a_reference_needs_no_edit(corpus: Corpus) -> None:
    references = [
        [*references, hypothesis] for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert tally(Ter(), Corpus(corpus.hypotheses, references))[:, 0].tolist() == [0] * len(references)


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Ter())


def test_a_moved_phrase_is_one_edit() -> None:
    result = tertium.score(["c d a b e"], ["a b c d e"], ["ter"])["ter"]
    assert result.value == pytest.approx(20)
    assert result.components == {"edits": 1, "reference_length": 5}


def test_the_fewest_edits_count_against_the_mean_length() -> None:
    result = tertium.score(["a b c"], [["a b c x", "a b", "y y y y y y"]], ["ter"])["ter"]
    assert result.components == {"edits": 1, "reference_length": 4}


def test_case_counts_only_if_asked_for() -> None:
    result = tertium.score(["A b"], ["a B"], ["ter", "ter:case_sensitive"])
    assert result["ter"].value == 0
    assert result["ter:case_sensitive"].value == 100


def test_empty_references() -> None:
    result = tertium.score(["", "a", ""], ["", "", "a b"], ["ter"])["ter"]
    assert result.segments is not None
    assert result.segments.tolist() == [0, 100, 100]
