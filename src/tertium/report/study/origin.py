"""Where a report is from: its input files with their digests, and the command that makes it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from tertium.errors import InputError
from tertium.json_result import JsonResult


@dataclass(frozen=True)
class InputDigest(JsonResult):
    """An input file.

    Attributes:
        role: What it has: ``hypotheses``, ``references``, ``sources``, ``documents`` or ``judgments``.
        path: Where it is, as it was given.
        sha256: The digest of its bytes; empty for standard input and pipes, which cannot be read twice.
    """

    role: str
    path: str
    sha256: str


@dataclass(frozen=True)
class StudyOrigin(JsonResult):
    """Where a report is from.

    Attributes:
        files: The input files.
        command: The command that makes the report again; empty if it was not made by one.
    """

    files: Sequence[InputDigest] = ()
    command: str = ""


def digest_files(files: Iterable[tuple[str, str]]) -> list[InputDigest]:
    """Return the digests of files, each once.

    Args:
        files: The role of each file, and its path; ``-`` is standard input.

    Raises:
        InputError: A file cannot be read.
    """
    found = []
    for role, path in dict.fromkeys(files):
        if path == "-":
            found.append(InputDigest(role, "standard input", ""))
            continue
        try:
            # What a pipe still has is not what was read. That a path is not there is found by opening it.
            if Path(path).exists() and not Path(path).is_file():
                found.append(InputDigest(role, path, ""))
                continue
            with Path(path).open("rb") as stream:
                found.append(InputDigest(role, path, file_digest(stream, "sha256").hexdigest()))
        except OSError as error:
            raise InputError(f"the file cannot be read: {error.strerror}", file=path) from error
    return found
