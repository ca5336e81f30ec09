"""The tables of a judging file. A newer version gets an upgrade below."""

from __future__ import annotations

import sqlite3

from tertium.files.row_sums import add_sums, require_json

# SQLite keeps these two numbers at a fixed place of the file: the program that owns it, and the version of its tables.
JUDGING_MARK = 0x5472744A
JUDGING_VERSION = 3

JUDGING_TABLES = (
    """CREATE TABLE campaign (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, protocol TEXT NOT NULL, settings TEXT NOT NULL,
        seed INTEGER NOT NULL, created REAL NOT NULL, systems TEXT NOT NULL, notes TEXT NOT NULL, origin TEXT)""",
    """CREATE TABLE segment (
        campaign INTEGER NOT NULL REFERENCES campaign, number INTEGER NOT NULL, document TEXT, source TEXT,
        refs TEXT NOT NULL, outputs TEXT NOT NULL, PRIMARY KEY (campaign, number)) WITHOUT ROWID""",
    """CREATE TABLE item (
        id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign, segment INTEGER NOT NULL,
        systems TEXT NOT NULL, texts TEXT NOT NULL, role TEXT NOT NULL, original INTEGER REFERENCES item)""",
    """CREATE TABLE annotator (
        id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign, name TEXT NOT NULL,
        link BLOB NOT NULL UNIQUE, expires REAL, UNIQUE (campaign, name))""",
    """CREATE TABLE assignment (
        id INTEGER PRIMARY KEY, annotator INTEGER NOT NULL REFERENCES annotator, place INTEGER NOT NULL,
        item INTEGER NOT NULL REFERENCES item, UNIQUE (annotator, place))""",
    # Rows are added and never changed; of several revisions the last one counts.
    """CREATE TABLE judgment (
        id INTEGER PRIMARY KEY, assignment INTEGER NOT NULL REFERENCES assignment, step TEXT NOT NULL,
        revision INTEGER NOT NULL, attempt TEXT NOT NULL UNIQUE, answer TEXT NOT NULL, active_ms INTEGER NOT NULL,
        received REAL NOT NULL, UNIQUE (assignment, step, revision))""",
    # Items of the tutorial belong to no segment: theirs is -1.
    "CREATE TABLE lesson (item INTEGER PRIMARY KEY REFERENCES item, content TEXT NOT NULL)",
)
JUDGING_NAMES = ("campaign", "segment", "item", "annotator", "assignment", "judgment", "lesson")
_JSON = {
    "campaign": ("settings", "systems", "notes"),
    "segment": ("refs", "outputs"),
    "item": ("systems", "texts"),
    "judgment": ("answer",),
    "lesson": ("content",),
}


def add_lessons(connection: sqlite3.Connection) -> None:
    """Make version 2 of version 1: the tutorial, and where a campaign's test set comes from."""
    connection.execute("ALTER TABLE campaign ADD COLUMN origin TEXT")
    connection.execute("CREATE TABLE lesson (item INTEGER PRIMARY KEY REFERENCES item, content TEXT NOT NULL)")


def add_checksums(connection: sqlite3.Connection) -> None:
    """Make version 3 of version 2, which had no checksums; what cannot be read is refused first."""
    require_json(connection, _JSON)
    add_sums(connection, JUDGING_NAMES)
