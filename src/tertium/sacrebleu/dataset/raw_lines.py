"""Published files with one segment per line: SGML of WMT and IWSLT, plain text, and columns of a table.

WMT's SGML is not valid XML. Like sacrebleu, this takes it as lines, and leaves entities as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tertium.errors import InputError
from tertium.sacrebleu.dataset.stream import read_stream, read_whole_lines

_SEGMENT, _SEGMENT_END = "<seg ", "</seg>"


def read_sgml_segments(path: Path) -> list[str]:
    """Return the text of all segments; white space within a segment becomes one space each."""
    return [" ".join(_strip_tags(line).split()) for line in read_stream(path) if line.startswith(_SEGMENT)]


def read_sgml_attribute(path: Path, name: str) -> list[str]:
    """Return an attribute of the document of each segment, such as ``origlang``; an empty text where it has none."""
    return list(_follow_attribute(read_stream(path), re.compile(rf'{re.escape(name)}="(.*?)"')))


def read_column(path: Path, column: int) -> list[str]:
    """Return a column of a table, counted from 0. Cells may be empty, also the last ones of a line.

    Raises:
        InputError: The file cannot be read, or a line has too few columns.
    """
    found = []
    for number, line in enumerate(read_whole_lines(path), 1):
        cells = line.split("\t")
        if len(cells) <= column:
            raise InputError(
                f"the line has {len(cells)} columns, and column {column + 1} is wanted",
                file=path,
                line=number,
                remedy="Get the file again",
            )
        found.append(cells[column].rstrip())
    return found


def _strip_tags(line: str) -> str:
    start, end = line.find(">") + 1, line.rfind(_SEGMENT_END)
    return line[start:end] + line[end + len(_SEGMENT_END) :] if 0 < start <= end else line


def _follow_attribute(lines: list[str], pattern: re.Pattern[str]) -> Iterator[str]:
    value = ""
    for line in lines:
        if line.startswith("<doc "):
            found = pattern.search(line)
            value = found[1] if found else value
        elif line.startswith(_SEGMENT):
            yield value
