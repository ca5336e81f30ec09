"""The cache of features that need an encoder: by the encoder and the texts of a pair."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np

from tertium.files.keyed_cache import CacheFile
from tertium.types import Matrix

# Features with other definitions would be in a file with another number.
FEATURE_CACHE = CacheFile(
    name="features-2.sqlite",
    things="features",
    column="numbers",
    application=0x54727458,  # "TrtX"
    damaged_remedy="Delete it: segments are then encoded again when they are needed",
)


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
    keys = [blake2b(json.dumps([encoder, width, *pair]).encode(), digest_size=16).digest() for pair in pairs]
    packed = FEATURE_CACHE.use().complete(keys, lambda places: [row.tobytes() for row in compute(places).astype("<f4")])
    return np.frombuffer(b"".join(packed), dtype="<f4").reshape(-1, width).astype(np.float64)
