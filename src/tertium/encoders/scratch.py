"""Folders for the time of an installation. Those of installations that were killed are removed by the next one.

A folder has a locked file while its process lives, so that nobody removes the folder of another that is at work.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OLD = "old"
"""The name that an encoder has in such a folder, while a new one takes its place."""
_FILES = "files"
_LOCK = "lock"
# What Python adds to the prefix of a temporary name.
_RANDOM = "?" * 8


@contextmanager
def make_scratch(prefix: str, parent: Path | None = None) -> Iterator[Path]:
    """Give an empty folder, which is removed in the end.

    Args:
        prefix: How its name begins. What is left of others with this beginning is removed.
        parent: The folder that it is in; by default that of temporary files.

    Raises:
        OSError: It cannot be written.
    """
    where = Path(tempfile.gettempdir()) if parent is None else parent
    for left in where.glob(f"{prefix}{_RANDOM}"):
        if _is_left(left):
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=where) as name, _hold(Path(name)):
        files = Path(name) / _FILES
        files.mkdir()
        yield files


def restore_old(prefix: str, target: Path) -> None:
    """Put an encoder back that an installation had moved away, before it was killed."""
    for left in target.parent.glob(f"{prefix}{_RANDOM}"):
        if not target.exists() and (left / _FILES / OLD).is_dir() and _is_left(left):
            with suppress(OSError):  # another process has done it
                (left / _FILES / OLD).rename(target)


@contextmanager
def _hold(folder: Path) -> Iterator[None]:
    if os.name != "posix":
        yield
        return
    import fcntl

    with (folder / f"{_LOCK}.new").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        # Only now can others find it.
        (folder / f"{_LOCK}.new").rename(folder / _LOCK)
        yield


def _is_left(folder: Path) -> bool:
    """Return whether a folder is ours, and nobody is at work in it. Another process may remove it at any time."""
    if os.name != "posix":
        return False
    import fcntl

    with suppress(OSError):
        about = folder.lstat()
        if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid():
            return False
        with (folder / _LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False
