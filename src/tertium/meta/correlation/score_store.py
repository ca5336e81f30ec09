"""Scores that are kept on disk, so that an experiment that was stopped goes on where it was.

A file is named by a digest of all that its scores depend on: texts, references, the metric with its settings and the
versions of what it uses. Whatever changes gives another name, so nothing old is ever taken for new. After the array
comes a checksum of it and of the name, so that damaged scores are found.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium.errors import InputError
from tertium.files.whole import write_whole
from tertium.types import Array

_CHECKSUM = 16  # bytes


@dataclass(frozen=True)
class ScoreStore:
    """A folder of scores.

    Attributes:
        folder: The folder; made when something is kept.
    """

    folder: Path

    def load(self, key: str) -> Array | None:
        """Return the scores of this name, if they are there."""
        path = self.folder / f"{key}.npy"
        if not path.exists():
            return None
        remedy = "Remove the file: the scores are then computed again"
        try:
            content = path.read_bytes()
        except OSError as error:
            raise InputError(f"kept scores cannot be read ({error.strerror})", file=path, remedy=remedy) from error
        array, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
        if _sum(key, array) != checksum:
            raise InputError("kept scores are damaged: their checksum is wrong", file=path, remedy=remedy)
        found: Array = np.load(io.BytesIO(array), allow_pickle=False)
        return found

    def save(self, key: str, scores: Array) -> None:
        """Keep scores, whole or not at all."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"the folder cannot be made: {error.strerror}", file=self.folder, remedy="Give another folder"
            ) from error
        content = io.BytesIO()
        np.save(content, scores)
        array = content.getvalue()
        write_whole(array + _sum(key, array), self.folder / f"{key}.npy", remedy="Give another folder")


def _sum(key: str, array: bytes) -> bytes:
    return hashlib.blake2b(key.encode() + array, digest_size=_CHECKSUM).digest()


def make_key(parts: Iterable[str]) -> str:
    """Return the digest of some texts; where one ends and the next begins makes a difference."""
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", errors="surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.hexdigest()
