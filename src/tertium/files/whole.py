"""Writing a file completely or not at all, and keeping what took work."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tertium.errors import InputError


def write_whole(content: bytes | Iterable[bytes], path: Path, *, remedy: str = "Give another place") -> None:
    """Write a temporary file and move it into place, so that no incomplete file is ever seen.

    A file that is replaced keeps its permissions. What is not a regular file, such as a pipe or a device, is written to
    directly.

    Args:
        content: The bytes to write, or parts of them, which need not be in memory together.
        path: The file.
        remedy: What to do if it cannot be written.

    Raises:
        InputError: The file cannot be written; a file that was there is unchanged.
    """
    parts = [content] if isinstance(content, bytes) else content
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                file.writelines(parts)
            return
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            try:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
                file.close()  # Windows neither renames nor removes a file that is open.
                temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
                temporary.replace(path)
            except BaseException:
                file.close()
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InputError(f"the result cannot be written: {error.strerror}", file=path, remedy=remedy) from error


def keep_work(path: Path | None, *, replace: bool = False) -> None:
    """Refuse a place that has something already, such as an index or learned weights, before it is made again.

    It is for results that took minutes of computing, or people's work. Reports and scores are written over.

    Args:
        path: The file or folder to write; None, ``-``, and what is neither, such as a pipe, replace nothing.
        replace: Whether the user wants it replaced.

    Raises:
        InputError: There is a file, or a folder that is not empty.
    """
    if path is None or replace or str(path) == "-":
        return
    try:
        is_there = path.is_file() or (path.is_dir() and any(path.iterdir()))
    except OSError:  # whoever writes there says what is wrong
        return
    if is_there:
        raise InputError("it exists already", file=path, remedy="Name a new place, or give --replace to replace it")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
