"""PER against its definition: the lowest WER of any order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.metrics.per import Per
from tertium.metrics.wer import Wer
from tests.metrics.tallying import assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import per as oracle
from tests.oracle import wer
from tests.strategies import Corpus, corpora

FEW = st.lists(st.sampled_from("abc"), max_size=6)


@given(corpus=corpora(), threads=st.integers(1, 3))
def test_rows_and_scores_equal_the_oracle(corpus: Corpus, threads: int) -> None:
    metric = Per()
    rows = tally(metric, corpus, threads)
    expected = [
        oracle.tally(hypothesis.split(), [reference.split() for reference in references])
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert rows.tolist() == expected
    assert metric.score(rows).tolist() == [wer.score(row) for row in expected]


@given(hypothesis=FEW, reference=FEW)
def test_edits_are_those_of_the_best_order(hypothesis: list[str], reference: list[str]) -> None:
    expected = oracle.try_all_orders(hypothesis, reference)
    assert oracle.count_edits(hypothesis, reference) == expected
    assert tally(Per(), Corpus([" ".join(hypothesis)], [[" ".join(reference)]]))[0, 0] == expected


@given(corpus=corpora(max_references=1))
def test_it_is_never_above_wer(corpus: Corpus) -> None:
    assert (tally(Per(), corpus)[:, 0] <= tally(Wer(), corpus)[:, 0]).all()


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Per())


def test_a_rate_by_hand() -> None:
    # Moses: 1 - (correct - max(0, output length - reference length)) / reference length = 1 - (3 - 1) / 4.
    result = tertium.score(["there sits a dog now"], ["the dog sits there"], ["per"])["per"]
    assert result.value == 1 - (3 - 1) / 4
    assert result.components == {"edits": 2, "reference_length": 4}
    assert not result.higher_is_better


def test_against_nothing_only_nothing_is_right() -> None:
    result = tertium.score(["", "a b", "a"], [["", "a"], [""], ["b", "a"]], ["per"])["per"]
    assert result.segments is not None
    assert result.segments.tolist() == [0, 1, 0]
