"""A cache on disk: values by key, in one SQLite file.

Each batch is one transaction, so a killed process leaves complete batches, and any number of processes and threads may
read and write at once. Each row has a checksum. Where the file is damaged, belongs to another program or cannot be
written (no permission, no space left), there is one warning, and work goes on without it.
"""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tertium.errors import InputError, TertiumWarning
from tertium.files.database import Database
from tertium.files.row_sums import sum_row
from tertium.files.user_folders import CACHE_VARIABLE, find_cache_folder


class KeyedCache:
    """Values in an SQLite file.

    A connection is opened for each batch, so that threads and forked processes share nothing.

    Args:
        path: The file, which is created if needed, with its folder.
        things: What is cached, such as ``"parses"``; the name of the table.
        column: The name of the column of values.
        application: The number that marks the file as one of this kind.
        limit: The maximum size in bytes; beyond that the oldest quarter is dropped.
        damaged_remedy: What to do if the file is damaged.
    """

    def __init__(
        self, path: Path, *, things: str, column: str, application: int, limit: int, damaged_remedy: str
    ) -> None:
        self.path = path
        self.limit = limit
        self._things = things
        self._columns = f"key, {column}, checksum"
        table = (
            f"CREATE TABLE {things}"
            f" (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, {column} BLOB NOT NULL, checksum BLOB NOT NULL)"
        )
        self._database = Database(
            path=path,
            kind=f"cache of {things}",
            tables=(table,),
            application=application,
            durable=False,
            private=True,
            damaged_remedy=damaged_remedy,
            unusable_remedy=f"Set {CACHE_VARIABLE} to a folder that can be written",
        )
        self._is_used = True

    def load(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the values that are in the file; none, after a warning, if it cannot be used or is damaged."""
        wanted = list(keys)
        found: dict[bytes, bytes] = {}

        def select() -> None:
            rows = self._database.select_rows(self._columns, self._things, wanted)
            found.update((key, value) for key, (value,) in rows.items())

        if wanted and self._is_used and self.path.exists() and not self._try(select):
            return {}
        return found

    def save(self, values: Mapping[bytes, bytes]) -> None:
        """Save values, all or none of them; none, after a warning, if the file cannot be used or is damaged."""
        rows = [(key, value, sum_row(key, [value])) for key, value in values.items()]

        def insert(connection: sqlite3.Connection) -> None:
            query = f"INSERT OR IGNORE INTO {self._things} ({self._columns}) VALUES (?, ?, ?)"  # noqa: S608
            connection.executemany(query, rows)
            if _measure(connection) > self.limit:
                connection.execute(
                    f"DELETE FROM {self._things} WHERE id <= (SELECT id FROM {self._things} ORDER BY id"  # noqa: S608
                    f" LIMIT 1 OFFSET (SELECT count(*) / 4 FROM {self._things}))"
                )

        if self._is_used:
            self._try(lambda: self._database.write(insert))

    def complete(self, keys: Sequence[bytes], compute: Callable[[Sequence[int]], Sequence[bytes]]) -> list[bytes]:
        """Return the value of each key; those that are not in the file are computed, and saved.

        Args:
            keys: The keys; equal ones have equal values.
            compute: Returns the values of the keys at some places, each key once.
        """
        known = self.load(keys)
        added = compute_missing(keys, known, compute)
        if added:
            self.save(added)
        values = known | added
        return [values[key] for key in keys]

    def check(self) -> int:
        """Read all of the file and compare it with its checksums; return the number of values.

        Raises:
            InputError: There is no such file, or it is damaged.
        """
        return self._database.check_query(f"SELECT {self._columns} FROM {self._things}")  # noqa: S608

    def clear(self) -> None:
        """Delete all values, and the file itself if it is damaged.

        Raises:
            InputError: The file belongs to another program, or cannot be written.
        """
        self._database.empty(self._things)

    def _try(self, action: Callable[[], None]) -> bool:
        """Return whether an action succeeded. After the first that does not, the file is no longer used."""
        try:
            action()
        except InputError as error:
            self._is_used = False
            message = str(error).rstrip(".")
            said = f"{message}. {self._things.capitalize()} are not cached in this run"
            warnings.warn(TertiumWarning(said), stacklevel=2)
            return False
        return True


def _measure(connection: sqlite3.Connection) -> int:
    """The number of bytes in use."""
    pages, free, size = (
        connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def compute_missing(
    keys: Sequence[bytes], known: Container[bytes], compute: Callable[[Sequence[int]], Sequence[bytes]]
) -> dict[bytes, bytes]:
    """Return the values of keys that are not known; of equal keys the first is computed."""
    places = {key: place for place, key in reversed([*enumerate(keys)]) if key not in known}
    todo = sorted(places.values())
    return dict(zip((keys[place] for place in todo), compute(todo), strict=True)) if todo else {}


@dataclass(frozen=True, kw_only=True)
class CacheFile:
    """A file in the folder of caches, and what is known of it.

    Attributes:
        name: The name of the file.
        things: What is cached, such as ``"scores"``.
        column: The name of the column of values.
        application: The number that marks the file as one of this kind.
        damaged_remedy: What to do if the file is damaged.
        limit: The maximum size in bytes.
    """

    name: str
    things: str
    column: str
    application: int
    damaged_remedy: str
    limit: int = 1 << 30

    @property
    def path(self) -> Path:
        """The file, in ``TERTIUM_CACHE`` or else in the usual cache folder of the system."""
        return find_cache_folder() / self.name

    def open(self) -> KeyedCache:
        """Return the file as it is now."""
        return _open(self, self.path)

    def use(self) -> KeyedCache:
        """Return the file for all of a process, so that there is one warning where it cannot be used."""
        return _use(self, self.path)

    def check(self) -> int:
        """Read all of the file and compare it with its checksums; return the number of values.

        Raises:
            InputError: There is no such file, or it is damaged.
        """
        return self.open().check()

    def clear(self) -> None:
        """Delete all values.

        Raises:
            InputError: The file belongs to another program, or cannot be written.
        """
        self.open().clear()


def _open(file: CacheFile, path: Path) -> KeyedCache:
    return KeyedCache(
        path,
        things=file.things,
        column=file.column,
        application=file.application,
        limit=file.limit,
        damaged_remedy=file.damaged_remedy,
    )


_use = cache(_open)
