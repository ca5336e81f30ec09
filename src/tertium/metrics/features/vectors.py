"""Vectors of English words, by WordLlama, whose wheel has them: two words are near in meaning if their vectors are.

A word's vector is the mean of those of the pieces that byte-pair encoding makes of it. WordLlama's program is not used,
and not even imported.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, files
from itertools import pairwise
from pathlib import Path
from struct import unpack
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError, MissingExtraError

_PACKAGE = "wordllama"
_WEIGHTS = "l2_supercat_256.safetensors"
_PIECES = "l2_supercat_tokenizer_config.json"
_SHAPE = (32000, 256)
_REMEDY = "Run: pip install --force-reinstall --no-deps wordllama==0.4.0.post1"

# What begins a word among the pieces.
_BEGIN = "▁"
# Beyond this many words what is remembered is forgotten, so that an endless stream does not fill the memory.
_MEMORY = 200_000
# What is longer than this is not a word, and merging its pieces takes time that grows with the square.
_LONGEST = 60


@dataclass(frozen=True)
class Vectors:
    """The vectors of pieces, and how words are made of pieces.

    Attributes:
        pieces: One row per piece.
        numbers: The row of each piece.
        ranks: Which neighbouring pieces are joined first.
        digest: The beginning of the hash of both files.
    """

    pieces: NDArray[np.float32]
    numbers: Mapping[str, int]
    ranks: Mapping[tuple[str, str], int]
    digest: str

    def split(self, word: str) -> list[str]:
        """Return the pieces of a word, by byte-pair encoding."""
        pieces = [_BEGIN, *word[:_LONGEST]]
        while len(pieces) > 1:
            ranks = [self.ranks.get(pair, len(self.ranks)) for pair in pairwise(pieces)]
            best = min(ranks)
            if best == len(self.ranks):
                break
            at = ranks.index(best)
            pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]
        return pieces

    def look_up(self, word: str) -> NDArray[np.float32]:
        """Return the vector of a word, of length 1; zero if none of its pieces is known."""
        known = [self.numbers[piece] for piece in self.split(word) if piece in self.numbers]
        vector = self.pieces[known].mean(axis=0) if known else np.zeros(self.pieces.shape[1], dtype=np.float32)
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length else vector


_memory: dict[str, NDArray[np.float32]] = {}
_lock = Lock()


def look_up_vectors(words: Sequence[str]) -> NDArray[np.float32]:
    """Return the vectors of some words, one a row, each of length 1."""
    found = np.zeros((len(words), _SHAPE[1]), dtype=np.float32)
    with _lock:  # another thread may forget what this one still needs
        unseen = [word for word in words if word not in _memory]
        if len(_memory) + len(unseen) > _MEMORY:
            _memory.clear()
            unseen = list(words)
        if unseen:
            vectors = load_vectors()
            _memory.update((word, vectors.look_up(word)) for word in unseen)
        for number, word in enumerate(words):
            found[number] = _memory[word]
    return found


def describe_resources() -> dict[str, str]:
    """Return the vectors and the beginning of their hash."""
    return {"vectors": f"wordllama sha256:{load_vectors().digest}"}


@cache
def load_vectors() -> Vectors:
    """Read the vectors, once a process.

    Raises:
        MissingExtraError: WordLlama is not installed.
        InputError: Its files are not the ones that are known.
    """
    weights, tokens = _find(_WEIGHTS), _find(_PIECES)
    data, text = weights.read_bytes(), tokens.read_bytes()
    size = unpack("<Q", data[:8])[0] if len(data) >= 8 else 0
    values = data[8 + size :]
    if len(values) != 2 * _SHAPE[0] * _SHAPE[1]:
        raise InputError("the vectors are not the ones that are known", file=weights, remedy=_REMEDY)
    pieces = np.frombuffer(values, dtype="<f2").reshape(_SHAPE).astype(np.float32)
    try:
        model: Any = json.loads(text)["model"]
        merges = [tuple(merge.split(" ")) if isinstance(merge, str) else tuple(merge) for merge in model["merges"]]
        numbers = {str(piece): int(number) for piece, number in model["vocab"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("the pieces of words are not in the known form", file=tokens, remedy=_REMEDY) from error
    ranks = {(merge[0], merge[-1]): rank for rank, merge in enumerate(merges)}
    # The wheel for Windows has the same text with other line ends.
    return Vectors(pieces, numbers, ranks, sha256(data + text.replace(b"\r\n", b"\n")).hexdigest()[:8])


def _find(name: str) -> Path:
    try:
        found = [path for path in files(_PACKAGE) or () if path.name == name]
    except PackageNotFoundError as error:
        raise MissingExtraError("the similarity of words", "blend") from error
    if not found:
        raise InputError(f"the package {_PACKAGE!r} has no file {name}", remedy=_REMEDY)
    return Path(str(found[0].locate()))
