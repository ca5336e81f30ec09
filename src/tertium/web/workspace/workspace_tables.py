"""The tables of a workspace. A newer version gets an upgrade here, and never changes what stands below.

Texts and segment scores are not in tables: they are written once, read at any place, and kept in files that are named
by their content. So a page of any part of 100,000 segments costs the same, and a job that is repeated finds its work.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tertium.files.row_sums import add_sums, require_json
from tertium.web.workspace.digests import add_digests
from tertium.web.workspace.file_store import StoredFile
from tertium.web.workspace.score_files import read_comparison

WORKSPACE_MARK = 0x54727457
WORKSPACE_VERSION = 3

WORKSPACE_TABLES = (
    # The number of a test set that was removed is never given again: jobs, pages and files of it may still name it.
    # `revision` grows with each score, so that what is kept in memory is known to be old.
    """CREATE TABLE test_set (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, segments INTEGER NOT NULL, texts TEXT NOT NULL,
        source_language TEXT NOT NULL, language TEXT NOT NULL, changes TEXT NOT NULL, created REAL NOT NULL,
        revision INTEGER NOT NULL)""",
    """CREATE TABLE layer (
        test_set INTEGER NOT NULL REFERENCES test_set, place INTEGER NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL,
        kind TEXT NOT NULL, PRIMARY KEY (test_set, place)) WITHOUT ROWID""",
    # One metric for all systems; `outcome` is a comparison without segments, `digest` names the file of segments.
    """CREATE TABLE score (
        id INTEGER PRIMARY KEY, test_set INTEGER NOT NULL REFERENCES test_set, spec TEXT NOT NULL,
        digest TEXT NOT NULL, outcome TEXT NOT NULL, created REAL NOT NULL, UNIQUE (test_set, spec))""",
    """CREATE TABLE upload (
        id INTEGER PRIMARY KEY, created REAL NOT NULL, files TEXT NOT NULL, job INTEGER)""",
    """CREATE TABLE job (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, request TEXT NOT NULL, state TEXT NOT NULL, stage TEXT NOT NULL,
        done INTEGER NOT NULL, total INTEGER NOT NULL, worker INTEGER, attempt INTEGER NOT NULL, created REAL NOT NULL,
        started REAL, ended REAL, error TEXT, result TEXT)""",
    "CREATE INDEX job_by_state ON job (state)",
)

WORKSPACE_NAMES = ("test_set", "layer", "score", "upload", "job")
_JSON = {"test_set": ("changes",), "score": ("outcome",), "upload": ("files",), "job": ("request", "error", "result")}


def _require_records(connection: sqlite3.Connection) -> None:
    """Refuse scores, uploads and jobs that pages could not read: their JSON has other names or values.

    Raises:
        sqlite3.DatabaseError: One cannot be read.
    """
    systems: dict[int, list[str]] = {}
    query = "SELECT test_set, name FROM main.layer WHERE role = 'system' ORDER BY test_set, place"
    for test_set, name in connection.execute(query):
        systems.setdefault(test_set, []).append(name)
    readers: Mapping[str, tuple[str, Callable[[Any, int], object]]] = {
        "score": ("outcome, test_set", lambda outcome, of: read_comparison([outcome], systems[of])),
        "upload": ("files, id", lambda files, _: [StoredFile(**file) for file in files]),
        "job": ("request, id", lambda request, _: request.items()),
        "test_set": ("changes, id", lambda changes, _: [str.encode(each) for each in changes]),
    }
    for table, (columns, read) in readers.items():
        for number, text, of in connection.execute(f"SELECT id, {columns} FROM main.{table}").fetchall():  # noqa: S608
            try:
                read(json.loads(text), of)
            except (TypeError, LookupError, AttributeError, ValueError) as error:
                raise sqlite3.DatabaseError(f"{table} {number} cannot be read: {error}") from error


def add_checksums(connection: sqlite3.Connection, folder: Path) -> None:
    """Make version 3 of version 2, which had no checksums in its tables, and no digests of reports and studies."""
    require_json(connection, _JSON)
    _require_records(connection)
    add_digests(folder)
    add_sums(connection, WORKSPACE_NAMES)
