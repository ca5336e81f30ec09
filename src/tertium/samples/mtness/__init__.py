"""Small Spanish and Catalan lists of words, pairs of words and texts, for the demo of machine-translationness.

They were written for Tertium; the README beside them says what each file holds. Names and lines are had as from
``tertium.samples``.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from tertium.errors import InputError

__all__ = ["names", "path", "read_lines"]

_SUFFIXES = (".txt", ".tsv")


def names() -> list[str]:
    """The file names in alphabetical order, such as ``corpus.es.txt``."""
    return sorted(entry.name for entry in files(__name__).iterdir() if entry.name.endswith(_SUFFIXES))


def path(name: str) -> Path:
    """Where a file is.

    Args:
        name: One of `names`.

    Raises:
        InputError: There is no file of that name.
    """
    known = names()
    if name not in known:
        raise InputError(f"There is no sample file named {name!r}", remedy=f"Choose one of: {', '.join(known)}")
    return Path(str(files(__name__).joinpath(name)))


def read_lines(name: str) -> list[str]:
    """The lines of a file without their ends.

    Args:
        name: One of `names`.

    Raises:
        InputError: There is no file of that name.
    """
    return path(name).read_text(encoding="utf-8").removesuffix("\n").split("\n")
