"""The cache of features that need an encoder: one SQLite file, by the encoder and the texts of a pair."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium.files.cache_folder import find_cache_folder
from tertium.files.keyed_cache import KeyedCache
from tertium.types import Matrix

# Features with other definitions would be in a file with another number.
_FILE = "features-1.sqlite"
# Marks the file as ours: "TrtF".
_APPLICATION = 0x54727446
# In bytes: enough for about 300,000 pairs.
_LIMIT = 1 << 30


def find_feature_cache() -> Path:
    """Return the file of cached features, in ``TERTIUM_CACHE`` or else in the usual cache folder of the system."""
    return find_cache_folder() / _FILE


def check_feature_cache() -> int:
    """Read all cached features and compare them with their checksums; return how many pairs there are.

    Raises:
        InputError: There is no cache, or it is damaged.
    """
    return _open(find_feature_cache()).check()


def use_cached(
    encoder: str,
    pairs: Sequence[tuple[str, ...]],
    width: int,
    compute: Callable[[Sequence[int]], Matrix],
) -> Matrix:
    """Return the features of pairs, from the cache where they are there. They are rounded to float32 in either case.

    Args:
        encoder: The encoder with its digest.
        pairs: The texts of each pair; or the hypothesis alone, for features that need no more.
        width: The number of features.
        compute: What computes them for some of the pairs, given by their places.
    """
    cached = _use(find_feature_cache())
    keys = [_make_key(encoder, pair) for pair in pairs]
    found = {key: np.frombuffer(value, dtype="<f4") for key, value in cached.load(keys).items()}
    known = {key for key, row in found.items() if len(row) == width}
    places = {key: place for place, key in enumerate(keys) if key not in known}
    rows: NDArray[np.float32] = np.zeros((len(pairs), width), dtype="<f4")
    if places:
        computed = compute(list(places.values())).astype("<f4")
        found |= dict(zip(places, computed, strict=True))
        cached.save({key: row.tobytes() for key, row in zip(places, computed, strict=True)})
    for place, key in enumerate(keys):
        rows[place] = found[key]
    return rows.astype(np.float64)


def _make_key(encoder: str, pair: tuple[str, ...]) -> bytes:
    return blake2b(json.dumps([encoder, *pair]).encode(), digest_size=16).digest()


@cache
def _use(path: Path) -> KeyedCache:
    """The file for all metrics of a process, so that there is one warning where it cannot be used."""
    return _open(path)


def _open(path: Path) -> KeyedCache:
    return KeyedCache(
        path,
        things="features",
        column="numbers",
        application=_APPLICATION,
        limit=_LIMIT,
        damaged_remedy="Delete it: segments are then encoded again when they are needed",
    )
