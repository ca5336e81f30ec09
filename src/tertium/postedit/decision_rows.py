"""Decisions as rows of a table: how the repository keeps them on the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.edits import Edit
from tertium.postedit.correction import Correction, Decision

# SQLite keeps these two numbers at a fixed place of the file: whose it is, and which tables it has.
OURS = 0x54727450
VERSION = 1

_TYPES = {
    "time": "REAL NOT NULL",
    "decision": "TEXT NOT NULL CHECK (decision IN ('accepted', 'declined', 'propagated', 'imported', 'undone'))",
    "decided_by": "TEXT NOT NULL",
    "of": "INTEGER REFERENCES decisions (id)",
    "key_languages": "TEXT NOT NULL",
    "key_old": "TEXT NOT NULL",
    "key_new": "TEXT NOT NULL",
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
    "old": "TEXT NOT NULL",
    "new": "TEXT NOT NULL",
    "error": "TEXT NOT NULL",
    "languages": "TEXT NOT NULL",
    "source": "TEXT NOT NULL",
    "source_word": "TEXT NOT NULL",
    "old_count": "INTEGER",
    "new_count": "INTEGER",
    "edits": "TEXT NOT NULL",
    "text_before": "TEXT NOT NULL",
    "text_after": "TEXT NOT NULL",
}
_NAMES = ", ".join(_TYPES)
TABLES = (
    "CREATE TABLE IF NOT EXISTS identity (name TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS decisions (id INTEGER PRIMARY KEY AUTOINCREMENT, "
    + ", ".join(f"{name} {kind}" for name, kind in _TYPES.items())
    + ")",
    "CREATE INDEX IF NOT EXISTS by_pair ON decisions (key_languages, key_old, key_new)",
    "CREATE INDEX IF NOT EXISTS by_document ON decisions (document)",
    "CREATE INDEX IF NOT EXISTS by_cause ON decisions (of)",
)
INSERT = f"INSERT INTO decisions ({_NAMES}) VALUES ({', '.join('?' * len(_TYPES))})"  # noqa: S608
SELECT = f"SELECT id, {_NAMES} FROM decisions AS d"  # noqa: S608
# What was taken back counts no more, nor does what followed from it.
LIVE = (
    "decision <> 'undone' AND NOT EXISTS"
    " (SELECT 1 FROM decisions AS u WHERE u.decision = 'undone' AND u.of IN (d.id, d.of))"
)


def write_row(decision: Decision, after: str = "") -> list[Any]:
    """A decision as ``INSERT`` takes it, and the text of the segment afterwards."""
    said, key = decision.correction, decision.correction.key
    row = {
        "time": decision.time,
        "decision": decision.decision,
        "decided_by": decision.by,
        "of": decision.of,
        "key_languages": key.languages,
        "key_old": key.old,
        "key_new": key.new,
        "origin": decision.origin,
        "accepted": decision.accepted,
        "declined": decision.declined,
        "documents": decision.documents,
        "last": decision.last,
        "exported": decision.exported,
        "document": said.document,
        "segment": said.segment,
        "first": said.start,
        "stop": said.end,
        "old": said.old,
        "new": said.new,
        "error": said.error,
        "languages": said.languages,
        "source": said.source,
        "source_word": said.source_word,
        "old_count": said.counts[0],
        "new_count": said.counts[1],
        "edits": json.dumps([(edit.start, edit.end, edit.text) for edit in said.edits]),
        "text_before": said.text,
        "text_after": after,
    }
    return [row[name] for name in _TYPES]


def read_row(row: Sequence[Any]) -> Decision:
    """The decision that ``SELECT`` found."""
    named = dict(zip(("id", *_TYPES), row, strict=True))
    same = ("old", "new", "error", "languages", "document", "segment", "source", "source_word")
    correction = Correction(
        **{name: named[name] for name in same},
        start=named["first"],
        end=named["stop"],
        text=named["text_before"],
        counts=(named["old_count"], named["new_count"]),
        edits=tuple(Edit(*edit) for edit in json.loads(named["edits"])),
    )
    kept = ("id", "time", "decision", "of", "origin", "accepted", "declined", "documents", "last", "exported")
    return Decision(**{name: named[name] for name in kept}, by=named["decided_by"], correction=correction)


def read_imported(row: Mapping[str, Any], by: str, now: float) -> Decision:
    """The decision that a row of another repository stands for; a pair that says no more was accepted once."""
    correction = Correction(
        row["old"],
        row["new"],
        row.get("error", ""),
        row.get("languages", ""),
        source=row.get("source", ""),
        source_word="|".join(row.get("source_words", ())),
    )
    accepted = row.get("accepted", 1)
    return Decision(
        0,
        now,
        "imported",
        by,
        correction,
        origin=row.get("repository", ""),
        accepted=accepted,
        declined=row.get("declined", 0),
        documents=row.get("documents", min(1, accepted)),
        last=row.get("last"),
        exported=row.get("exported"),
    )
