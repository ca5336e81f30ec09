"""The corrected document, in the format that it was uploaded in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath
from urllib.parse import quote

from tertium.errors import InputError
from tertium.web.reviews import OpenReview

_ENDS = (b"\r\n", b"\n", b"\r")


def write_corrected(opened: OpenReview) -> tuple[str, bytes]:
    """Return a file name, and the document with all accepted edits; every other byte is as it was uploaded.

    Raises:
        InputError: The document cannot be written as lines.
    """
    edited = opened.review.edited
    if opened.localised is not None:
        return _name(opened.file_name), opened.localised.edit(edited.edits)
    before = [each.text for each in edited.segments]
    if opened.file is not None:
        content = _replace_lines(opened.file, before, edited.texts)
        if content is not None:
            return _name(opened.file_name), content
    # The test set came from a table, or its file is not there any more: one segment per line.
    for number, text in enumerate(edited.texts, 1):
        if "\n" in text or "\r" in text:
            raise InputError(
                f"segment {number} has a line break, so the text cannot be written one segment per line",
                remedy="Upload the text as XLIFF, TMX or PO",
            )
    return _name(f"{opened.system or 'text'}.txt"), "".join(f"{each}\n" for each in edited.texts).encode()


def _replace_lines(file: Path, before: Sequence[str], after: Sequence[str]) -> bytes | None:
    """Return a text file with other lines; None if its lines are not the segments, as in a table."""
    lines = file.read_bytes().splitlines(keepends=True)
    # Bytes are split at fewer ends of lines than texts: at those that text files have.
    if len(lines) != len(before):
        return None
    written: list[bytes] = []
    for line, old, new in zip(lines, before, after, strict=True):
        end = next((each for each in _ENDS if line.endswith(each)), b"")
        text = line.removesuffix(end)
        mark = b"\xef\xbb\xbf" if not written and text.startswith(b"\xef\xbb\xbf") else b""
        if text.removeprefix(mark) != old.encode("utf-8", "replace"):
            return None
        written.append(mark + new.encode("utf-8", "replace") + end)
    return b"".join(written)


def _name(name: str) -> str:
    """Return the name of the corrected file.

    >>> _name("output.es.po")
    'output.es.corrected.po'
    """
    path = PurePath(name)
    return f"{path.stem}.corrected{path.suffix}"


def attach_name(name: str) -> dict[str, str]:
    """Return the headers that make a browser save a file under a name."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
