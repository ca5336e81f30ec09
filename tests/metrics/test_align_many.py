"""Alignments of many segments are those of each, and have the scores that METEOR gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.errors import InputError, SpecError

SPECS = ("meteor", "meteor:stages=exact,alignment=min-chunk", "meteor:stages=exact+porter,references=pooled")
texts = st.lists(st.sampled_from(["a", "b", "C", "runs", "running", "Dog", "."]), max_size=7).map(" ".join)
segments = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=6)


@pytest.mark.parametrize("spec", SPECS)
@given(segments=segments, threads=st.integers(1, 3))
def test_many_alignments_are_those_of_each_segment(
    spec: str, segments: list[tuple[str, list[str]]], threads: int
) -> None:
    hypotheses, references = [list(part) for part in zip(*segments, strict=True)]
    found = tertium.align_many(hypotheses, references, spec, threads=threads)
    assert len(found) == len(segments)
    for alignment, (hypothesis, its) in zip(found, segments, strict=True):
        alone = tertium.align(hypothesis, its, spec).to_dict()
        assert alignment.to_dict() == {**alone, "signature": found.signature}
    scores = tertium.score(hypotheses, references, metrics=[spec])[spec]
    assert np.array_equal(found.rates["score"], scores.segments)
    assert found.signature == scores.signature


def test_alignments_are_a_sequence() -> None:
    found = tertium.align_many(["a b", "c", "d e"], ["a b", "c", "e d"], "meteor:stages=exact")
    assert [alignment.crossings for alignment in found[1:]] == [0, 1]
    assert found[-1].to_dict() == found[2].to_dict()
    assert found.links.tolist() == [[0, 0, 0, 0], [0, 1, 1, 0], [1, 0, 0, 0], [2, 0, 1, 0], [2, 1, 0, 0]]
    with pytest.raises(IndexError, match="segment 3 of 3"):
        found[3]


def test_what_cannot_be_aligned_is_refused() -> None:
    with pytest.raises(SpecError, match="does not align words"):
        tertium.align_many(["a"], ["a"], "bleu")
    with pytest.raises(InputError):
        tertium.align_many(["a", "b"], ["a"])
    with pytest.raises(InputError):
        tertium.align_many([], [])
