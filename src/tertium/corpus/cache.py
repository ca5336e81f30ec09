"""Cached counts: one SQLite file, by the provider's description and the phrase.

Search services are slow, and some charge for each request. Each batch is one transaction, so a killed process loses at
most one batch, and any number of processes and threads may read and write at once. Phrases that failed are not cached.
Each row has a checksum: a count that was changed on disk is an error and not an answer.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from tertium.corpus.counts import Count, Counts, CountsError, check_phrases
from tertium.errors import InputError, SpecError
from tertium.files.database import Database
from tertium.files.row_sums import sum_row
from tertium.files.user_folders import CACHE_VARIABLE, find_cache_folder
from tertium.progress import Progress

# Tables with other columns would be in a file with another number.
_FILE = "counts-1.sqlite"
_TABLE = (
    "CREATE TABLE counts (key BLOB PRIMARY KEY, count INTEGER NOT NULL, lines INTEGER,"
    " approximate INTEGER NOT NULL, time REAL NOT NULL, checksum BLOB NOT NULL) WITHOUT ROWID"
)
_COLUMNS = "key, count, lines, approximate, time, checksum"
# Marks the file as ours: "TrtC".
_APPLICATION = 0x54727443

# The most that a killed process has to ask again.
BATCH = 64


def find_cache() -> Path:
    """Return the file of cached counts, in ``TERTIUM_CACHE`` or else in the usual cache folder of the system."""
    return find_cache_folder() / _FILE


class CachedCounts:
    """A count provider with a cache: each phrase is asked once, for all processes.

    Args:
        provider: The provider.
        path: The file, which is created if needed, with its folder; the usual one if None.
        max_age: After how many seconds a count is asked for again; never if None.
        batch: The number of phrases that are asked and cached together; all if None, as for a provider that makes one
            pass.
        now: The time in seconds since 1970.

    Raises:
        InputError: The file is damaged or cannot be written.
    """

    def __init__(
        self,
        provider: Counts,
        path: str | Path | None = None,
        *,
        max_age: float | None = None,
        batch: int | None = BATCH,
        now: Callable[[], float] = time.time,
    ) -> None:
        if max_age is not None and not max_age >= 0:
            raise SpecError(f"the maximum age is {max_age} seconds", remedy="Give 0 or more, or None for no limit")
        self.path = find_cache() if path is None else Path(path)
        self._provider, self._max_age, self._batch, self._now = provider, max_age, batch, now
        self._database = _describe_file(self.path)
        # An error is found now, and not when a thousand phrases have been counted.
        self._database.write(lambda _: None)

    @property
    def name(self) -> str:
        """The provider's."""
        return self._provider.name

    @property
    def size(self) -> int | None:
        """The provider's."""
        return self._provider.size

    def describe(self) -> Mapping[str, str]:
        """The provider's: a cached count is the same count."""
        return self._provider.describe()

    def count_many(self, phrases: Sequence[str], progress: Progress | None = None) -> list[Count]:
        """Return the count of each phrase, from the cache or from the provider.

        Args:
            phrases: The phrases.
            progress: Called with the number of different phrases done since the last call.

        Raises:
            CountsError: The provider fails as a whole, or the cache can no longer be written. The error has the counts
                so far, and those from the provider were cached.
            InputError: The file is damaged.
        """
        check_phrases(phrases)
        wanted = list(dict.fromkeys(phrases))
        keys = self._make_keys(wanted)
        found = self._load(keys)
        missing = [phrase for phrase in wanted if phrase not in found]
        if progress is not None and found:
            progress(len(found))
        step = self._batch or max(1, len(missing))
        for start in range(0, len(missing), step):
            batch = missing[start : start + step]
            failure: CountsError | None = None
            try:
                counted = self._provider.count_many(batch)
            except CountsError as error:
                counted, failure = list(error.partial), error
            found |= {count.phrase: count for count in counted}
            try:
                self._save(keys, counted)
            except InputError as error:
                partial = _fill(phrases, found, error.message)
                raise CountsError(f"{error.file}: {error.message}", partial=partial, remedy=error.remedy) from error
            if failure is not None:
                partial = _fill(phrases, found, failure.message)
                raise CountsError(failure.message, partial=partial, remedy=failure.remedy) from failure
            if progress is not None:
                progress(len(batch))
        return [found[phrase] for phrase in phrases]

    def _make_keys(self, phrases: Sequence[str]) -> dict[str, bytes]:
        start = json.dumps(sorted(self.describe().items()))
        # A phrase that is not valid text needs a key as well.
        return {
            phrase: blake2b(f"{len(start)} {start}{phrase}".encode(errors="surrogatepass"), digest_size=16).digest()
            for phrase in phrases
        }

    def _load(self, keys: Mapping[str, bytes]) -> dict[str, Count]:
        phrases = {key: phrase for phrase, key in keys.items()}
        oldest = 0.0 if self._max_age is None else self._now() - self._max_age
        rows = self._database.select_rows(_COLUMNS, "counts", phrases)
        return {
            phrases[key]: Count(phrase=phrases[key], count=count, lines=lines, approximate=bool(approximate))
            for key, (count, lines, approximate, moment) in rows.items()
            if self._max_age is None or moment >= oldest
        }

    def _save(self, keys: Mapping[str, bytes], counts: Sequence[Count]) -> None:
        rows = []
        for count in counts:
            if count.count is not None:
                values = [count.count, count.lines, int(count.approximate), self._now()]
                rows.append([keys[count.phrase], *values, sum_row(keys[count.phrase], values)])

        if rows:
            query = "INSERT OR REPLACE INTO counts VALUES (?, ?, ?, ?, ?, ?)"
            self._database.write(lambda connection: connection.executemany(query, rows))


def check_cache() -> int:
    """Read all cached counts and compare them with their checksums; return how many there are.

    Raises:
        InputError: There is no cache, or it is damaged.
    """
    return _describe_file(find_cache()).check_query(f"SELECT {_COLUMNS} FROM counts")  # noqa: S608


def clear_cache() -> None:
    """Delete all cached counts.

    Raises:
        InputError: The file belongs to another program, or cannot be written.
    """
    _describe_file(find_cache()).empty("counts")


def _describe_file(path: Path) -> Database:
    return Database(
        path=path,
        kind="cache of counts",
        tables=(_TABLE,),
        application=_APPLICATION,
        private=True,
        damaged_remedy="Give another place, or delete the file with those beside it that end in -wal and -shm",
        unusable_remedy=f"Give another place, set {CACHE_VARIABLE} to a folder that can be written, or use no cache",
    )


def _fill(phrases: Sequence[str], found: Mapping[str, Count], reason: str) -> list[Count]:
    return [found.get(phrase) or Count(phrase=phrase, count=None, error=f"not asked: {reason}") for phrase in phrases]
