"""WER against the full table of edit distances."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.errors import InputError
from tertium.metrics.wer import Wer
from tests.metrics.tallying import assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import wer as oracle
from tests.strategies import Corpus, corpora


@given(corpus=corpora(), threads=st.integers(1, 3))
def test_rows_and_scores_equal_the_oracle(corpus: Corpus, threads: int) -> None:
    metric = Wer()
    rows = tally(metric, corpus, threads)
    expected = [
        oracle.tally(hypothesis.split(), [reference.split() for reference in references])
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    # Of two references with the same rate the first counts.
    assert rows.tolist() == expected
    assert metric.score(rows).tolist() == [oracle.score(row) for row in expected]


@pytest.mark.parametrize(
    "lengths", [(63, 64), (64, 64), (65, 64), (127, 129), (128, 128), (200, 1), (1, 200), (300, 280), (0, 65)]
)
@pytest.mark.parametrize("kinds", [2, 5, 400])
def test_long_segments_equal_the_oracle(lengths: tuple[int, int], kinds: int) -> None:
    # Around multiples of 64, the width of a machine word.
    draw = random.Random(sum(lengths) + kinds)
    one, other = ([f"w{draw.randrange(kinds)}" for _ in range(length)] for length in lengths)
    corpus = Corpus([" ".join(one)], [[" ".join(other)]])
    assert tally(Wer(), corpus).tolist() == [[oracle.distance(one, other), len(other)]]


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Wer())


@given(corpus=corpora(max_references=1))
def test_the_distance_is_symmetric(corpus: Corpus) -> None:
    mirrored = Corpus(corpus.flat, [[hypothesis] for hypothesis in corpus.hypotheses])
    assert tally(Wer(), corpus)[:, 0].tolist() == tally(Wer(), mirrored)[:, 0].tolist()


def test_a_rate_by_hand() -> None:
    # One substitution and one insertion against four words.
    result = tertium.score(["the cat sits there now"], ["the dog sits there"], ["wer"])["wer"]
    assert result.value == 0.5
    assert result.components == {"edits": 2, "reference_length": 4}
    assert not result.higher_is_better


def test_the_reference_with_the_lowest_rate_counts() -> None:
    result = tertium.score(["a b c"], [["a", "a x c d"]], ["wer"])["wer"]
    assert result.components == {"edits": 2, "reference_length": 4}


def test_a_reference_of_nothing_is_never_worse_than_one_error() -> None:
    # Three edits against one word are a rate of 3; against nothing the rate is 1.
    result = tertium.score(["a a a a"], [["a", ""]], ["wer"])["wer"]
    assert result.components == {"edits": 4, "reference_length": 0}
    assert result.value == 1


def test_against_nothing_only_nothing_is_right() -> None:
    result = tertium.score(["", "a b", "a"], ["", "", "a"], ["wer"])["wer"]
    assert result.segments is not None
    assert result.segments.tolist() == [0, 1, 0]
    assert result.value == 2


def test_a_segment_that_would_take_minutes_is_refused() -> None:
    text = "a b " * 150_000
    with pytest.raises(InputError, match=r"segment 2 .* so long that wer would take minutes.* Split it"):
        tertium.score(["a", text], ["a", "b c " * 150_000], ["wer"])
    # What two texts share at their ends takes no time.
    assert tertium.score([text], [text + "c"], ["wer"])["wer"].components["edits"] == 1
