"""One SQLite file: who owns it, which version of its tables it has, and what is said when it is damaged.

Each action has a connection of its own, so that threads and forked processes share nothing. Any number of processes may
read and write at once (WAL); who has to wait does so for a minute at most. A file that may not be written can be read.

SQLite finds damage to its own structure, not to what is stored in it. So each row has a checksum, ``sum_row``. Whoever
reads the row compares it (``require_sum``), or SQLite does so in each query (``summed``, see `tertium.files.row_sums`).
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from tertium.errors import InputError
from tertium.files.row_sums import add_sums, compare_sums, define_sums, find_damage, sum_row

_SECONDS_TO_WAIT = 60.0
_KEYS_AT_ONCE = 500
# So many damaged rows are named.
_MOST_NAMED = 5
_DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR))
_READ_ONLY = frozenset((sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM))
_Result = TypeVar("_Result")


class DamagedDatabaseError(InputError):
    """A database whose content is wrong."""


class UnusableDatabaseError(InputError):
    """A database that is not damaged but cannot be used now: locked, read-only, no space left."""


@dataclass(frozen=True, kw_only=True)
class Database:
    """One SQLite file with tables of one kind.

    Attributes:
        path: The file. It is created when it is first used, with its folder.
        kind: What the file is, for messages, such as ``"cache of counts"``.
        tables: The statements that create its tables and indexes.
        application: The number that marks the file as one of this kind (``PRAGMA application_id``). A file that has
            another one, or none, is never written to.
        version: The version of the tables (``PRAGMA user_version``).
        upgrades: By an older version, what makes the next one of it.
        summed: The tables whose checksums SQLite keeps. Statements that write name them with ``main.``.
        durable: Whether what was written survives a power failure; otherwise only a crash of the process.
        private: Whether a new file is for its owner only.
        damaged_remedy: What to do if the file is damaged.
        unusable_remedy: What to do if it cannot be opened or written, or belongs to another program.
    """

    path: Path
    kind: str
    tables: Sequence[str]
    application: int
    version: int = 1
    upgrades: Mapping[int, Callable[[sqlite3.Connection], None]] = field(default_factory=dict)
    summed: Sequence[str] = ()
    durable: bool = True
    private: bool = False
    damaged_remedy: str = "Give another place, or a copy that is not damaged"
    unusable_remedy: str = "Give another place"

    def read(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run an action on the file and return what it returns.

        Raises:
            InputError: The file is damaged, belongs to another program, or has another version.
            UnusableDatabaseError: The file cannot be used now.
        """
        return self._run(action, self._read_without_writing)

    def write(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run an action as one transaction: all of it is on the disk when this returns, or nothing is."""

        def run(connection: sqlite3.Connection) -> _Result:
            connection.execute("BEGIN IMMEDIATE")
            result = action(connection)
            connection.execute("COMMIT")
            return result

        return self._run(run, None)

    def select_rows(self, columns: str, table: str, keys: Iterable[bytes]) -> dict[bytes, list[Any]]:
        """Return the values of the rows that have one of these keys, by key, after their checksums were compared.

        Args:
            columns: The columns: ``key``, values, ``checksum``.
            table: The table.
            keys: The keys.
        """
        wanted = dict.fromkeys(keys)
        found: dict[bytes, list[Any]] = {}

        def select(connection: sqlite3.Connection) -> None:
            todo = list(wanted)
            for start in range(0, len(todo), _KEYS_AT_ONCE):
                some = todo[start : start + _KEYS_AT_ONCE]
                marks = ",".join("?" * len(some))
                query = f"SELECT {columns} FROM {table} WHERE key IN ({marks})"  # noqa: S608
                for key, *values, checksum in connection.execute(query, some):
                    self.require_sum(key, values, checksum)
                    if key not in wanted:
                        raise self.make_damaged("a row was found under another key")
                    found[key] = values

        self.read(select)
        return found

    def check_query(self, query: str) -> int:
        """Verify all of the file, as ``check`` does; a query returns key, values and checksum of each row."""

        def list_rows(connection: sqlite3.Connection) -> Iterator[tuple[object, Sequence[object], object]]:
            for key, *values, checksum in connection.execute(query):
                yield key, values, checksum

        return self.check(list_rows)

    def verify(self) -> int:
        """Verify all of a file whose checksums SQLite keeps: its structure, its rows, and how many there are.

        Returns:
            The number of rows.

        Raises:
            InputError: The file is damaged, or is not of this kind.
        """

        def verify(connection: sqlite3.Connection) -> int:
            connection.execute("BEGIN")  # the rows and their number, of the same moment
            self._require_structure(connection)
            found = list(islice(find_damage(connection, self.summed), _MOST_NAMED + 1))
            if found:
                more = " and more" if len(found) > _MOST_NAMED else ""
                raise self.make_damaged(f"wrong checksum: {', '.join(found[:_MOST_NAMED])}{more}")
            queries = (f"SELECT COUNT(*) FROM main.{table}" for table in self.summed)  # noqa: S608
            return sum(int(connection.execute(query).fetchone()[0]) for query in queries)

        return self.read(verify)

    def back_up(self, path: Path) -> int:
        """Write a copy of the file, also while others write into it; the copy is verified before it is in its place.

        Args:
            path: The copy. A file that is there is replaced.

        Returns:
            The number of rows.

        Raises:
            InputError: The file is damaged, or the copy cannot be written.
        """

        def copy(connection: sqlite3.Connection) -> None:
            with closing(sqlite3.connect(temporary)) as target:
                connection.backup(target)

        try:
            descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
            os.close(descriptor)
        except OSError as error:
            raise InputError(
                f"the copy cannot be written: {error.strerror}", file=path, remedy="Give another place"
            ) from error
        temporary = Path(name)
        made = replace(self, path=temporary)
        try:
            self.read(copy)
            try:
                count = made.verify()
            except DamagedDatabaseError as error:
                raise InputError(
                    f"{error.message}, so that no copy is made", file=self.path, remedy=error.remedy
                ) from error
            with temporary.open("rb") as stream:
                os.fsync(stream.fileno())
            temporary.replace(path)
        finally:
            made.delete()
        return count

    def _require_structure(self, connection: sqlite3.Connection) -> None:
        (found,) = connection.execute("PRAGMA main.integrity_check(1)").fetchone()
        if found != "ok":
            raise self.make_damaged(str(found))

    def check(self, rows: Callable[[sqlite3.Connection], Iterable[tuple[object, Sequence[object], object]]]) -> int:
        """Verify all of the file: its structure, and the checksum of each row.

        Args:
            rows: Returns the key, the values and the checksum of each row.

        Returns:
            The number of rows.

        Raises:
            InputError: The file does not exist, is damaged, or is not of this kind.
        """

        def verify(connection: sqlite3.Connection) -> int:
            self._require_structure(connection)
            count = 0
            for key, values, checksum in rows(connection):
                self.require_sum(key, values, checksum)
                count += 1
            return count

        if not self.path.is_file():
            raise InputError(f"there is no such {self.kind}", file=self.path, remedy="Give another file")
        return self.read(verify)

    def require_sum(self, key: object, values: Sequence[object], checksum: object) -> None:
        """Raise an ``InputError`` unless this is the checksum of the row."""
        if not isinstance(key, bytes) or sum_row(key, values) != checksum:
            raise self.make_damaged("a row has a wrong checksum")

    def list_files(self) -> list[Path]:
        """Return the file and those that SQLite keeps beside it, whether they exist or not."""
        return [self.path.with_name(self.path.name + ending) for ending in ("", "-wal", "-shm", "-journal")]

    def empty(self, table: str) -> None:
        """Delete all rows of a table, and the files themselves if they are damaged.

        Raises:
            InputError: The file belongs to another program, or cannot be written.
        """

        def delete(connection: sqlite3.Connection) -> None:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608
            connection.execute("VACUUM")

        if not self.path.exists():
            return
        try:
            self.read(delete)
        except DamagedDatabaseError:
            self.delete()

    def delete(self) -> None:
        """Delete the file and those beside it."""
        for file in self.list_files():
            file.unlink(missing_ok=True)

    def make_damaged(self, problem: str) -> DamagedDatabaseError:
        """Return the error for a file whose content is wrong."""
        message = f"the {self.kind} is damaged ({problem})"
        return DamagedDatabaseError(message, file=self.path, remedy=self.damaged_remedy)

    def _run(
        self,
        action: Callable[[sqlite3.Connection], _Result],
        otherwise: Callable[[Callable[[sqlite3.Connection], _Result], list[str]], _Result] | None,
    ) -> _Result:
        """Run an action on a file that can be written; ``otherwise`` tries one that cannot."""
        problems: list[str] = []
        try:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._look_at_mark()
                self._create()
                with closing(self._connect(str(self.path))) as connection:
                    self._require_mark(connection)
                    define_sums(connection, problems)
                    self._prepare(connection)
                    compare_sums(connection, self.summed)
                    return action(connection)
            except sqlite3.Error as error:
                if otherwise is None or _get_code(error) not in _READ_ONLY or not self.path.is_file():
                    raise
                return otherwise(action, problems)
        except sqlite3.Error as error:
            if problems:
                raise self.make_damaged(f"wrong checksum: {problems[0]}") from error
            # Without a code it is an error of Python's module, about a value that cannot be read.
            if _get_code(error) in _DAMAGED or not _get_code(error):
                raise self.make_damaged(str(error)) from error
            raise self._make_unusable(str(error)) from error
        except UnicodeDecodeError as error:  # of a message of SQLite that quotes damaged text
            raise self.make_damaged("its tables are not described in UTF-8") from error
        except OSError as error:
            raise self._make_unusable(error.strerror or str(error)) from error

    def _read_without_writing(self, action: Callable[[sqlite3.Connection], _Result], problems: list[str]) -> _Result:
        """Run an action on a file, or in a folder, that may not be written, where SQLite cannot lock anything."""
        log = self.path.with_name(f"{self.path.name}-wal")
        has_log = log.exists() and log.stat().st_size > 0
        with closing(self._connect(self._make_uri("mode=ro")) if has_log else self._connect_as_it_is()) as connection:
            self._require_mark(connection)
            self._require_version(connection)
            if _get_version(connection) == self.version:
                define_sums(connection, problems)
                compare_sums(connection, self.summed)
                return action(connection)
            # It is brought up to date in memory.
            with closing(self._connect(":memory:")) as updated:
                connection.backup(updated)
                define_sums(updated, problems)
                self._update(updated)
                compare_sums(updated, self.summed)
                return action(updated)

    def _connect(self, path: str) -> sqlite3.Connection:
        uri = path.startswith("file:")
        connection = sqlite3.connect(path, timeout=_SECONDS_TO_WAIT, isolation_level=None, uri=uri)
        # Damaged text is found by its checksum; Python's module would raise an error of its own.
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        return connection

    def _connect_as_it_is(self) -> sqlite3.Connection:
        """Connect without locks, without looking at the files beside it, and without writing anything."""
        return self._connect(self._make_uri("mode=ro&immutable=1"))

    def _make_uri(self, options: str) -> str:
        return f"{self.path.absolute().as_uri()}?{options}"

    def _make_unusable(self, problem: str) -> UnusableDatabaseError:
        return UnusableDatabaseError(
            f"the {self.kind} cannot be used ({problem})", file=self.path, remedy=self.unusable_remedy
        )

    def _look_at_mark(self) -> None:
        """Refuse the database of another program before SQLite opens it for writing: closing it may write into it."""
        if not self.path.is_file():
            return
        # An error means damage, or another process that is writing; which of them is seen when the file is opened.
        with suppress(sqlite3.Error), closing(self._connect_as_it_is()) as connection:
            self._require_mark(connection)

    def _require_mark(self, connection: sqlite3.Connection) -> None:
        # In this order: another process that creates the file sets the mark together with the tables.
        allowed = (self.application, 0) if _is_empty(connection) else (self.application,)
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application not in allowed:
            raise InputError(
                f"the file is a database, but not a {self.kind}", file=self.path, remedy=self.unusable_remedy
            )

    def _require_version(self, connection: sqlite3.Connection) -> None:
        version = _get_version(connection)
        if version > self.version or (version < self.version and version not in self.upgrades):
            raise InputError(
                f"the {self.kind} has version {version}, and this program reads version {self.version}",
                file=self.path,
                remedy="Update Tertium" if version > self.version else self.unusable_remedy,
            )

    def _create(self) -> None:
        """Create a private file empty; SQLite gives those beside it the same permissions."""
        if not self.private or self.path.exists():
            return
        descriptor, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        os.close(descriptor)
        try:
            # Not opened in its place: closing it there would free the locks of other threads.
            with suppress(FileExistsError):
                os.link(name, self.path)
        finally:
            Path(name).unlink()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Create the tables, or bring them up to date, and set how SQLite writes."""
        # Checked first, so that whoever only reads does not wait for whoever writes.
        if _get_version(connection) != self.version:
            self._update(connection)
        # Only now: the mark of a new file has to be in the file itself, where _look_at_mark looks for it.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if self.durable else 'NORMAL'}")

    def _update(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")  # another process may have done it in the meantime
        if _is_empty(connection):
            for statement in self.tables:
                connection.execute(statement)
            if self.summed:
                add_sums(connection, self.summed)
            connection.execute(f"PRAGMA application_id = {self.application}")
        else:
            self._require_version(connection)
            for version in range(_get_version(connection), self.version):
                self.upgrades[version](connection)
        connection.execute(f"PRAGMA user_version = {self.version}")
        connection.execute("COMMIT")


def _is_empty(connection: sqlite3.Connection) -> bool:
    version = _get_version(connection)
    return not version and connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def _get_code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _get_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
