"""Texts that are given on the command line themselves, not in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tertium.errors import InputError


def require_texts(texts: Sequence[str], least: int, wanted: str) -> None:
    """Refuses too few texts, and names of files in their place."""
    if len(texts) < least:
        raise InputError(f"{wanted} is needed" if least == 1 else f"{wanted} are needed", remedy="Give them as text")
    if all(is_file(text) for text in texts):
        # Nobody wants the tree of a file name, and it would look like a result.
        raise InputError(f"{texts[0]!r} is a file, where text is expected", remedy="Give the text itself, in quotes")


def is_file(text: str) -> bool:
    """Whether a text is the name of a file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False  # too long for a name, or no name at all
