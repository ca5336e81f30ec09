"""Formats of test sets. A new one is a module with the verb ``read``, and a line in ``tertium.registry.READERS``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tertium.files import table
from tertium.registry import READERS, load, unknown
from tertium.text.readers.segment_run import Request, SegmentRun

Read = Callable[[Request], Iterator[SegmentRun]]

SUFFIXES = {".txt": "text", **table.SUFFIXES, ".sgm": "sgml", ".sgml": "sgml", ".xml": "wmt-xml"}
"""The format of each suffix; a file with another one is plain text. All but Parquet may be compressed."""

ALIGNED = frozenset(("sgml", "wmt-xml"))
"""Formats that name document and segment, so that files are aligned by these rather than by order."""


def find_format(path: str, name: str) -> str:
    """Return the format of a file.

    Args:
        path: The file; its suffix counts where the name is ``auto``.
        name: The name of a format, or ``auto``.

    Raises:
        SpecError: There is no format of that name.
        InputError: The suffix is that of a format which is not read.
    """
    if name == "auto":
        return table.guess_format(path, SUFFIXES, "text")
    if name not in READERS:
        raise unknown("input format", name, ("auto", *READERS))
    return name


def load_reader(name: str) -> Read:
    """Import the reader of a format."""
    read: Read = load(READERS, name, "input format")
    return read
