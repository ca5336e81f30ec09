"""Accepted pairs in new documents."""

from dataclasses import replace
from pathlib import Path

import pytest

from tertium.errors import SpecError
from tertium.postedit import DecidedPair, Record, Repository, TranslatedSegment, apply_edits
from tertium.postedit.application import apply_pairs
from tertium.postedit.suggested_edits import PairKey
from tests.postedit.notation import SALIDA, SEGMENTS, TEXTS

PAIR = DecidedPair(
    key=SALIDA.key,
    span=SALIDA.span,
    suggestion=SALIDA.suggestion,
    source_words=frozenset(["vol"]),
    record=Record(3, 0, 2, 0.0),
)


def test_a_new_document_is_edited_and_the_edits_are_listed() -> None:
    applied = apply_pairs(SEGMENTS, [PAIR])
    assert applied.texts == ["Salida vuelo a las 8.", TEXTS[1][0], "La salida vuelo y la SALIDA VUELO.", TEXTS[3][0]]
    assert [(each.segment, each.start) for each in applied.edits] == [(0, 0), (2, 3), (2, 22)]
    assert len(apply_pairs(SEGMENTS, [PAIR], everywhere=True).edits) == 4


def test_the_longer_span_comes_first_and_nothing_is_changed_twice() -> None:
    def make(span: str, suggestion: str, times: int = 3) -> DecidedPair:
        key = PairKey.of("", span, suggestion)
        return DecidedPair(key=key, span=span, suggestion=suggestion, record=Record(times, 0, 2, 0.0))

    pairs = [make("a", "b"), make("b", "c"), make("a b", "x"), make("b", "d", 9)]
    assert apply_pairs([TranslatedSegment("a a b b")], pairs).texts == ["b x d"]


def test_only_what_was_accepted_often_enough_is_applied(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "postedit.sqlite")
    for document in ("one", "one", "two"):
        assert apply_edits(SEGMENTS, repository).edits == []
        repository.decide(replace(SALIDA, document=document), accepted=True)
    applied = apply_edits(SEGMENTS, repository)
    assert [each.to_dict()["segment"] for each in applied.edits] == [1, 3, 3]
    assert applied.pair_counts == {"accepted": 1, "unconfirmed": 0, "times": 0, "share": 0, "documents": 0}
    assert apply_edits(SEGMENTS, repository, min_documents=3).pair_counts["documents"] == 1
    assert apply_edits(SEGMENTS, repository, language_pair="en-es").edits == []
    with pytest.raises(SpecError, match="at least one acceptance"):
        apply_edits(SEGMENTS, repository, min_share=0)
