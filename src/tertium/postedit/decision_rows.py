"""Decisions as rows of the repository's table. Segments are numbered from 1 there, and 0 stands for no place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.edits import Edit
from tertium.postedit.decisions import Decision
from tertium.postedit.suggested_edits import SuggestedEdit

TYPES = {
    "time": "REAL NOT NULL",
    "decision": "TEXT NOT NULL CHECK (decision IN ('accepted', 'declined', 'propagated', 'imported', 'undone'))",
    "annotator": "TEXT NOT NULL",
    "cause": "INTEGER",
    "key_language_pair": "TEXT NOT NULL",
    "key_span": "TEXT NOT NULL",
    "key_suggestion": "TEXT NOT NULL",
    "origin": "TEXT NOT NULL",
    "accepted": "INTEGER NOT NULL",
    "declined": "INTEGER NOT NULL",
    "documents": "INTEGER NOT NULL",
    "last": "REAL",
    "exported": "REAL",
    "document": "TEXT NOT NULL",
    "segment": "INTEGER NOT NULL",
    "first": "INTEGER NOT NULL",
    "stop": "INTEGER NOT NULL",
    "span": "TEXT NOT NULL",
    "suggestion": "TEXT NOT NULL",
    "error": "TEXT NOT NULL",
    "language_pair": "TEXT NOT NULL",
    "source": "TEXT NOT NULL",
    "source_word": "TEXT NOT NULL",
    "span_count": "INTEGER",
    "suggestion_count": "INTEGER",
    "edits": "TEXT NOT NULL",
    "text_before": "TEXT NOT NULL",
    "text_after": "TEXT NOT NULL",
    "review": "TEXT NOT NULL DEFAULT ''",
}
NAMES = tuple(TYPES)
# As SQLite stores them, so that the checksum of what is written is that of what is read.
_CASTS = {name: {"REAL": float, "INTEGER": int, "TEXT": str}[kind.split()[0]] for name, kind in TYPES.items()}


def write_row(decision: Decision, after: str = "") -> list[Any]:
    """Return a decision as a row of the log, without its number.

    Args:
        decision: The decision.
        after: The text of the segment after it.
    """
    edit, key = decision.edit, decision.edit.key
    row = {
        "time": decision.time,
        "decision": decision.decision,
        "annotator": decision.annotator,
        "cause": decision.cause,
        "key_language_pair": key.language_pair,
        "key_span": key.span,
        "key_suggestion": key.suggestion,
        "origin": decision.origin,
        "accepted": decision.accepted,
        "declined": decision.declined,
        "documents": decision.documents,
        "last": decision.last,
        "exported": decision.exported,
        "document": edit.document,
        "segment": edit.segment + 1,
        "first": edit.start,
        "stop": edit.end,
        "span": edit.span,
        "suggestion": edit.suggestion,
        "error": edit.error,
        "language_pair": edit.language_pair,
        "source": edit.source,
        "source_word": edit.source_word,
        "span_count": edit.span_count,
        "suggestion_count": edit.suggestion_count,
        "edits": json.dumps([(each.start, each.end, each.text) for each in edit.edits]),
        "text_before": edit.text,
        "text_after": after,
        "review": edit.review,
    }
    return [None if row[name] is None else _CASTS[name](row[name]) for name in NAMES]


def read_row(row: Sequence[Any]) -> Decision:
    """Return the decision in a row of the log, which begins with its number."""
    named = dict(zip(("id", *NAMES), row, strict=True))
    same = ("span", "suggestion", "error", "language_pair", "document", "source", "source_word", "review")
    edit = SuggestedEdit(
        **{name: named[name] for name in (*same, "span_count", "suggestion_count")},
        segment=named["segment"] - 1,
        start=named["first"],
        end=named["stop"],
        text=named["text_before"],
        edits=tuple(Edit(*each) for each in json.loads(named["edits"])),
    )
    kept = ("id", "time", "decision", "annotator", "cause", "origin", "accepted", "declined", "documents", "last")
    return Decision(**{name: named[name] for name in (*kept, "exported")}, edit=edit)


def read_imported(row: Mapping[str, Any], annotator: str, now: float) -> Decision:
    """Return the decision in a row of another repository; a pair without numbers was accepted once."""
    edit = SuggestedEdit(
        span=row["span"],
        suggestion=row["suggestion"],
        error=row.get("error", ""),
        language_pair=row.get("language_pair", ""),
        source=row.get("source", ""),
        source_word="|".join(row.get("source_words", ())),
    )
    accepted = row.get("accepted", 1)
    return Decision(
        id=0,
        time=now,
        decision="imported",
        annotator=annotator,
        edit=edit,
        origin=row.get("repository", ""),
        accepted=accepted,
        declined=row.get("declined", 0),
        documents=row.get("documents", min(1, accepted)),
        last=row.get("last"),
        exported=row.get("exported"),
    )
