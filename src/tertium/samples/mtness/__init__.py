"""Small Spanish and Catalan word lists, word pairs and texts, for the demo of machine-translationness.

They were written for Tertium; the README beside them describes each file. The functions are those of
``tertium.samples``.
"""

from __future__ import annotations

from pathlib import Path

from tertium.samples import find_file, list_files

__all__ = ["names", "path", "read_lines"]


def names() -> list[str]:
    """Return the file names in alphabetical order, such as ``corpus.es.txt``."""
    return list_files(__name__)


def path(name: str) -> Path:
    """Return the path of a file.

    Args:
        name: One of `names`.

    Raises:
        InputError: There is no file of that name.
    """
    return find_file(__name__, name)


def read_lines(name: str) -> list[str]:
    """Return the lines of a file without their ends.

    Args:
        name: One of `names`.

    Raises:
        InputError: There is no file of that name.
    """
    return path(name).read_text(encoding="utf-8").removesuffix("\n").split("\n")
