"""Tables of the stages of the mtness pipeline: tokens, spans, suggestions or counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.edits import apply_edits
from tertium.errors import SpecError
from tertium.frame import Frame
from tertium.mtness.counting.contests import Contest
from tertium.mtness.segment import Segment
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document
from tertium.report.texts import keep_on_line, make_plain, write_count, write_expected

_NUMBERS = ("count", "generalised", "expected")

Row = dict[str, Any]
"""A cell of each column by its name; numbers that are not known are None."""


def describe_stage(stage: str, segments: Sequence[Any]) -> Document:
    """Describe segments as they are after a stage.

    Args:
        stage: ``tags``, ``spans``, ``suggestions`` or ``counts``.
        segments: The segments after that stage.

    Raises:
        SpecError: There is no such stage.
    """
    if stage not in _STAGES:
        raise SpecError(f"there is no stage {stage!r}", remedy=f"There are: {', '.join(_STAGES)}")
    return _STAGES[stage](segments)


def describe_tags(segments: Sequence[Segment]) -> Document:
    """Describe the tokens, one row per word."""
    texts = ("word", "lemma", "tag")

    def list_rows() -> list[Row]:
        return [
            {"segment": number, "word": token.text, "lemma": token.lemma, "tag": str(token.tag)}
            for number, each in enumerate(segments, 1)
            for token in each.tokens
        ]

    def list_data() -> list[Row]:
        return [_tell(number, each, tokens=each.tokens) for number, each in enumerate(segments, 1)]

    return Document(
        title="Tags",
        blocks=[Tables(lambda: [_table(list_rows(), texts)])],
        make_frame=lambda: _frame(list_rows(), texts),
        make_data=lambda: {"stage": "tags", "segments": list_data()},
    )


def describe_spans(segments: Sequence[Segment]) -> Document:
    """Describe the spans, one row each."""
    texts = ("kind", "span")

    def list_rows() -> list[Row]:
        return [
            {"segment": number, "kind": str(span.kind), "span": span.text}
            for number, each in enumerate(segments, 1)
            for span in each.spans
        ]

    def list_data() -> list[Row]:
        return [_tell(number, each, spans=each.spans) for number, each in enumerate(segments, 1)]

    return Document(
        title="Spans",
        blocks=[Tables(lambda: [_table(list_rows(), texts)])],
        make_frame=lambda: _frame(list_rows(), texts),
        make_data=lambda: {"stage": "spans", "segments": list_data()},
    )


def describe_suggestions(segments: Sequence[Segment]) -> Document:
    """Describe the suggestions, one row per repair: replaced words, replacement, and the segment after it."""

    def list_rows() -> list[Row]:
        return [
            {
                "segment": number,
                "replaced": repair.replaced,
                "replacement": repair.replacement,
                "action": str(repair.action),
                "error": str(repair.error),
                "source": repair.source,
                "edits": ", ".join(f"{edit.start}-{edit.end}: {edit.text}" for edit in repair.edits),
                "repaired": apply_edits(each.text, repair.edits),
            }
            for number, each in enumerate(segments, 1)
            for repair in each.repairs
        ]

    def list_data() -> list[Row]:
        return [_tell(number, each, spans=each.spans, repairs=each.repairs) for number, each in enumerate(segments, 1)]

    texts = ("replaced", "replacement", "action", "error", "source", "edits")
    note = "edits: the characters that are replaced, from and to, counted from 0, and their replacement"
    return Document(
        title="Suggestions",
        blocks=[Tables(lambda: [_table(list_rows(), texts, notes=[note])])],
        make_frame=lambda: _frame(list_rows(), (*texts, "repaired")),
        make_data=lambda: {"stage": "suggestions", "segments": list_data()},
    )


def describe_counts(segments: Sequence[Segment]) -> Document:
    """Describe the counts of spans, and of each span against its suggestions."""

    def list_spans() -> list[Row]:
        return [
            {
                "segment": number,
                "kind": str(each.span.kind),
                "span": each.span.text,
                "problem": each.problem,
                "count": each.count,
                "generalised": each.generalised,
                "expected": each.expected,
            }
            for number, segment in enumerate(segments, 1)
            for each in segment.counts.spans
        ]

    def list_contests() -> list[Row]:
        return [_tell_contest(*found) for found in _list_contests(segments)]

    span_note = (
        "generalised: count with frequent noun phrases for names; expected: count estimated from the span's parts"
    )
    note = (
        "whole: a whole span, not only the words next to the repair; share: of the replaced words in all occurrences "
        "of them and their replacement"
    )
    texts, numbers = (
        ("span", "suggestion", "whole", "asked", "suggestion_asked"),
        ("count", "suggestion_count", "share"),
    )

    def make_tables() -> list[Table]:
        return [
            _table(list_spans(), ("kind", "span", "problem"), _NUMBERS, title="Spans", notes=[span_note]),
            _table(list_contests(), texts, numbers, title="Suggestions", notes=[note]),
        ]

    def make_frame() -> Frame:
        rows = [{"what": "span", **row} for row in list_spans()]
        rows += [{"what": "suggestion", **row} for row in list_contests()]
        return _frame(rows, ("what", "kind", *texts, "problem"), (*_NUMBERS, *numbers[1:]))

    def make_data() -> Row:
        return {"stage": "counts", "segments": [_tell_counted(number, each) for number, each in enumerate(segments, 1)]}

    return Document(title="Counts", blocks=[Tables(make_tables)], make_frame=make_frame, make_data=make_data)


_STAGES: Mapping[str, Callable[[Sequence[Any]], Document]] = {
    "tags": describe_tags,
    "spans": describe_spans,
    "suggestions": describe_suggestions,
    "counts": describe_counts,
}


def _list_contests(segments: Sequence[Segment]) -> Iterator[tuple[int, Contest, float]]:
    for number, segment in enumerate(segments, 1):
        for contest, share in zip(segment.counts.contests, segment.counts.shares, strict=True):
            yield number, contest, share


def _tell_contest(number: int, contest: Contest, share: float) -> Row:
    asked, suggestion_asked = contest.asked or ("", "")
    return {
        "segment": number,
        "span": contest.span.text,
        "suggestion": contest.suggestion,
        "whole": "yes" if contest.whole else "no",
        "asked": asked,
        "suggestion_asked": suggestion_asked,
        "count": contest.count,
        "suggestion_count": contest.suggestion_count,
        "share": share,
    }


def _tell(number: int, segment: Segment, **parts: Sequence[Any]) -> Row:
    """A segment and its parts as JSON takes them."""
    told = {name: [each.to_dict() for each in part] for name, part in parts.items()}
    return {"number": number, "document": segment.document, "source": segment.source, "text": segment.text, **told}


def _tell_counted(number: int, segment: Segment) -> Row:
    spans = [
        {
            **each.span.to_dict(),
            "count": each.count,
            "generalised": each.generalised,
            "expected": each.expected,
            "problem": each.problem,
        }
        for each in segment.counts.spans
    ]
    contests = [
        {
            **each.span.to_dict(),
            "suggestion": each.suggestion,
            "count": each.count,
            "suggestion_count": each.suggestion_count,
            "share": share,
            "whole": each.whole,
            "asked": None if each.asked is None else list(each.asked),
            "repair": each.repair.to_dict(),
        }
        for each, share in zip(segment.counts.contests, segment.counts.shares, strict=True)
    ]
    return {**_tell(number, segment), "spans": spans, "contests": contests}


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
    cells: list[Sequence[Cell]] = [
        (
            str(row["segment"]),
            *(make_plain(row[name]) for name in texts),
            *(_write(name, row[name]) for name in numbers),
        )
        for row in rows
    ]
    columns = ("segment", *(name.replace("_", " ") for name in (*texts, *numbers)))
    return Table(columns=columns, cells=cells, title=title, notes=notes, text_columns=1 + len(texts))


def _write(name: str, value: float | None) -> Number:
    if name == "share":
        return Number(value, ".4f")
    return write_expected(value) if name == "expected" else write_count(value)


def _frame(rows: Sequence[Row], texts: Sequence[str], numbers: Sequence[str] = ()) -> Frame:
    """The segment, columns of text, and of numbers that are nan where they are not known."""
    columns: dict[str, Sequence[str] | NDArray[Any]] = {"segment": np.array([row["segment"] for row in rows], np.int64)}
    columns |= {name: [keep_on_line(row.get(name, "")) for row in rows] for name in texts}
    for name in numbers:
        known = [row.get(name) for row in rows]
        columns[name] = np.array([np.nan if each is None else each for each in known], np.float64)
    return Frame(columns)
