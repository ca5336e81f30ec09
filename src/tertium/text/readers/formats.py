"""Formats of test sets. A new one is a module with the verb ``read``, and a line in ``tertium.registry.READERS``."""

from __future__ import annotations

from tertium.files import table
from tertium.plugins import check_each
from tertium.registry import BILINGUAL, READERS, TABLES, is_known, list_names, load, make, unknown
from tertium.text.readers.segment_run import ReadSegments, check_run

_LOCALISATION = {
    **dict.fromkeys((".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff"), "xliff"),
    ".tmx": "tmx",
    **dict.fromkeys((".po", ".pot"), "po"),
    ".docx": "docx",
    ".xlsx": "xlsx",
}

SUFFIXES = {".txt": "text", **table.SUFFIXES, ".sgm": "sgml", ".sgml": "sgml", ".xml": "wmt-xml", **_LOCALISATION}
"""The format of each suffix; a file with another one is plain text. All but Parquet may be compressed."""

_READER, _TABLE = "input format", "table format"

ALIGNED = frozenset(("sgml", "wmt-xml", *BILINGUAL))
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
        return table.guess_format(path, SUFFIXES, "text", [_READER, _TABLE])
    if not is_known(READERS, name, _READER) and not is_known(TABLES, name, _TABLE):
        plugins = sorted({*list_names(READERS, _READER), *list_names(TABLES, _TABLE)} - READERS.keys())
        raise unknown("input format", name, ("auto", *READERS, *plugins))
    return name


def is_suffix(suffix: str) -> bool:
    """Return whether a suffix, such as ``.txt``, is that of a format, of a plug-in too."""
    name = suffix.removeprefix(".")
    return suffix in SUFFIXES or (bool(name) and any(is_known({}, name, kind) for kind in (_READER, _TABLE)))


def load_reader(name: str) -> ReadSegments:
    """Import the reader of a format.

    Raises:
        PluginError: It is that of another package, and cannot be imported or violates the contract.
    """
    if name not in READERS and is_known(READERS, name, _READER):
        return lambda request: check_each(_READER, name, make(READERS, name, _READER, request), check_run)
    # All tables are read in one way, those of other packages too.
    read: ReadSegments = load(READERS, name if name in READERS else next(iter(TABLES)), _READER)
    return read
