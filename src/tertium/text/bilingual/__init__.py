"""Localisation files: source and target side by side, read with the place of each target, and written byte for byte.

A new format is a module with the verb ``parse``, a line in ``tertium.registry.BILINGUAL``, and one in ``READERS``.
"""

from __future__ import annotations

from pathlib import Path

from tertium.files.opening import read_bytes, shown
from tertium.registry import ARCHIVES, BILINGUAL, load
from tertium.text.bilingual.document import BilingualDocument
from tertium.text.bilingual.units import BilingualUnit

__all__ = ["BilingualDocument", "BilingualUnit", "parse_bilingual", "read_bilingual"]


def read_bilingual(
    path: str | Path,
    format: str = "auto",  # noqa: A002 - as in open_test_set
    *,
    source_language: str = "",
    target_language: str = "",
) -> BilingualDocument:
    """Read a localisation file.

    Args:
        path: The file; ``-`` is standard input. It may be compressed.
        format: One of ``registry.BILINGUAL``, or ``auto``: by the suffix of the file.
        source_language: The language of the sources, for TMX.
        target_language: The language of the targets, for TMX.

    Raises:
        InputError: The file cannot be read, or is not in the format.
    """
    from tertium.text.readers.formats import find_format

    name = find_format(str(path), format)
    content = read_bytes(path, allow_archive=name in ARCHIVES)
    return parse_bilingual(content, name, shown(str(path)), source_language, target_language)


def parse_bilingual(
    content: bytes,
    format: str,  # noqa: A002 - as in open_test_set
    file: str,
    source_language: str = "",
    target_language: str = "",
) -> BilingualDocument:
    r"""Read the bytes of a localisation file.

    Args:
        content: The bytes.
        format: One of ``registry.BILINGUAL``.
        file: The name of the file, for messages.
        source_language: The language of the sources, for TMX.
        target_language: The language of the targets, for TMX.

    Raises:
        SpecError: There is no such format.
        InputError: The file is not in the format.

    >>> document = parse_bilingual(b'msgid "net salary"\nmsgstr "salario neto"\n', "po", "es.po")
    >>> [(unit.id, unit.source, unit.target, unit.line) for unit in document.units]
    [('net salary', 'net salary', 'salario neto', 2)]
    """
    document: BilingualDocument = load(BILINGUAL, format, "format of localisation files")(
        content, file, source_language, target_language
    )
    return document
