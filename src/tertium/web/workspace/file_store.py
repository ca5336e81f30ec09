"""Uploaded files, named by their content: the same file is kept once, and none is ever changed."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError
from tertium.web.workspace.digests import is_whole, make_damaged

_DIGEST = re.compile(r"[0-9a-f]{64}")
_INCOMING = ".incoming-"
_LONGEST_NAME = 200


class TooLargeError(InputError):
    """An upload that is too large, or has too many files."""


@dataclass(frozen=True)
class StoredFile:
    """A file that was uploaded.

    Attributes:
        name: What it was called.
        digest: The SHA-256 of its content, which is its name in the workspace.
        size: Its bytes.
    """

    name: str
    digest: str
    size: int


class IncomingFile:
    """A file that is being received.

    Args:
        name: What it is called.
        folder: Where it is kept.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.name = clean_name(name)
        self.size = 0
        self._folder = folder
        self._digest = sha256()
        descriptor, self._path = tempfile.mkstemp(prefix=_INCOMING, dir=folder)
        self._stream = os.fdopen(descriptor, "wb")

    def write(self, data: bytes) -> None:
        """Add some bytes."""
        self._stream.write(data)
        self._digest.update(data)
        self.size += len(data)

    def finish(self) -> StoredFile:
        """Put the file into its place, on the disk."""
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()
        digest = self._digest.hexdigest()
        Path(self._path).replace(self._folder / digest)
        return StoredFile(self.name, digest, self.size)

    def abandon(self) -> None:
        """Forget what was received."""
        self._stream.close()
        Path(self._path).unlink(missing_ok=True)


class FileStore:
    """The files of a workspace.

    Args:
        folder: Where they are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def receive(self) -> Iterator[list[IncomingFile]]:
        """Receive files: those that are put into the list and not finished at the end are forgotten."""
        incoming: list[IncomingFile] = []
        try:
            yield incoming
        finally:
            for each in incoming:
                each.abandon()

    def begin(self, name: str) -> IncomingFile:
        """Begin to receive a file."""
        return IncomingFile(name, self._folder)

    def copy(self, path: Path) -> StoredFile:
        """Take a copy of a file of this machine.

        Raises:
            InputError: It cannot be read.
        """
        incoming = self.begin(path.name)
        try:
            with path.open("rb") as stream:
                while block := stream.read(1 << 20):
                    incoming.write(block)
            return incoming.finish()
        except OSError as error:
            raise InputError(
                f"the file cannot be read ({error.strerror})", file=path.name, remedy="Choose another one"
            ) from error
        finally:
            incoming.abandon()

    def path(self, digest: str) -> Path:
        """Return where a file is, after it was compared with its digest.

        Raises:
            DamagedFileError: There is none, or it is damaged.
        """
        path = self._folder / digest
        if not _DIGEST.fullmatch(digest) or not is_whole(path, digest):
            raise make_damaged(path, "an uploaded file is", "Upload it again")
        return path

    def forget_unfinished(self) -> None:
        """Remove what a server that was killed had received in part."""
        for path in self._folder.glob(f"{_INCOMING}*"):
            path.unlink(missing_ok=True)


def clean_name(name: str) -> str:
    r"""Return the name of an uploaded file without folders and without characters that show nothing.

    >>> clean_name("C:\\data\\..\\ref\n.txt"), clean_name("../../")
    ('ref.txt', 'file')
    >>> len(clean_name("字" * 120 + ".txt").encode()) <= 200
    True
    """
    last = re.split(r"[/\\]", name)[-1]
    kept = "".join(each for each in last if each.isprintable()).strip(". ")
    # Systems of files allow 255 bytes. The end is kept, since suffixes say what a file is.
    return kept.encode()[-_LONGEST_NAME:].decode("utf-8", "ignore").strip(". ") or "file"
