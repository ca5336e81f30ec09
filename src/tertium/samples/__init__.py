"""A small Spanish to English test set with references, system outputs and judgments, for demos and tests.

It was written for Tertium and is far too small to compare metrics with; the README beside it says what each file holds.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from tertium.errors import InputError

__all__ = ["names", "path", "read_lines"]

_SUFFIXES = (".txt", ".tsv")


def names() -> list[str]:
    """List the sample files.

    Returns:
        The file names in alphabetical order, such as ``reference.A.txt``.
    """
    return sorted(entry.name for entry in files(__name__).iterdir() if entry.name.endswith(_SUFFIXES))


def path(name: str) -> Path:
    """Find a sample file on disk.

    Args:
        name: One of `names`.

    Returns:
        The path of the file. Tertium has to be installed as plain files, not run from a zip archive.

    Raises:
        InputError: There is no sample of that name.
    """
    known = names()
    if name not in known:
        raise InputError(f"There is no sample file named {name!r}", remedy=f"Choose one of: {', '.join(known)}")
    return Path(str(files(__name__).joinpath(name)))


def read_lines(name: str) -> list[str]:
    """Read a sample file.

    Args:
        name: One of `names`.

    Returns:
        The lines of the file without their ends; for a ``.tsv`` file the first one is the header.

    Raises:
        InputError: There is no sample of that name.
    """
    return path(name).read_text(encoding="utf-8").removesuffix("\n").split("\n")
