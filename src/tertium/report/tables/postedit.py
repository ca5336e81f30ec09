"""Tables of post-editing: pairs, decisions, and the edits of a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np

from tertium.frame import Frame
from tertium.postedit import AppliedEdits, Confirmation, DecidedPair, Decision
from tertium.report.document import Document
from tertium.results import Table

_LOG_COLUMNS = (
    "id", "time", "decision", "annotator", "language_pair", "span", "suggestion", "error", "document", "segment",
)  # fmt: skip


def describe_pairs(pairs: Sequence[DecidedPair], repository: str) -> Document:
    """Describe pairs with their records.

    Args:
        pairs: The pairs.
        repository: Where they are from.
    """
    columns = ("span", "suggestion", "language pair", "error", "last decided", "accepted", "declined", "documents")
    rows = [
        (
            *(each.span, each.suggestion, each.key.language_pair, each.error, _day(each.record.last)),
            *(str(number) for number in (each.record.accepted, each.record.declined, each.record.documents)),
        )
        for each in pairs
    ]
    note = f"{len(pairs):,} pair{'' if len(pairs) == 1 else 's'} in {repository}"
    frame = Frame(
        {
            "span": [each.span for each in pairs],
            "suggestion": [each.suggestion for each in pairs],
            "language_pair": [each.key.language_pair for each in pairs],
            "error": [each.error for each in pairs],
            "last": [_moment(each.record.last) for each in pairs],
            **{
                name: np.array([getattr(each.record, name) for each in pairs], np.int64)
                for name in ("accepted", "declined", "documents")
            },
        }
    )
    data = {"repository": repository, "pairs": [each.to_dict() for each in pairs]}
    return Document("Pairs", [Table(columns, rows, notes=[note], text_columns=5)], frame, data)


def describe_decisions(decisions: Sequence[Decision], repository: str) -> Document:
    """Describe decisions that were not undone, the newest first.

    Args:
        decisions: The decisions.
        repository: Where they are from.
    """
    cells = [{**each.to_dict(), "time": _moment(each.time)} for each in decisions]
    names = _LOG_COLUMNS
    headings = [name.replace("_", " ") for name in names]
    table = Table(headings, [[str(row[name]) for name in names] for row in cells], text_columns=len(names))
    frame = Frame(
        {
            name: np.array([row[name] for row in cells], np.int64)
            if name in ("id", "segment")
            else [row[name] for row in cells]
            for name in names
        }
    )
    data = {"repository": repository, "decisions": [each.to_dict() for each in decisions]}
    return Document("Decisions", [table], frame, data)


def describe_changes(applied: AppliedEdits, repository: str, *, made: bool = True) -> Document:
    """Describe the edits that were applied to a document.

    Args:
        applied: The edits, and the document after them.
        repository: Where the pairs are from.
        made: Whether the edited text was written.
    """
    edits, segments = applied.edits, len(applied.texts)
    rows = [
        (str(each.segment + 1), str(each.start), each.span, each.suggestion, each.pair.record.describe())
        for each in edits
    ]
    touched = len({each.segment for each in edits})
    number = f"{len(edits):,} change{'' if len(edits) == 1 else 's'}"
    done = f"{number} in {touched:,} of {segments:,} segments, by {repository}{'' if made else '; no text was written'}"
    notes = [done, *(_describe_misses(applied.rule, applied.pair_counts) if applied.rule else [])]
    table = Table(("segment", "start", "span", "suggestion", "record"), rows, notes=notes, text_columns=5)
    frame = Frame(
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
    data = {
        "repository": repository,
        "segments": segments,
        "made": made,
        **({"pairs": dict(applied.pair_counts)} if applied.rule else {}),
        "changes": [each.to_dict() for each in edits],
    }
    return Document("Changes", [table], frame, data)


def _describe_misses(rule: Confirmation, missed: Mapping[str, int]) -> list[str]:
    """Say why some accepted pairs are not applied; nothing if all are."""
    if not missed["accepted"]:
        return ["there are no accepted pairs to apply"]
    if not missed["unconfirmed"]:
        return []
    reasons = {
        "times": f"accepted fewer than {rule.min_accepted:,} times",
        "share": f"accepted in less than {100 * rule.min_share:g} % of the decisions",
        "documents": f"accepted in fewer than {rule.min_documents:,} documents",
    }
    listed = ", ".join(f"{missed[name]:,} {reason}" for name, reason in reasons.items() if missed[name])
    return [f"{missed['unconfirmed']:,} of {missed['accepted']:,} accepted pairs are not confirmed: {listed}"]


def _day(seconds: float | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"


def _moment(seconds: float | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
