import json

import pytest

from tertium.edits import Edit
from tertium.errors import SpecError
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.counting.contests import Contest, CountedSpan, SegmentCounts
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token
from tertium.registry import FORMATS
from tertium.report import render
from tertium.report.tables.stages import describe_stage

TEXT = "La salida\u00a0quiere <b>"
TAGGED = Segment(text=TEXT, source="La sortida vol <b>", document="a.txt").with_tokens(
    (
        Token(text="La", start=0, end=2, lemma="el", tag=Tag.parse("determiner.definite.f.s")),
        Token(text="salida", start=3, end=9, lemma="salida", tag=Tag.parse("noun.f.s")),
        Token(text="quiere", start=10, end=16, lemma="querer", tag=Tag.parse("verb.finite.present.3.s")),
        Token(text="<b>", start=17, end=20, lemma="<b>", tag=Tag.parse("unknown")),
    )
)
SPANS = (TAGGED.make_span(SpanKind.NOUN_PHRASE, 0, 2), TAGGED.make_span(SpanKind.NOUN_VERB, 0, 3))
CHUNKED = TAGGED.with_spans(SPANS)
REPAIR = Repair(
    edits=(Edit(10, 16, "vuelo"),),
    action=OTHER_TRANSLATION,
    error=ErrorType.WORD_FORM,
    replaced="quiere",
    replacement="vuelo",
    source="vol",
)
REPAIRED = CHUNKED.with_repairs((REPAIR,))
COUNTED = REPAIRED.with_counts(
    SegmentCounts(
        (CountedSpan(span=SPANS[0], count=12_345), CountedSpan(span=SPANS[1], count=0, expected=4.21)),
        (Contest(repair=REPAIR, span=SPANS[1], suggestion="La salida vuelo", suggestion_count=31, whole=True),),
        (0.75,),
    )
)
STAGES = {"tags": TAGGED, "spans": CHUNKED, "suggestions": REPAIRED, "counts": COUNTED}
EMPTY = Segment(text="").with_tokens(())
EMPTIES = {
    "tags": EMPTY,
    "spans": EMPTY.with_spans(()),
    "suggestions": EMPTY.with_spans(()).with_repairs(()),
    "counts": EMPTY.with_spans(()).with_repairs(()).with_counts(SegmentCounts((), (), ())),
}


@pytest.mark.parametrize("name", list(FORMATS))
@pytest.mark.parametrize("stage", list(STAGES))
def test_every_stage_is_shown_in_every_format(stage: str, name: str) -> None:
    printed = render(describe_stage(stage, [EMPTIES[stage], STAGES[stage]]), name)
    assert "salida" in printed or "vuelo" in printed
    assert "�" not in printed
    assert name != "html" or "<b>" not in printed


@pytest.mark.parametrize("stage", list(STAGES))
def test_the_columns_of_a_stage_do_not_depend_on_what_is_in_them(stage: str) -> None:
    some, none = (describe_stage(stage, [segments[stage]]) for segments in (STAGES, EMPTIES))
    assert list(some.frame.columns) == list(none.frame.columns)
    assert render(describe_stage(stage, []), "tsv").count("\n") == 1


def test_tags_have_a_row_a_word() -> None:
    document = describe_stage("tags", [TAGGED])
    assert document.tables[0].rows[2] == ["1", "quiere", "querer", "verb.finite.present.3.s"]
    (segment,) = document.data["segments"]
    assert (segment["text"], segment["document"]) == (TEXT, "a.txt")
    assert segment["tokens"][0] == TAGGED.tokens[0].to_dict()


def test_spans_have_a_row_each() -> None:
    document = describe_stage("spans", [EMPTIES["spans"], CHUNKED])
    assert document.tables[0].rows == [["2", "NP", "La salida"], ["2", "NP+V", "La salida quiere"]]
    assert document.data["segments"][0]["spans"] == []


def test_suggestions_tell_what_is_replaced_and_by_what() -> None:
    document = describe_stage("suggestions", [REPAIRED])
    assert document.tables[0].rows == [
        ["1", "quiere", "vuelo", "A2", "word-form confusion", "vol", "10-16: vuelo"],
    ]
    assert document.frame.columns["repaired"] == ["La salida\u00a0vuelo <b>"]
    assert document.data["segments"][0]["repairs"] == [REPAIR.to_dict()]


def test_counts_have_spans_and_contests() -> None:
    document = describe_stage("counts", [COUNTED])
    spans, contests = document.tables
    assert tuple(spans.columns) == ("segment", "kind", "span", "count", "expected")
    assert spans.rows[1] == ["1", "NP+V", "La salida quiere", "0", "4.2"]
    assert tuple(contests.columns) == ("segment", "span", "suggestion", "whole", "count", "suggestion count", "share")
    assert contests.rows == [["1", "La salida quiere", "La salida vuelo", "yes", "0", "31", "0.7500"]]
    data = json.loads(render(document, "json"))["segments"][0]
    assert data["spans"][0]["count"] == 12_345
    assert data["contests"][0]["repair"]["replacement"] == "vuelo"
    lines = render(document, "tsv").splitlines()
    assert len(lines) == 4
    assert len({line.count("\t") for line in lines}) == 1


def test_what_could_not_be_counted_is_told() -> None:
    asked = ("un policía quiere", "un policía vuelo")
    contest = Contest(
        repair=REPAIR, span=SPANS[1], suggestion="x", count=1, suggestion_count=2, whole=False, asked=asked
    )
    counted = CountedSpan(span=SPANS[0], count=None, problem="time-out")
    failed = REPAIRED.with_counts(SegmentCounts((counted,), (contest,), (0.5,)))
    spans, contests = describe_stage("counts", [failed]).tables
    assert tuple(spans.columns) == ("segment", "kind", "span", "problem")
    assert "asked" in contests.columns
    assert contests.rows[0][3:6] == ["no", "un policía quiere", "un policía vuelo"]


def test_an_unknown_stage_lists_the_known_ones() -> None:
    with pytest.raises(SpecError, match="tags, spans, suggestions, counts"):
        describe_stage("verdicts", [])
