"""A small Spanish to English test set with references, system outputs and judgments, for demos and tests.

It was written for Tertium and is far too small to compare metrics with; the README beside it describes each file.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from tertium.errors import InputError

__all__ = ["find_file", "list_files", "names", "path", "read_lines"]

_SUFFIXES = (".txt", ".tsv")


def names() -> list[str]:
    """List the sample files.

    >>> names()[:2]
    ['documents.txt', 'judgments.tsv']

    Returns:
        The file names in alphabetical order, such as ``reference.A.txt``.
    """
    return list_files(__name__)


def path(name: str) -> Path:
    """Find a sample file on disk.

    >>> path("reference.A.txt").name
    'reference.A.txt'

    Args:
        name: One of `names`.

    Returns:
        The path of the file. Tertium must be installed as plain files, not run from a zip archive.

    Raises:
        InputError: There is no sample of that name.
    """
    return find_file(__name__, name)


def read_lines(name: str) -> list[str]:
    """Read a sample file.

    >>> len(read_lines("reference.A.txt"))
    14

    Args:
        name: One of `names`.

    Returns:
        The lines of the file without their ends; for a ``.tsv`` file the first one is the header.

    Raises:
        InputError: There is no sample of that name.
    """
    return path(name).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def list_files(package: str) -> list[str]:
    """List the sample files of a package, such as this one.

    Args:
        package: Its name, as it is imported.

    Returns:
        The file names in alphabetical order.
    """
    return sorted(entry.name for entry in files(package).iterdir() if entry.name.endswith(_SUFFIXES))


def find_file(package: str, name: str) -> Path:
    """Find a sample file of a package on disk.

    Args:
        package: Its name, as it is imported.
        name: The name of the file.

    Raises:
        InputError: There is no sample of that name.
    """
    known = list_files(package)
    if name not in known:
        raise InputError(f"there is no sample file {name!r}", remedy=f"Choose one of: {', '.join(known)}")
    return Path(str(files(package).joinpath(name)))
