"""The cache of scores of external metrics: one SQLite file, by the command, its version and the texts."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

from tertium.files.cache_folder import find_cache_folder
from tertium.files.keyed_cache import KeyedCache

# Tables with other columns would be in a file with another number.
_FILE = "scores-1.sqlite"
# Marks the file as ours: "TrtE".
_APPLICATION = 0x54727445
# In bytes: enough for about eight million segments.
_LIMIT = 1 << 30
_NUMBER = struct.Struct("<d")


def find_score_cache() -> Path:
    """Return the file of cached scores, in ``TERTIUM_CACHE`` or else in the usual cache folder of the system."""
    return find_cache_folder() / _FILE


def check_score_cache() -> int:
    """Read all cached scores and compare them with their checksums; return how many there are.

    Raises:
        InputError: There is no cache, or it is damaged.
    """
    return _open(find_score_cache()).check()


def clear_score_cache() -> None:
    """Delete all cached scores.

    Raises:
        InputError: The file belongs to another program, or cannot be written.
    """
    _open(find_score_cache()).clear()


def load_scores(keys: Sequence[bytes]) -> dict[bytes, float]:
    """Return the scores that are cached, by their keys."""
    found = _use(find_score_cache()).load(keys)
    return {key: _NUMBER.unpack(packed)[0] for key, packed in found.items()}


def save_scores(scores: Mapping[bytes, float]) -> None:
    """Cache scores by their keys, all or none of them."""
    _use(find_score_cache()).save({key: _NUMBER.pack(score) for key, score in scores.items()})


def make_score_key(program: str, texts: Sequence[object]) -> bytes:
    """Return the key of a score.

    Args:
        program: All that the scores of a program depend on.
        texts: What the program reads of the segment.
    """
    written = json.dumps([program, texts])
    return blake2b(written.encode(), digest_size=16).digest()


@cache
def _use(path: Path) -> KeyedCache:
    """The file for all metrics of a process, so that there is one warning where it cannot be used."""
    return _open(path)


def _open(path: Path) -> KeyedCache:
    return KeyedCache(
        path,
        things="scores",
        column="score",
        application=_APPLICATION,
        limit=_LIMIT,
        damaged_remedy="Delete it: the programs are then asked again when scores are needed",
    )
