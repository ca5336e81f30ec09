"""Explanations of metrics over words and characters: what is listed adds up to what the metric counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.audit import explain
from tertium.audit.explanation.word_edits import WordEdit, list_edits, list_edits_and_shifts
from tertium.encoders import DEFAULT
from tertium.errors import SpecError
from tertium.metrics import list_explainable, parse
from tertium.metrics.parsed import ParsedMetric
from tertium.parts import find_missing
from tertium.registry import METRICS
from tests.oracle.ter import count_edits
from tests.oracle.wer import distance

WORDS = st.lists(st.sampled_from("abcde"), max_size=12)
TEXTS = st.lists(st.sampled_from(["a", "b", "cat", "Cat", "dog,", "中文"]), max_size=8).map(" ".join)
HYPOTHESIS = "The strike on Monday ended and the dockers go back"
REFERENCES = ["On Monday the strike was ended, and dockers returned", "The strike ended on Monday"]


def score(hypothesis: str, references: list[str], metric: str) -> float:
    segments = tertium.score([hypothesis], [references], [metric])[metric].segments
    assert segments is not None
    return float(segments[0])


def count(edits: list[WordEdit]) -> int:
    return sum(each.kind != "match" for each in edits)


@given(WORDS, WORDS)
def test_edits_make_the_reference_of_the_hypothesis(hypothesis: list[str], reference: list[str]) -> None:
    for listed in (list_edits(hypothesis, reference), list_edits_and_shifts(hypothesis, reference)):
        steps = [each for each in listed if each.kind != "shift"]
        assert " ".join(filter(None, (each.reference for each in steps))).split() == reference
        assert sorted(" ".join(each.hypothesis for each in steps).split()) == sorted(hypothesis)
        for each in steps:
            assert (each.kind == "match") == (each.hypothesis == each.reference)
            assert bool(each.hypothesis) == (each.kind != "missing")


@given(WORDS, WORDS)
def test_as_many_edits_are_listed_as_are_counted(hypothesis: list[str], reference: list[str]) -> None:
    assert count(list_edits_and_shifts(hypothesis, reference)) == count_edits(hypothesis, reference)
    assert count(list_edits(hypothesis, reference)) == distance(hypothesis, reference)


def test_a_shift_says_where_the_words_go() -> None:
    shift, match = list_edits_and_shifts(
        ["on", "the", "mat", "sat", "the", "cat"], ["sat", "the", "cat", "on", "the", "mat"]
    )
    assert (shift.kind, shift.hypothesis, shift.place) == ("shift", "on the mat", "after sat the cat")
    assert match.reference == "sat the cat on the mat"
    back = list_edits_and_shifts(["b", "c", "d", "a"], ["a", "b", "c", "d"])[0]
    assert (back.hypothesis, back.place) == ("a", "before b c d")


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3), st.sampled_from(["chrf", "chrf++:word_order=1", "unigram"]))
def test_sizes_add_up_from_the_fragments(hypothesis: str, references: list[str], metric: str) -> None:
    found = explain(hypothesis, references, metric)
    for size in found.sizes:
        same = [each for each in found.fragments if (each.size, each.of) == (size.size, size.of)]
        assert sum(each.clipped for each in same) == size.matched
        # Orders that the reference does not have are not counted by chrF.
        assert sum(each.count for each in same) == size.count or (not size.wanted and not size.count)
    assert found.score == pytest.approx(score(hypothesis, references, metric))


@pytest.mark.parametrize("metric", [name for name in list_explainable() if not isinstance(parse(name), ParsedMetric)])
def test_every_metric_has_the_score_that_it_explains(metric: str) -> None:
    if find_missing(parse(metric).parts):
        pytest.skip(f"NO WEIGHTS: tertium models install {DEFAULT}, to explain metrics with an encoder")
    found = explain(HYPOTHESIS, REFERENCES, metric)
    assert found.sizes or found.edits or found.alignment or found.partners
    if metric != "nist":
        assert found.score == pytest.approx(score(HYPOTHESIS, REFERENCES, metric))
    assert found.to_dict()["metric"] == metric


def test_the_reference_that_counts_is_the_best() -> None:
    assert explain(HYPOTHESIS, REFERENCES, "chrf").chosen == 1
    assert explain(HYPOTHESIS, REFERENCES[::-1], "chrf").chosen == 0
    assert explain("a b c", ["x y z", "a b"], "wer").chosen == 1
    assert explain("a b c", ["x y z", "a b"], "ter").chosen == 1
    assert explain("a b c", ["x y z", "a b"], "bleu").chosen is None


def test_what_cannot_be_explained_says_so_by_name() -> None:
    others = METRICS.keys() - set(list_explainable())
    assert others >= {"bertscore-qe", "blend", "concord-qe", "slor"}
    for name in others:
        with pytest.raises(SpecError, match=f"scores of '{name}' cannot be explained"):
            explain("a", ["a"], name)
    with pytest.raises(SpecError, match="scores of 'blend' cannot be explained: a model predicts them"):
        explain("a", ["a"], "blend")
    with pytest.raises(SpecError, match="scores of 'slor' cannot be explained: they do not depend on references"):
        explain("a", ["a"], "slor")
