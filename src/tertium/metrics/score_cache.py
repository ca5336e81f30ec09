"""The cache of scores of external metrics: by the command, its version and the texts."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from hashlib import blake2b

from tertium.files.keyed_cache import CacheFile

# Tables with other columns would be in a file with another number.
SCORE_CACHE = CacheFile(
    name="scores-1.sqlite",
    things="scores",
    column="score",
    application=0x54727445,  # "TrtE"
    damaged_remedy="Delete it: the programs are then asked again when scores are needed",
)

_NUMBER = struct.Struct("<d")


def pack_scores(scores: Sequence[float]) -> list[bytes]:
    """Return scores as they are cached."""
    return [_NUMBER.pack(score) for score in scores]


def unpack_scores(packed: Sequence[bytes]) -> list[float]:
    """Return scores from how they are cached."""
    return [_NUMBER.unpack(each)[0] for each in packed]


def make_score_key(program: str, texts: Sequence[object]) -> bytes:
    """Return the key of a score.

    Args:
        program: All that the scores of a program depend on.
        texts: What the program reads of the segment.
    """
    written = json.dumps([program, texts])
    return blake2b(written.encode(), digest_size=16).digest()
