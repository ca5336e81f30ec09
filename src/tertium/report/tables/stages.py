"""From segments half-way through the pipeline to tables: words, chunks, alternatives or counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.edits import apply_edits
from tertium.errors import SpecError
from tertium.frame import Frame
from tertium.mtness.chunking.chunks import ChunkedSegment
from tertium.mtness.counting.counted import Contest, CountedSegment
from tertium.mtness.repairs.repair import RepairableSegment
from tertium.mtness.text.segments import Segment, TaggedSegment
from tertium.report.document import Document
from tertium.report.pages.mtness import format_count, format_expected, keep_on_line, make_plain
from tertium.results import Table

_NUMBERS = ("count", "generalised", "expected")

Row = dict[str, Any]
"""A cell of each column by its name; numbers that are not known are None."""


def describe_stage(stage: str, segments: Sequence[Any]) -> Document:
    """The segments as they are after a stage.

    Args:
        stage: ``tags``, ``chunks``, ``alternatives`` or ``counts``.
        segments: What that stage makes: ``TaggedSegment``, ``ChunkedSegment``, ``RepairableSegment`` or
            ``CountedSegment``.

    Raises:
        SpecError: There is no such stage.
    """
    if stage not in _STAGES:
        raise SpecError(f"there is no stage {stage!r}", remedy=f"There are: {', '.join(_STAGES)}")
    return _STAGES[stage](segments)


def describe_tags(segments: Sequence[TaggedSegment]) -> Document:
    """One row a word."""
    rows = [
        {"segment": number, "word": token.text, "lemma": token.lemma, "tag": str(token.tag)}
        for number, each in enumerate(segments, 1)
        for token in each.tokens
    ]
    data = [_tell(number, each.segment, tokens=each.tokens) for number, each in enumerate(segments, 1)]
    texts = ("word", "lemma", "tag")
    return Document("Tags", [_table(rows, texts)], _frame(rows, texts), {"stage": "tags", "segments": data})


def describe_chunks(segments: Sequence[ChunkedSegment]) -> Document:
    """One row a chunk."""
    rows = [
        {"segment": number, "kind": str(chunk.kind), "chunk": chunk.text}
        for number, each in enumerate(segments, 1)
        for chunk in each.chunks
    ]
    data = [_tell(number, each.tagged.segment, chunks=each.chunks) for number, each in enumerate(segments, 1)]
    texts = ("kind", "chunk")
    return Document("Chunks", [_table(rows, texts)], _frame(rows, texts), {"stage": "chunks", "segments": data})


def describe_alternatives(segments: Sequence[RepairableSegment]) -> Document:
    """One row a repair: what is replaced by what, and the whole segment after it."""
    rows = [
        {
            "segment": number,
            "old": repair.old,
            "new": repair.new,
            "action": str(repair.action),
            "error": str(repair.error),
            "source": repair.source,
            "edits": ", ".join(f"{edit.start}-{edit.end}: {edit.text}" for edit in repair.edits),
            "repaired": apply_edits(each.chunked.tagged.text, repair.edits),
        }
        for number, each in enumerate(segments, 1)
        for repair in each.repairs
    ]
    data = [
        _tell(number, each.chunked.tagged.segment, chunks=each.chunked.chunks, repairs=each.repairs)
        for number, each in enumerate(segments, 1)
    ]
    texts = ("old", "new", "action", "error", "source", "edits")
    note = "edits: where characters are replaced, from and to, counted from 0, and what stands there instead"
    return Document(
        "Alternatives",
        [_table(rows, texts, notes=[note])],
        _frame(rows, (*texts, "repaired")),
        {"stage": "alternatives", "segments": data},
    )


def describe_counts(segments: Sequence[CountedSegment]) -> Document:
    """Chunks and how often they occur; and then each against what it would be after a repair."""
    chunks = [
        {
            "segment": number,
            "kind": str(each.chunk.kind),
            "words": each.chunk.text,
            "problem": each.problem,
            "count": each.count,
            "generalised": each.generalised,
            "expected": each.expected,
        }
        for number, segment in enumerate(segments, 1)
        for each in segment.chunks
    ]
    contests = [_tell_contest(*found) for found in _list_contests(segments)]
    chunk_note = "generalised: with frequent noun phrases for names; expected: how often, as its parts occur"
    note = "whole: a chunk, not only words next to the change; share: that of the old words among old and new ones"
    texts, numbers = ("words", "instead", "whole", "asked", "instead_asked"), ("count", "instead_count", "share")
    tables = [
        _table(chunks, ("kind", "words", "problem"), _NUMBERS, title="Chunks", notes=[chunk_note]),
        _table(contests, texts, numbers, title="Alternatives", notes=[note]),
    ]
    frame = _frame(
        [{"what": "chunk", **row} for row in chunks] + [{"what": "alternative", **row} for row in contests],
        ("what", "kind", *texts, "problem"),
        (*_NUMBERS, *numbers[1:]),
    )
    data = [_tell_counted(number, each) for number, each in enumerate(segments, 1)]
    return Document("Counts", tables, frame, {"stage": "counts", "segments": data})


_STAGES: Mapping[str, Callable[[Sequence[Any]], Document]] = {
    "tags": describe_tags,
    "chunks": describe_chunks,
    "alternatives": describe_alternatives,
    "counts": describe_counts,
}


def _list_contests(segments: Sequence[CountedSegment]) -> Iterator[tuple[int, Contest, float]]:
    for number, segment in enumerate(segments, 1):
        for contest, share in zip(segment.contests, segment.shares, strict=True):
            yield number, contest, share


def _tell_contest(number: int, contest: Contest, share: float) -> Row:
    asked, instead_asked = contest.asked or ("", "")
    return {
        "segment": number,
        "words": contest.chunk.text,
        "instead": contest.other,
        "whole": "yes" if contest.whole else "no",
        "asked": asked,
        "instead_asked": instead_asked,
        "count": contest.count,
        "instead_count": contest.other_count,
        "share": share,
    }


def _tell(number: int, segment: Segment, **parts: Sequence[Any]) -> Row:
    """A segment and its parts as JSON takes them."""
    told = {name: [each.to_dict() for each in part] for name, part in parts.items()}
    return {"number": number, "document": segment.document, "source": segment.source, "text": segment.text, **told}


def _tell_counted(number: int, segment: CountedSegment) -> Row:
    chunks = [
        {
            **each.chunk.to_dict(),
            "count": each.count,
            "generalised": each.generalised,
            "expected": each.expected,
            "problem": each.problem,
        }
        for each in segment.chunks
    ]
    contests = [
        {
            **each.chunk.to_dict(),
            "other": each.other,
            "count": each.count,
            "other_count": each.other_count,
            "share": share,
            "whole": each.whole,
            "asked": None if each.asked is None else list(each.asked),
            "repair": each.repair.to_dict(),
        }
        for each, share in zip(segment.contests, segment.shares, strict=True)
    ]
    return {**_tell(number, segment.repairable.chunked.tagged.segment), "chunks": chunks, "contests": contests}


def _table(
    rows: Sequence[Row],
    texts: Sequence[str],
    numbers: Sequence[str] = (),
    *,
    title: str = "",
    notes: Sequence[str] = (),
) -> Table:
    """The segment, the columns of text, and then those of numbers; those that nothing is in are left out."""
    texts = [name for name in texts if not rows or any(row[name] for row in rows)]
    numbers = [name for name in numbers if not rows or any(row[name] is not None for row in rows)]
    cells = [
        (
            str(row["segment"]),
            *(make_plain(row[name]) for name in texts),
            *(_write(name, row[name]) for name in numbers),
        )
        for row in rows
    ]
    columns = ("segment", *(name.replace("_", " ") for name in (*texts, *numbers)))
    return Table(columns, cells, title=title, notes=notes, text_columns=1 + len(texts))


def _write(name: str, value: float | None) -> str:
    if name == "share" and value is not None:
        return f"{value:.4f}"
    return format_expected(value) if name == "expected" else format_count(value)


def _frame(rows: Sequence[Row], texts: Sequence[str], numbers: Sequence[str] = ()) -> Frame:
    """The segment, columns of text, and of numbers that are nan where they are not known."""
    columns: dict[str, Sequence[str] | NDArray[Any]] = {"segment": np.array([row["segment"] for row in rows], np.int64)}
    columns |= {name: [keep_on_line(row.get(name, "")) for row in rows] for name in texts}
    for name in numbers:
        known = [row.get(name) for row in rows]
        columns[name] = np.array([np.nan if each is None else each for each in known], np.float64)
    return Frame(columns)
