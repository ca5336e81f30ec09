"""Unigram precision, recall, F1 and Fmean against the oracle and by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.metrics.unigram import Unigram
from tests.metrics.tallying import assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import tokenizers
from tests.oracle import unigram as oracle
from tests.strategies import Corpus, corpora

FIGURES = ["precision", "recall", "f1", "fmean"]


@given(corpus=corpora(), threads=st.integers(1, 3))
def test_rows_and_figures_equal_the_oracle(corpus: Corpus, threads: int) -> None:
    metric = Unigram()
    rows = tally(metric, corpus, threads)
    expected = [
        oracle.tally(tokenizers.v13a(hypothesis), list(map(tokenizers.v13a, references)))
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert rows.tolist() == expected
    for figure, values in metric.components(rows).items():
        assert values.tolist() == pytest.approx([oracle.figures(*row)[figure] for row in expected], abs=1e-12)


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Unigram())


def test_the_figures_by_hand() -> None:
    # Three of four words match, against five: P = 3/4, R = 3/5.
    result = tertium.score(["the cat the sat"], ["the big cat sat down"], ["unigram"])["unigram"]
    precision, recall = 3 / 4, 3 / 5
    assert result.components == pytest.approx(
        {
            "precision": precision,
            "recall": recall,
            "f1": 2 * precision * recall / (precision + recall),
            "fmean": 10 * precision * recall / (recall + 9 * precision),
        }
    )
    assert result.value == pytest.approx(4.5 / 7.35)


@pytest.mark.parametrize("figure", FIGURES)
def test_any_of_the_figures_may_be_the_score(figure: str) -> None:
    spec = f"unigram:report={figure}"
    result = tertium.score(["a b", "c d e"], ["a x y", "c e"], [spec])[spec]
    assert result.value == result.components[figure]


def test_recall_weighs_nine_times_as_much_as_precision() -> None:
    long, short = tertium.score(["a b c d", "a b"], ["a b", "a b c d"], ["unigram"])["unigram"].segments  # type: ignore[misc]
    assert long == pytest.approx(10 * 0.5 / (1 + 9 * 0.5))
    assert short == pytest.approx(10 * 0.5 / (0.5 + 9))


@pytest.mark.parametrize("figure", FIGURES)
def test_nothing_matches_nothing(figure: str) -> None:
    spec = f"unigram:report={figure}"
    result = tertium.score(["", "a", ""], ["a", "", ""], [spec])[spec]
    assert result.segments is not None
    assert result.segments.tolist() == [0, 0, 0]
