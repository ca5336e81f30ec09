"""The log of decisions: rows that are added and never changed, in one SQLite file.

Decisions of people cannot be made again, so nothing here is taken on trust. Each row has a checksum over the name of
the repository, its number and its values, and the file says how many rows there are. All rows are read once and
verified, and from then on only those that were added. No query is answered from an index of SQLite, which might lack a
row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar
from uuid import uuid4

from tertium.files.database import Database
from tertium.files.row_sums import sum_row
from tertium.postedit.decision_rows import NAMES, TYPES, read_row
from tertium.postedit.decisions import Decision

# SQLite keeps these two numbers at a fixed place of the file: the program that owns it, and the version of its tables.
OURS = 0x54727450
VERSION = 4

_COLUMNS = ", ".join(NAMES)
_OLD_COLUMNS = ", ".join(name for name in NAMES if name != "review")
_TABLES = (
    "CREATE TABLE identity (name TEXT NOT NULL, rows INTEGER NOT NULL, last INTEGER NOT NULL, checksum BLOB NOT NULL)",
    "CREATE TABLE decisions (id INTEGER PRIMARY KEY, "
    + ", ".join(f"{name} {kind}" for name, kind in TYPES.items())
    + ", checksum BLOB NOT NULL)",
)
_INSERT = f"INSERT INTO decisions (id, {_COLUMNS}, checksum) VALUES (?, {', '.join('?' * len(NAMES))}, ?)"  # noqa: S608
_SELECT = f"SELECT id, {_COLUMNS}, checksum FROM decisions WHERE id > ? ORDER BY id"  # noqa: S608
_IDENTITY = b"identity"
_Row = tuple[Any, ...]
_Result = TypeVar("_Result")


class DecisionLog:
    """All decisions of a repository, in order, those that were undone included.

    Args:
        path: The file. It is created when it is first used, with its folder.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(
            path=path,
            kind="repository",
            tables=(*_TABLES, _make_identity()),
            application=OURS,
            version=VERSION,
            upgrades={2: _add_checksums, 3: _add_reviews},
            damaged_remedy="Restore it from a copy, or name another file with --repository",
            unusable_remedy="Name another file with --repository",
        )
        self._lock = Lock()
        self._name = ""
        self._decisions: list[Decision] = []
        self._last_sum = b""

    def list_files(self) -> list[Path]:
        """Return the files of the log, whether they exist or not."""
        return self._database.list_files()

    def read(self) -> tuple[str, list[Decision]]:
        """Return the name of the repository, drawn at random when the file was created, and all decisions.

        Raises:
            InputError: The file is damaged, belongs to another program, or cannot be used.
        """

        def load(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN")  # the number of rows and the rows, of the same moment
            self._load(connection)

        with self._lock:
            self._database.read(load)
            return self._name, list(self._decisions)

    def add(self, make: Callable[[str, Sequence[Decision]], tuple[Sequence[list[Any]], _Result]]) -> _Result:
        """Add rows; they are on the disk when this returns, all or none of them.

        Args:
            make: Given the name of the repository and its decisions, returns the rows to add, as ``write_row`` makes
                them, and what to return. They are numbered from the last decision on.
        """

        def write(connection: sqlite3.Connection) -> _Result:
            self._load(connection)
            rows, result = make(self._name, self._decisions)
            last = self._decisions[-1].id if self._decisions else 0
            for number, row in enumerate(rows, start=last + 1):
                connection.execute(_INSERT, [number, *row, sum_row(_make_key(self._name, number), row)])
            if rows:
                _write_identity(connection, self._name, len(self._decisions) + len(rows), last + len(rows))
            return result

        with self._lock:
            return self._database.write(write)

    def check(self) -> int:
        """Verify the whole file, also its structure; return the number of rows.

        Raises:
            InputError: The file is damaged.
        """

        def list_rows(connection: sqlite3.Connection) -> Iterator[tuple[bytes, Sequence[object], object]]:
            name, *_ = self._read_identity(connection)
            for row in connection.execute(_SELECT, [0]):
                yield _make_key(name, row[0]), row[1:-1], row[-1]

        count = self._database.check(list_rows)
        with self._lock:
            self._forget()
        self.read()  # the number of rows
        return count

    def _forget(self) -> None:
        self._name, self._decisions, self._last_sum = "", [], b""

    def _load(self, connection: sqlite3.Connection) -> None:
        """Read and verify what was added since the last time; everything if the file is another one."""
        name, rows, last = self._read_identity(connection)
        if not self._continues(connection, name):
            self._forget()
        found = [*self._decisions]
        last_sum = self._last_sum
        for row in connection.execute(_SELECT, [found[-1].id if found else 0]):
            self._database.require_sum(_make_key(name, row[0]), row[1:-1], row[-1])
            found.append(read_row(row[:-1]))
            last_sum = row[-1]
        if len(found) != rows or (found[-1].id if found else 0) != last:
            raise self._database.make_damaged(f"it has {len(found)} of {rows} decisions")
        self._name, self._decisions, self._last_sum = name, found, last_sum

    def _continues(self, connection: sqlite3.Connection, name: str) -> bool:
        """Return whether the file still ends, or goes on, where we stopped reading: a copy may have been restored."""
        if not self._decisions:
            return True
        query = "SELECT checksum FROM decisions WHERE id = ?"
        found = connection.execute(query, [self._decisions[-1].id]).fetchone()
        return name == self._name and found == (self._last_sum,)

    def _read_identity(self, connection: sqlite3.Connection) -> tuple[str, int, int]:
        found: list[_Row] = connection.execute("SELECT name, rows, last, checksum FROM identity").fetchall()
        if len(found) != 1:
            raise self._database.make_damaged("it has no name")
        (name, rows, last, checksum) = found[0]
        self._database.require_sum(_IDENTITY, [name, rows, last], checksum)
        return name, rows, last


def _make_key(name: str, number: int) -> bytes:
    return f"{name} {number}".encode(errors="surrogateescape")


def _make_identity() -> str:
    name = uuid4().hex
    return f"INSERT INTO identity VALUES ('{name}', 0, 0, x'{sum_row(_IDENTITY, [name, 0, 0]).hex()}')"  # noqa: S608


def _write_identity(connection: sqlite3.Connection, name: str, rows: int, last: int) -> None:
    values = [name, rows, last]
    query = "UPDATE identity SET name = ?, rows = ?, last = ?, checksum = ?"
    connection.execute(query, [*values, sum_row(_IDENTITY, values)])


def _add_checksums(connection: sqlite3.Connection) -> None:
    """Make version 3 of version 2, which had no checksums, and indexes instead of reading all rows."""
    for index in ("by_pair", "by_document", "by_cause"):
        connection.execute(f"DROP INDEX IF EXISTS {index}")
    connection.execute("ALTER TABLE decisions ADD COLUMN checksum BLOB")
    for column in ("rows INTEGER", "last INTEGER", "checksum BLOB"):
        connection.execute(f"ALTER TABLE identity ADD COLUMN {column}")
    (name,) = connection.execute("SELECT name FROM identity").fetchone()
    rows = connection.execute(f"SELECT id, {_OLD_COLUMNS} FROM decisions ORDER BY id").fetchall()  # noqa: S608
    for number, *values in rows:
        try:
            read_row([number, *values, ""])
        except (TypeError, ValueError) as error:
            raise sqlite3.DatabaseError(f"decision {number} cannot be read: {error}") from error
        checksum = sum_row(_make_key(name, number), values)
        connection.execute("UPDATE decisions SET checksum = ? WHERE id = ?", [checksum, number])
    _write_identity(connection, name, len(rows), rows[-1][0] if rows else 0)


def _add_reviews(connection: sqlite3.Connection) -> None:
    """Make version 4 of version 3, in which all documents with the same text shared their decisions."""
    (name, count, last, checksum) = connection.execute("SELECT name, rows, last, checksum FROM identity").fetchone()
    rows = connection.execute(f"SELECT id, {_OLD_COLUMNS}, checksum FROM decisions ORDER BY id").fetchall()  # noqa: S608
    if checksum != sum_row(_IDENTITY, [name, count, last]) or (len(rows), rows[-1][0] if rows else 0) != (count, last):
        raise sqlite3.DatabaseError(f"it has {len(rows)} of {count} decisions")
    connection.execute(f"ALTER TABLE decisions ADD COLUMN review {TYPES['review']}")
    for number, *values, before in rows:
        if before != sum_row(_make_key(name, number), values):
            raise sqlite3.DatabaseError(f"decision {number} has a wrong checksum")
        checksum = sum_row(_make_key(name, number), [*values, ""])
        connection.execute("UPDATE decisions SET checksum = ? WHERE id = ?", [checksum, number])
