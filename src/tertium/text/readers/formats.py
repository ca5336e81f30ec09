"""The formats there are. A new one is a module with the verb ``read``, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath

from tertium.registry import load, unknown
from tertium.text.readers.part import Part, Request

Read = Callable[[Request], Iterator[Part]]

FORMATS = {
    "text": "tertium.text.readers.plain_text:read",
    "tsv": "tertium.text.readers.tsv:read",
    "csv": "tertium.text.readers.csv:read",
    "jsonl": "tertium.text.readers.jsonl:read",
    "parquet": "tertium.text.readers.parquet:read",
    "sgml": "tertium.text.readers.sgml:read",
    "wmt-xml": "tertium.text.readers.wmt_xml:read",
}
"""Where the reader of each format is; it is imported when it is needed."""

SUFFIXES = {
    ".txt": "text",
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".sgm": "sgml",
    ".sgml": "sgml",
    ".xml": "wmt-xml",
}
"""The format of each suffix; a file with another one is plain text. All but Parquet may have ``.gz`` behind it."""

ALIGNED = frozenset(("sgml", "wmt-xml"))
"""Formats that name document and segment, so that files are aligned by these rather than by order."""


def find_format(path: str, name: str) -> str:
    """Finds the format of a file.

    Args:
        path: The file; its suffix counts where the name is ``auto``.
        name: The name of a format, or ``auto``.

    Raises:
        SpecError: There is no format of that name.
    """
    if name == "auto":
        file = PurePath(path.lower().removesuffix(".gz"))
        return SUFFIXES.get(file.suffix, "text")
    if name not in FORMATS:
        raise unknown("input format", name, ("auto", *FORMATS))
    return name


def load_reader(name: str) -> Read:
    """Imports the reader of a format."""
    read: Read = load(FORMATS, name, "input format")
    return read
