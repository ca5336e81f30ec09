"""From corrections, and what was decided about them, to tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np

from tertium.frame import Frame
from tertium.postedit.correction import Confirmation, Decision, Pair
from tertium.postedit.postediting import Change
from tertium.report.document import Document
from tertium.results import Table


def describe_pairs(pairs: Sequence[Pair], repository: str) -> Document:
    """The record of each pair.

    Args:
        pairs: The pairs.
        repository: Where they are from.
    """
    columns = ("old", "new", "languages", "error", "last decided", "accepted", "declined", "documents")
    rows = [
        (
            *(each.old, each.new, each.key.languages, each.error, _day(each.record.last)),
            *(str(number) for number in (each.record.accepted, each.record.declined, each.record.documents)),
        )
        for each in pairs
    ]
    note = f"{len(pairs):,} pair{'' if len(pairs) == 1 else 's'} in {repository}"
    frame = Frame(
        {
            "old": [each.old for each in pairs],
            "new": [each.new for each in pairs],
            "languages": [each.key.languages for each in pairs],
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
    """What was decided and not taken back, the newest first.

    Args:
        decisions: The decisions.
        repository: Where they are from.
    """
    names = ("id", "time", "decision", "by", "languages", "old", "new", "error", "document", "segment")
    cells = [{**each.to_dict(), "time": _moment(each.time)} for each in decisions]
    table = Table(names, [[str(row[name]) for name in names] for row in cells], text_columns=len(names))
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


def describe_changes(
    changes: Sequence[Change],
    segments: int,
    repository: str,
    *,
    made: bool = True,
    rule: Confirmation | None = None,
    pairs: Sequence[Pair] = (),
) -> Document:
    """What was changed in a document.

    Args:
        changes: The changes, by place.
        segments: How many segments the document has.
        repository: Where the corrections are from.
        made: Whether they were made, or only would be.
        rule: What a pair has to be to be applied; if None, nothing is said of those that are not.
        pairs: All pairs, confirmed or not.
    """
    missed = rule.count_misses(pairs) if rule else {}
    records = [each.pair.record.describe() if each.pair else "" for each in changes]
    rows = [
        (str(each.segment), str(each.start), each.old, each.new, record)
        for each, record in zip(changes, records, strict=True)
    ]
    touched = len({each.segment for each in changes})
    number = f"{len(changes):,} change{'' if len(changes) == 1 else 's'}"
    done = f"{number} in {touched:,} of {segments:,} segments, by {repository}{'' if made else '; nothing was written'}"
    notes = [done, *(_describe_misses(rule, missed) if rule else [])]
    table = Table(("segment", "place", "old", "new", "record"), rows, notes=notes, text_columns=5)
    frame = Frame(
        {
            "segment": np.array([each.segment for each in changes], np.int64),
            "start": np.array([each.start for each in changes], np.int64),
            "end": np.array([each.end for each in changes], np.int64),
            "old": [each.old for each in changes],
            "new": [each.new for each in changes],
            "accepted": np.array([each.pair.record.accepted if each.pair else 0 for each in changes], np.int64),
            "declined": np.array([each.pair.record.declined if each.pair else 0 for each in changes], np.int64),
        }
    )
    data = {
        "repository": repository,
        "segments": segments,
        "made": made,
        **({"pairs": missed} if rule else {}),
        "changes": [each.to_dict() for each in changes],
    }
    return Document("Changes", [table], frame, data)


def _describe_misses(rule: Confirmation, missed: Mapping[str, int]) -> list[str]:
    """Why pairs are not applied that somebody accepted; nothing if all are."""
    if not missed["accepted"]:
        return ["there are no accepted pairs to apply"]
    if not missed["unconfirmed"]:
        return []
    reasons = {
        "times": f"accepted fewer than {rule.minimum:,} times",
        "share": f"accepted in less than {100 * rule.share:g} % of the decisions",
        "documents": f"accepted in fewer than {rule.documents:,} documents",
    }
    listed = ", ".join(f"{missed[name]:,} {reason}" for name, reason in reasons.items() if missed[name])
    return [f"{missed['unconfirmed']:,} of {missed['accepted']:,} accepted pairs are not confirmed: {listed}"]


def _day(seconds: float | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"


def _moment(seconds: float | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
