import json

import pytest

from tertium.edits import Edit
from tertium.errors import SpecError
from tertium.mtness.chunking.chunks import Chunk, ChunkedSegment, ChunkKind
from tertium.mtness.counting.counted import Contest, CountedChunk, CountedSegment
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Action, Repair, RepairableSegment
from tertium.mtness.text.segments import Segment, TaggedSegment, Token
from tertium.mtness.text.tags import Tag
from tertium.registry import FORMATS
from tertium.report import render
from tertium.report.tables.stages import describe_stage

TEXT = "La salida\u00a0quiere <b>"
TAGGED = TaggedSegment(
    Segment(TEXT, "La sortida vol <b>", "a.txt"),
    (
        Token("La", 0, 2, "el", Tag.parse("determiner.definite.f.s")),
        Token("salida", 3, 9, "salida", Tag.parse("noun.f.s")),
        Token("quiere", 10, 16, "querer", Tag.parse("verb.finite.present.3.s")),
        Token("<b>", 17, 20, "<b>", Tag.parse("unknown")),
    ),
)
CHUNKS = (Chunk.of(TAGGED, ChunkKind.NOUN_PHRASE, 0, 2), Chunk.of(TAGGED, ChunkKind.NOUN_VERB, 0, 3))
CHUNKED = ChunkedSegment(TAGGED, CHUNKS)
REPAIR = Repair((Edit(10, 16, "vuelo"),), Action.OTHER_TRANSLATION, ErrorType.WORD_FORM, "quiere", "vuelo", "vol")
REPAIRABLE = RepairableSegment(CHUNKED, (REPAIR,))
COUNTED = CountedSegment(
    REPAIRABLE,
    (CountedChunk(CHUNKS[0], 12_345), CountedChunk(CHUNKS[1], 0, expected=4.21)),
    (Contest(REPAIR, CHUNKS[1], "La salida vuelo", 0, 31, whole=True),),
    (0.75,),
)
STAGES = {"tags": TAGGED, "chunks": CHUNKED, "alternatives": REPAIRABLE, "counts": COUNTED}
EMPTY = TaggedSegment(Segment(""), ())
EMPTIES = {
    "tags": EMPTY,
    "chunks": ChunkedSegment(EMPTY, ()),
    "alternatives": RepairableSegment(ChunkedSegment(EMPTY, ()), ()),
    "counts": CountedSegment(RepairableSegment(ChunkedSegment(EMPTY, ()), ()), (), (), ()),
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


def test_chunks_have_a_row_each() -> None:
    document = describe_stage("chunks", [EMPTIES["chunks"], CHUNKED])
    assert document.tables[0].rows == [["2", "NP", "La salida"], ["2", "NP+V", "La salida quiere"]]
    assert document.data["segments"][0]["chunks"] == []


def test_alternatives_tell_what_is_replaced_and_by_what() -> None:
    document = describe_stage("alternatives", [REPAIRABLE])
    assert document.tables[0].rows == [
        ["1", "quiere", "vuelo", "A2", "word-form confusion", "vol", "10-16: vuelo"],
    ]
    assert document.frame.columns["repaired"] == ["La salida\u00a0vuelo <b>"]
    assert document.data["segments"][0]["repairs"] == [REPAIR.to_dict()]


def test_counts_have_chunks_and_contests() -> None:
    document = describe_stage("counts", [COUNTED])
    chunks, contests = document.tables
    assert tuple(chunks.columns) == ("segment", "kind", "words", "count", "expected")
    assert chunks.rows[1] == ["1", "NP+V", "La salida quiere", "0", "4.2"]
    assert tuple(contests.columns) == ("segment", "words", "instead", "whole", "count", "instead count", "share")
    assert contests.rows == [["1", "La salida quiere", "La salida vuelo", "yes", "0", "31", "0.7500"]]
    data = json.loads(render(document, "json"))["segments"][0]
    assert data["chunks"][0]["count"] == 12_345
    assert data["contests"][0]["repair"]["new"] == "vuelo"
    lines = render(document, "tsv").splitlines()
    assert len(lines) == 4
    assert len({line.count("\t") for line in lines}) == 1


def test_what_could_not_be_counted_is_told() -> None:
    failed = CountedSegment(
        REPAIRABLE,
        (CountedChunk(CHUNKS[0], None, problem="time-out"),),
        (Contest(REPAIR, CHUNKS[1], "x", 1, 2, whole=False, asked=("un policía quiere", "un policía vuelo")),),
        (0.5,),
    )
    chunks, contests = describe_stage("counts", [failed]).tables
    assert tuple(chunks.columns) == ("segment", "kind", "words", "problem")
    assert "asked" in contests.columns
    assert contests.rows[0][3:6] == ["no", "un policía quiere", "un policía vuelo"]


def test_an_unknown_stage_lists_the_known_ones() -> None:
    with pytest.raises(SpecError, match="tags, chunks, alternatives, counts"):
        describe_stage("verdicts", [])
