"""Small Spanish and Catalan lists of words, pairs of words and texts, for the demo of machine-translationness.

They were written for Tertium; the README beside them says what each file holds. Names and lines are had as from
``tertium.samples``.
"""

from __future__ import annotations

from pathlib import Path

from tertium.samples import find_file, list_files

__all__ = ["names", "path", "read_lines"]


def names() -> list[str]:
    """The file names in alphabetical order, such as ``corpus.es.txt``."""
    return list_files(__name__)


def path(name: str) -> Path:
    """Where a file is.

    Args:
        name: One of `names`.

    Raises:
        InputError: There is no file of that name.
    """
    return find_file(__name__, name)


def read_lines(name: str) -> list[str]:
    """The lines of a file without their ends.

    Args:
        name: One of `names`.

    Raises:
        InputError: There is no file of that name.
    """
    return path(name).read_text(encoding="utf-8").removesuffix("\n").split("\n")
