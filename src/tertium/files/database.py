"""One SQLite file: who owns it, which version of its tables it has, and what is said when it is damaged.

Each action has a connection of its own, so that threads and forked processes share nothing. Any number of processes may
read and write at once (WAL); who has to wait does so for a minute at most.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tertium.errors import InputError

_SECONDS_TO_WAIT = 60.0
_DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR))
_TABLE_NAME = re.compile(r"CREATE TABLE IF NOT EXISTS (\w+)")
_Result = TypeVar("_Result")


class UnusableDatabaseError(InputError):
    """A database that is not damaged but cannot be used now: locked, read-only, no space left."""


@dataclass(frozen=True, kw_only=True)
class Database:
    """One SQLite file with tables of one kind.

    Attributes:
        path: The file. It is created when it is first used, with its folder.
        kind: What the file is, for messages, such as ``"cache of counts"``.
        tables: The statements that create its tables and indexes, each with ``IF NOT EXISTS``.
        application: The number that marks the file as one of this kind (``PRAGMA application_id``).
        version: The version of the tables (``PRAGMA user_version``).
        unmarked: Whether a file without that mark is accepted if it has no other tables; old caches have no mark.
        durable: Whether what was written survives a power failure; otherwise only a crash of the process.
        damaged_remedy: What to do if the file is damaged.
        unusable_remedy: What to do if it cannot be opened or written, or belongs to another program.
    """

    path: Path
    kind: str
    tables: Sequence[str]
    application: int
    version: int = 1
    unmarked: bool = True
    durable: bool = True
    damaged_remedy: str = "Give another place, or a copy that is not damaged"
    unusable_remedy: str = "Give another place"

    def read(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run an action on the file and return what it returns.

        Raises:
            InputError: The file is damaged, belongs to another program, or has another version.
            UnusableDatabaseError: The file cannot be used now.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=_SECONDS_TO_WAIT, isolation_level=None)) as connection:
                self._require_own(connection)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute(f"PRAGMA synchronous = {'FULL' if self.durable else 'NORMAL'}")
                self._prepare(connection)
                return action(connection)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                raise self.make_damaged(str(error)) from error
            raise self._make_unusable(str(error)) from error
        except OSError as error:
            raise self._make_unusable(error.strerror or str(error)) from error

    def write(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run an action as one transaction: all of it is on the disk when this returns, or nothing is."""

        def run(connection: sqlite3.Connection) -> _Result:
            connection.execute("BEGIN IMMEDIATE")
            result = action(connection)
            connection.execute("COMMIT")
            return result

        return self.read(run)

    def list_files(self) -> list[Path]:
        """Return the file and those that SQLite keeps beside it, whether they exist or not."""
        return [self.path.with_name(self.path.name + ending) for ending in ("", "-wal", "-shm", "-journal")]

    def delete(self) -> None:
        """Delete the file and those beside it."""
        for file in self.list_files():
            file.unlink(missing_ok=True)

    def make_damaged(self, problem: str) -> InputError:
        """Return the error for a file whose content is wrong."""
        return InputError(f"the {self.kind} is damaged ({problem})", file=self.path, remedy=self.damaged_remedy)

    def _make_unusable(self, problem: str) -> UnusableDatabaseError:
        return UnusableDatabaseError(
            f"the {self.kind} cannot be used ({problem})", file=self.path, remedy=self.unusable_remedy
        )

    def _require_own(self, connection: sqlite3.Connection) -> None:
        """Refuse the database of another program, or of another version, before anything is written into it."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        own = {found[1] for found in map(_TABLE_NAME.match, self.tables) if found and self.unmarked}
        others = {name for name in names - own if not name.startswith("sqlite_")}
        is_other = application or others or (version and not self.unmarked)
        if application != self.application and is_other:
            raise InputError(
                f"the file is a database, but not a {self.kind}", file=self.path, remedy=self.unusable_remedy
            )
        if version > self.version or (application == self.application and version < self.version):
            raise InputError(
                f"the {self.kind} has version {version}, and this program reads version {self.version}",
                file=self.path,
                remedy="Update Tertium" if version > self.version else self.unusable_remedy,
            )

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # Checked first, so that whoever only reads does not wait for whoever writes.
        if connection.execute("PRAGMA user_version").fetchone()[0] == self.version:
            return
        connection.execute("BEGIN IMMEDIATE")
        self._require_own(connection)  # another process may have created it in the meantime
        for statement in self.tables:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {self.application}")
        connection.execute(f"PRAGMA user_version = {self.version}")
        connection.execute("COMMIT")
