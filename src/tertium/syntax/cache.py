"""The cache of parses: in memory for a run, and on disk for the next ones.

Parsing takes most of the time of a syntactic metric, and the same sentences recur: the references for each system, and
everything when a metric's settings change. Parses are kept in one SQLite file, by the parser's version and the text.

Each batch is one transaction, so a killed process leaves complete batches, and any number of processes and threads may
read and write at once. Each row has a checksum. Where the file is damaged, belongs to another program or cannot be
written (no permission, no space left), there is one warning, and parsing works without it.
"""

from __future__ import annotations

import json
import sqlite3
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Literal

from tertium.errors import InputError, TertiumWarning
from tertium.files.cache_folder import VARIABLE, find_cache_folder
from tertium.files.database import DamagedDatabaseError, Database, sum_row
from tertium.progress import Progress
from tertium.syntax.collins import CollinsParser
from tertium.syntax.parser import Parser, check_segments
from tertium.syntax.parsers import get_parser
from tertium.syntax.parsers.files import FileParser
from tertium.syntax.trees import Parse

# Tables with other columns would be in a file with another number.
_FILE = "parses-2.sqlite"
_TABLE = (
    "CREATE TABLE parses"
    " (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, parse BLOB NOT NULL, checksum BLOB NOT NULL)"
)

# In bytes: enough for about two million sentences.
_LIMIT = 1 << 30
# Marks the file as ours: "TrtS".
_APPLICATION = 0x54727453
_AT_ONCE = 500

# Parses are saved in batches of this size: a killed process loses at most one.
_BATCH = 512
_MOST_IN_MEMORY = 200_000

Heads = Literal["parser", "collins"]


def find_cache() -> Path:
    """Return the file of cached parses, in ``TERTIUM_CACHE`` or else in the usual cache folder of the system."""
    return find_cache_folder() / _FILE


class ParseStore:
    """Parses in an SQLite file.

    A connection is opened for each batch, so that threads and forked processes share nothing.

    Args:
        path: The file, which is created if needed, with its folder.
        limit: The maximum size in bytes; beyond that the oldest quarter is dropped.
    """

    def __init__(self, path: Path, limit: int = _LIMIT) -> None:
        self.path = path
        self.limit = limit
        self._database = Database(
            path=path,
            kind="cache of parses",
            tables=(_TABLE,),
            application=_APPLICATION,
            durable=False,
            private=True,
            damaged_remedy="Delete it: segments are then parsed again when they are needed",
            unusable_remedy=f"Set {VARIABLE} to a folder that can be written",
        )
        self._is_used = True

    def load(self, version: str, texts: Sequence[str]) -> dict[str, Parse]:
        """Return the parses that are in the file; none, after a warning, if it cannot be used or is damaged."""
        keys = {_make_key(version, text): text for text in texts}
        found: dict[str, Parse] = {}

        def select(connection: sqlite3.Connection) -> None:
            todo = list(keys)
            for start in range(0, len(todo), _AT_ONCE):
                some = todo[start : start + _AT_ONCE]
                marks = ",".join("?" * len(some))
                query = f"SELECT key, parse, checksum FROM parses WHERE key IN ({marks})"  # noqa: S608
                for key, packed, checksum in connection.execute(query, some):
                    self._database.require_sum(key, [packed], checksum)
                    if key not in keys:
                        raise self._database.make_damaged("a row was found under another key")
                    found[keys[key]] = _unpack(packed)

        if keys and self._is_used and self.path.exists() and not self._try(lambda: self._database.read(select)):
            return {}
        return found

    def save(self, version: str, parses: Mapping[str, Parse]) -> None:
        """Save parses, all or none of them; none, after a warning, if the file cannot be used or is damaged."""
        rows = [(_make_key(version, text), _pack(parse)) for text, parse in parses.items()]
        summed = [(key, packed, sum_row(key, [packed])) for key, packed in rows]

        def insert(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR IGNORE INTO parses (key, parse, checksum) VALUES (?, ?, ?)", summed)
            if _measure(connection) > self.limit:
                connection.execute(
                    "DELETE FROM parses WHERE id <= (SELECT id FROM parses ORDER BY id"
                    " LIMIT 1 OFFSET (SELECT count(*) / 4 FROM parses))"
                )

        if self._is_used:
            self._try(lambda: self._database.write(insert))

    def check(self) -> int:
        """Read all of the file and compare it with its checksums; return the number of parses.

        Raises:
            InputError: There is no such file, or it is damaged.
        """
        return self._database.check_query("SELECT key, parse, checksum FROM parses")

    def clear(self) -> None:
        """Delete all parses, and the file itself if it is damaged.

        Raises:
            InputError: The file belongs to another program, or cannot be written.
        """

        def delete(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM parses")
            connection.execute("VACUUM")

        if not self.path.exists():
            return
        try:
            self._database.read(delete)
        except DamagedDatabaseError:
            self._database.delete()

    def _try(self, action: Callable[[], None]) -> bool:
        """Return whether an action succeeded. After the first that does not, the file is no longer used."""
        try:
            action()
        except InputError as error:
            self._is_used = False
            message = str(error).rstrip(".")
            warnings.warn(TertiumWarning(f"{message}. Parses are not cached in this run"), stacklevel=2)
            return False
        return True


class CachedParser:
    """A parser with a cache: each text is parsed once.

    Args:
        parser: The parser.
        path: The file of cached parses; the usual one if None.
        store: The file, if it is open already.
    """

    def __init__(self, parser: Parser, path: Path | None = None, *, store: ParseStore | None = None) -> None:
        self.version = parser.version
        self.language: str = getattr(parser, "language", "")
        self.store = store or ParseStore(path or find_cache())
        self._parser = parser
        self._memory: dict[str, Parse] = {}
        self._lock = Lock()

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the parse of each segment, from memory, from disk or from the parser."""
        check_segments(segments)
        counts = Counter(segments)
        # A second thread waits, and then finds what the first has parsed.
        with self._lock:
            found = {text: self._memory[text] for text in counts if text in self._memory}
            found |= self._remember(self.store.load(self.version, [text for text in counts if text not in found]))
            if progress is not None and found:
                progress(sum(counts[text] for text in found))
            missing = [text for text in counts if text not in found]
            for start in range(0, len(missing), _BATCH):
                batch = missing[start : start + _BATCH]
                parsed = self._remember(dict(zip(batch, self._parser.parse(batch), strict=True)))
                self.store.save(self.version, parsed)
                found |= parsed
                if progress is not None:
                    progress(sum(counts[text] for text in batch))
        return [found[segment] for segment in segments]

    def _remember(self, parses: dict[str, Parse]) -> dict[str, Parse]:
        if len(self._memory) + len(parses) > _MOST_IN_MEMORY:
            self._memory.clear()
        self._memory |= parses
        return parses


def get_cached_parser(
    text: str, *, tokenised: bool = False, heads: Heads = "parser", path: Path | None = None
) -> Parser:
    """Return the parser of this name with its cache: one for all metrics of a process.

    Parses from files are not cached.

    Args:
        text: The parser, as for ``get_parser``.
        tokenised: Whether words are already separated by spaces.
        heads: Where dependencies come from: from the parser, or by Collins's rules from its constituents.
        path: The file of cached parses; the usual one if None.
    """
    parser = get_parser(text, tokenised=tokenised)
    if isinstance(parser, FileParser):
        return parser if heads == "parser" else CollinsParser(parser, text)
    return _wrap(text, tokenised, heads, path or find_cache())


@cache
def _wrap(text: str, tokenised: bool, heads: Heads, path: Path) -> CachedParser:
    if heads == "parser":
        return CachedParser(get_parser(text, tokenised=tokenised), store=_open_store(path))
    # Finding heads takes much longer than reading a parse, so that it has a place in the cache too.
    return CachedParser(CollinsParser(_wrap(text, tokenised, "parser", path), text), store=_open_store(path))


@cache
def _open_store(path: Path) -> ParseStore:
    """The file for all parsers of a process, so that there is one warning where it cannot be used."""
    return ParseStore(path)


def clear_cache() -> None:
    """Delete all cached parses on disk."""
    ParseStore(find_cache()).clear()


def check_cache() -> int:
    """Read all cached parses and compare them with their checksums; return how many there are.

    Raises:
        InputError: There is no cache, or it is damaged.
    """
    return ParseStore(find_cache()).check()


def _measure(connection: sqlite3.Connection) -> int:
    """The number of bytes in use."""
    pages, free, size = (
        connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _make_key(version: str, text: str) -> bytes:
    return blake2b(f"{len(version)} {version}{text}".encode(), digest_size=16).digest()


def _unpack(packed: bytes) -> Parse:
    brackets, conllu = json.loads(zlib.decompress(packed))
    return Parse(brackets, conllu)


def _pack(parse: Parse) -> bytes:
    return zlib.compress(json.dumps([parse.brackets, parse.conllu], ensure_ascii=False).encode())
