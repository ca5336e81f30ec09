"""Exports of tools for human evaluation, recognised by how they begin. A new one is a module, and a line here."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tertium.errors import InputError
from tertium.files.lines import read_lines
from tertium.files.table import find_suffix
from tertium.meta.judgments.annotations import Annotations
from tertium.meta.judgments.mqm_weights import MqmWeights

FORMATS = ("marot", "appraise_csv", "appraise_jsonl", "pearmut")
"""The modules of the formats; the first whose ``fits`` says so reads the file.

Each has ``SUFFIXES``, a function ``fits`` of the first lines of a file with such a suffix, and a function ``read``.
"""

_BEGINNING = 1 << 16


def find_format(path: Path | str) -> str:
    """Return the format of an export; nothing if it is none, or cannot be read."""
    suffix = find_suffix(path)
    modules = {name: import_module(f"{__name__}.{name}") for name in FORMATS}
    if not any(suffix in module.SUFFIXES for module in modules.values()):
        return ""
    try:
        head = "\n".join(next(read_lines(str(path), block_size=_BEGINNING), []))
    except InputError:  # who reads it as something else says what is wrong with it
        return ""
    for name, module in modules.items():
        if suffix in module.SUFFIXES and module.fits(head):
            return name
    return ""


def read_annotations(path: Path | str, format: str, weights: MqmWeights) -> list[Annotations]:  # noqa: A002
    """Read an export.

    Args:
        path: The file.
        format: One of ``FORMATS``.
        weights: The weights of errors.

    Returns:
        One for each campaign or language pair in it.

    Raises:
        InputError: Something in it is wrong; it names file and line.
    """
    found: list[Annotations] = import_module(f"{__name__}.{format}").read(str(path), weights)
    return found
