"""chrF and chrF++ against the oracle and against sacrebleu."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import CHRF

import tertium
from tertium.errors import SpecError
from tertium.metrics.chrf import Chrf
from tests.metrics.tallying import assert_equal_to_peer, assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import chrf as oracle
from tests.strategies import Corpus, corpora

BETAS = st.sampled_from([1.0, 2.0, 3.0, 0.5])


@given(
    corpus=corpora(max_references=1),
    char_order=st.integers(1, 12),
    word_order=st.integers(0, 4),
    whitespace=st.booleans(),
    threads=st.integers(1, 3),
)
def test_rows_equal_the_oracle(
    corpus: Corpus, char_order: int, word_order: int, whitespace: bool, threads: int
) -> None:
    rows = tally(Chrf(char_order=char_order, word_order=word_order, whitespace=whitespace), corpus, threads)
    expected = [
        [
            number
            for counts in oracle.statistics(hypothesis, reference, char_order, word_order, whitespace)
            for number in counts
        ]
        for hypothesis, (reference,) in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert rows.tolist() == expected


@given(
    corpus=corpora(),
    char_order=st.integers(1, 8),
    word_order=st.integers(0, 3),
    beta=BETAS,
    whitespace=st.booleans(),
    eps_smoothing=st.booleans(),
)
def test_scores_equal_the_oracle(
    corpus: Corpus, char_order: int, word_order: int, beta: float, whitespace: bool, eps_smoothing: bool
) -> None:
    metric = Chrf(
        char_order=char_order, word_order=word_order, beta=beta, whitespace=whitespace, eps_smoothing=eps_smoothing
    )
    rows = tally(metric, corpus)
    # By scores and not by rows: two references may be equally good with different counts.
    expected = [
        oracle.score(
            oracle.tally(hypothesis, references, char_order, word_order, beta, whitespace, eps_smoothing),
            beta,
            eps_smoothing,
        )
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert metric.score(rows).tolist() == pytest.approx(expected, abs=1e-9)
    total = rows.sum(axis=0).reshape(-1, 3).tolist()
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(oracle.score(total, beta, eps_smoothing), abs=1e-9)


@pytest.mark.parametrize("word_order", [0, 2])
def test_rows_do_not_depend_on_threads_or_neighbours(word_order: int) -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Chrf(word_order=word_order))


@pytest.mark.parametrize("eps_smoothing", [True, False])
@given(
    corpus=corpora(),
    char_order=st.integers(1, 8),
    word_order=st.integers(0, 3),
    beta=st.integers(1, 3),
    lowercase=st.booleans(),
    whitespace=st.booleans(),
)
def test_scores_equal_sacrebleu(
    eps_smoothing: bool, corpus: Corpus, char_order: int, word_order: int, beta: int, lowercase: bool, whitespace: bool
) -> None:
    options = {
        "char_order": char_order,
        "word_order": word_order,
        "beta": beta,
        "lowercase": lowercase,
        "whitespace": whitespace,
        "eps_smoothing": eps_smoothing,
    }
    assert_equal_to_peer(
        "chrf:" + ",".join(f"{key}={value}" for key, value in options.items()), corpus, CHRF(**options)
    )


@given(corpus=corpora())
def test_chrf_plus_plus_is_chrf_with_two_orders_of_words(corpus: Corpus) -> None:
    result = tertium.score(corpus.hypotheses, corpus.references, ["chrf++", "chrf:word_order=2"])
    assert result["chrf++"].value == result["chrf:word_order=2"].value
    assert_equal_to_peer("chrf++", corpus, CHRF(word_order=2))


def test_a_short_pair_by_hand() -> None:
    # Characters of "ab": a, b, ab. Of "abc": a, b, c, ab, bc, abc. Orders 1 and 2 are common.
    # P = (1 + 1)/2, R = (2/3 + 1/2)/2 = 7/12; F2 = 5PR / (4P + R) = (35/12) / (55/12).
    spec = "chrf:char_order=3"
    result = tertium.score(["a b"], ["abc"], [spec])[spec]
    assert result.value == pytest.approx(100 * 35 / 55, rel=1e-12)
    assert result.components == {"precision": pytest.approx(100), "recall": pytest.approx(700 / 12)}


def test_white_space_counts_only_if_asked_for() -> None:
    result = tertium.score(["a b c"], ["abc"], ["chrf", "chrf:whitespace"])
    assert result["chrf"].value == 100
    assert result["chrf:whitespace"].value < 100


def test_nothing_scores_nothing() -> None:
    result = tertium.score(["", "a"], ["a", ""], ["chrf", "chrf++"])
    for spec in ("chrf", "chrf++"):
        assert result[spec].segments is not None
        assert result[spec].segments.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("char_order=0", "char_order is 1 to 30, not 0"),
        ("char_order=31", "char_order is 1 to 30, not 31"),
        ("word_order=-1", "word_order is 0 to 9, not -1"),
        ("beta=0", "beta is 0.000001 to 1000000, not 0"),
        ("beta=inf", "beta is 0.000001 to 1000000, not inf"),
        ("beta=nan", "beta is 0.000001 to 1000000, not nan"),
    ],
)
def test_a_setting_out_of_range_is_refused(settings: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        tertium.score(["a"], ["a"], [f"chrf:{settings}"])
