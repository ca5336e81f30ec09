"""The cache of parses: in memory for a run, and on disk for the next ones.

Parsing takes most of the time of a syntactic metric, and the same sentences recur: the references for each system, and
everything when a metric's settings change. Parses are kept in one SQLite file (``KeyedCache``), by the parser's version
and the text.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Literal

from tertium.files.keyed_cache import KeyedCache
from tertium.files.user_folders import find_cache_folder
from tertium.progress import Progress
from tertium.syntax.collins import CollinsParser
from tertium.syntax.parser import Parser, check_segments
from tertium.syntax.parsers import get_parser
from tertium.syntax.parsers.files import FileParser
from tertium.syntax.trees import Parse

# Tables with other columns would be in a file with another number.
_FILE = "parses-2.sqlite"

# In bytes: enough for about two million sentences.
_LIMIT = 1 << 30
# Marks the file as ours: "TrtS".
_APPLICATION = 0x54727453

# Parses are saved in batches of this size: a killed process loses at most one.
_BATCH = 512
_MOST_IN_MEMORY = 200_000

Heads = Literal["parser", "collins"]


def find_cache() -> Path:
    """Return the file of cached parses, in ``TERTIUM_CACHE`` or else in the usual cache folder of the system."""
    return find_cache_folder() / _FILE


class ParseStore:
    """Parses in an SQLite file.

    Args:
        path: The file, which is created if needed, with its folder.
        limit: The maximum size in bytes; beyond that the oldest quarter is dropped.
    """

    def __init__(self, path: Path, limit: int = _LIMIT) -> None:
        self._cache = KeyedCache(
            path,
            things="parses",
            column="parse",
            application=_APPLICATION,
            limit=limit,
            damaged_remedy="Delete it: segments are then parsed again when they are needed",
        )
        self.check = self._cache.check
        self.clear = self._cache.clear

    def load(self, version: str, texts: Sequence[str]) -> dict[str, Parse]:
        """Return the parses that are in the file; none, after a warning, if it cannot be used or is damaged."""
        keys = {_make_key(version, text): text for text in texts}
        return {keys[key]: _unpack(packed) for key, packed in self._cache.load(keys).items()}

    def save(self, version: str, parses: Mapping[str, Parse]) -> None:
        """Save parses, all or none of them; none, after a warning, if the file cannot be used or is damaged."""
        self._cache.save({_make_key(version, text): _pack(parse) for text, parse in parses.items()})


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


def _make_key(version: str, text: str) -> bytes:
    return blake2b(f"{len(version)} {version}{text}".encode(), digest_size=16).digest()


def _unpack(packed: bytes) -> Parse:
    brackets, conllu = json.loads(zlib.decompress(packed))
    return Parse(brackets, conllu)


def _pack(parse: Parse) -> bytes:
    return zlib.compress(json.dumps([parse.brackets, parse.conllu], ensure_ascii=False).encode())
