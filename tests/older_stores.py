"""Stores as earlier versions wrote them, made of those of this version."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def remove_sums(path: Path, version: int, *statements: str) -> None:
    """Take all checksums out of a database, as it was before there were any.

    Args:
        path: The database.
        version: The version that it then has.
        statements: What else was different.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for (table,) in connection.execute("SELECT name FROM row_count WHERE name <> ''").fetchall():
            connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        for statement in ("DROP TABLE row_count", *statements, f"PRAGMA user_version = {version}"):
            connection.execute(statement)
