"""Tables of post-editing: pairs, decisions, and the edits of a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from tertium.frame import Frame
from tertium.postedit import AppliedEdits, Confirmation, DecidedPair, Decision
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document

_LOG_COLUMNS = (
    "id", "time", "decision", "annotator", "language_pair", "span", "suggestion", "error", "document", "segment",
)  # fmt: skip


def describe_pairs(pairs: Sequence[DecidedPair], repository: str) -> Document:
    """Describe pairs with their records.

    Args:
        pairs: The pairs.
        repository: Where they are from.
    """
    numbers = ("accepted", "declined", "documents")

    def make_table() -> Table:
        columns = ("span", "suggestion", "language pair", "error", "last decided", *numbers)
        rows: list[Sequence[Cell]] = [
            (
                *(each.span, each.suggestion, each.key.language_pair, each.error, _day(each.record.last)),
                *(Number(getattr(each.record, name), "d") for name in numbers),
            )
            for each in pairs
        ]
        note = f"{_count(len(pairs), 'pair')} in {repository}"
        return Table(columns=columns, cells=rows, notes=[note], text_columns=5, keys=2)

    def make_frame() -> Frame:
        return Frame(
            {
                "span": [each.span for each in pairs],
                "suggestion": [each.suggestion for each in pairs],
                "language_pair": [each.key.language_pair for each in pairs],
                "error": [each.error for each in pairs],
                "last": [_moment(each.record.last) for each in pairs],
                **{name: np.array([getattr(each.record, name) for each in pairs], np.int64) for name in numbers},
            }
        )

    return Document(
        title="Pairs",
        blocks=[Tables(lambda: [make_table()])],
        make_frame=make_frame,
        make_data=lambda: {"repository": repository, "pairs": [each.to_dict() for each in pairs]},
    )


def describe_decisions(decisions: Sequence[Decision], repository: str) -> Document:
    """Describe decisions that were not undone, the newest first.

    Args:
        decisions: The decisions.
        repository: Where they are from.
    """
    names = _LOG_COLUMNS

    def list_rows() -> list[dict[str, Any]]:
        return [{**each.to_dict(), "time": _moment(each.time)} for each in decisions]

    def make_table() -> Table:
        headings = [name.replace("_", " ") for name in names]
        cells = [[str(row[name]) for name in names] for row in list_rows()]
        note = f"{_count(len(decisions), 'decision')} in {repository}"
        return Table(columns=headings, cells=cells, notes=[note], text_columns=len(names))

    def make_frame() -> Frame:
        rows = list_rows()
        columns = {name: [row[name] for row in rows] for name in names}
        numbers = {name: np.array(columns[name], np.int64) for name in ("id", "segment")}
        return Frame({**columns, **numbers})

    return Document(
        title="Decisions",
        blocks=[Tables(lambda: [make_table()])],
        make_frame=make_frame,
        make_data=lambda: {"repository": repository, "decisions": [each.to_dict() for each in decisions]},
    )


def describe_changes(applied: AppliedEdits, repository: str, *, made: bool = True) -> Document:
    """Describe the edits that were applied to a document.

    Args:
        applied: The edits, and the document after them.
        repository: Where the pairs are from.
        made: Whether the edited text was written.
    """
    edits, segments = applied.edits, len(applied.texts)

    def make_table() -> Table:
        rows = [
            (str(each.segment + 1), str(each.start), each.span, each.suggestion, each.pair.record.describe())
            for each in edits
        ]
        touched = len({each.segment for each in edits})
        number = _count(len(edits), "change")
        unwritten = "" if made else "; no text was written"
        done = f"{number} in {touched:,} of {_count(segments, 'segment')}, by {repository}{unwritten}"
        notes = [done, *(_describe_misses(applied.rule, applied.pair_counts) if applied.rule else [])]
        return Table(
            columns=("segment", "start", "span", "suggestion", "record"), cells=rows, notes=notes, text_columns=5
        )

    def make_frame() -> Frame:
        return Frame(
            {
                "segment": np.array([each.segment + 1 for each in edits], np.int64),
                "start": np.array([each.start for each in edits], np.int64),
                "end": np.array([each.end for each in edits], np.int64),
                "span": [each.span for each in edits],
                "suggestion": [each.suggestion for each in edits],
                "accepted": np.array([each.pair.record.accepted for each in edits], np.int64),
                "declined": np.array([each.pair.record.declined for each in edits], np.int64),
            }
        )

    def make_data() -> dict[str, Any]:
        return {
            "repository": repository,
            "segments": segments,
            "made": made,
            **({"pairs": dict(applied.pair_counts)} if applied.rule else {}),
            "changes": [each.to_dict() for each in edits],
        }

    return Document(
        title="Changes", blocks=[Tables(lambda: [make_table()])], make_frame=make_frame, make_data=make_data
    )


def _describe_misses(rule: Confirmation, missed: Mapping[str, int]) -> list[str]:
    """Say why some accepted pairs are not applied; nothing if all are."""
    if not missed["accepted"]:
        return ["there are no accepted pairs to apply"]
    if not missed["unconfirmed"]:
        return []
    reasons = {
        "times": (f"accepted fewer than {rule.min_accepted:,} times", "--min-accepted 1"),
        "share": (f"accepted in less than {100 * rule.min_share:g} % of the decisions", "--min-share 0"),
        "documents": (f"accepted in fewer than {rule.min_documents:,} documents", "--min-documents 1"),
    }
    found = {name: reason for name, reason in reasons.items() if missed[name]}
    listed = ", ".join(f"{missed[name]:,} {reason}" for name, (reason, _) in found.items())
    pairs = _count(missed["accepted"], "accepted pair")
    are = "is" if missed["unconfirmed"] == 1 else "are"
    notes = [f"{missed['unconfirmed']:,} of {pairs} {are} not confirmed: {listed}"]
    if missed["unconfirmed"] == missed["accepted"]:
        notes.append(f"to apply all accepted pairs: {' '.join(option for _, option in found.values())}")
    return notes


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _day(seconds: float | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"


def _moment(seconds: float | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
