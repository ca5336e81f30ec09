"""The segment on its way through the stages."""

from __future__ import annotations

import pytest

from tertium.errors import SpecError
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.counting.contests import SegmentCounts
from tertium.mtness.segment import Segment
from tests.mtness.notation import replacing, tagged

PARTS = ("tokens", "spans", "repairs", "counts")


def stages() -> list[Segment]:
    words = tagged("salida/noun quiere/verb", "sortida vol")
    cut = words.with_spans((words.make_span(SpanKind.NOUN_VERB, 0, 2),))
    repaired = cut.with_repairs((replacing(cut, "quiere", "vuelo"),))
    return [Segment(text=words.text), words, cut, repaired, repaired.with_counts(SegmentCounts((), (), ()))]


@pytest.mark.parametrize("stage", range(5))
def test_a_segment_has_the_parts_of_its_stage_and_no_others(stage: int) -> None:
    segment = stages()[stage]
    for part in PARTS[:stage]:
        assert getattr(segment, part)
    for part in PARTS[stage:]:
        with pytest.raises(SpecError, match=f"no {part} yet"):
            getattr(segment, part)


@pytest.mark.parametrize("part", ["spans", "repairs", "counts"])
def test_a_part_needs_those_before_it(part: str) -> None:
    with pytest.raises(SpecError, match="yet"):
        getattr(Segment(text="salida"), f"with_{part}")(())


def test_a_new_part_drops_those_after_it() -> None:
    _, words, cut, repaired, counted = stages()
    assert counted.with_repairs(counted.repairs) == repaired
    assert counted.with_spans(counted.spans) == cut
    assert counted.with_tokens(counted.tokens) == words
    assert (counted.text, counted.source) == (words.text, words.source)


def test_a_span_has_the_words_as_they_stand() -> None:
    words = tagged("la/determiner salida/noun quiere/verb")
    span = words.make_span(SpanKind.NOUN_PHRASE, 1, 3)
    assert (span.text, span.start, span.end) == ("salida quiere", 3, 16)
