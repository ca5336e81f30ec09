"""Scores that are kept on disk, so that an experiment that was stopped goes on where it was.

A file is named by a digest of all that its scores depend on: texts, references, the metric with its settings and the
versions of what it uses. Whatever changes gives another name, so nothing old is ever taken for new.
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
        try:
            found: Array = np.load(path, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise InputError("kept scores cannot be read", file=path, remedy="Remove the file") from error
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
        write_whole(content.getvalue(), self.folder / f"{key}.npy", remedy="Give another folder")


def make_key(parts: Iterable[str]) -> str:
    """Return the digest of some texts; where one ends and the next begins makes a difference."""
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", errors="surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.hexdigest()
