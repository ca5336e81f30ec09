"""Tables that were learned: a mark of what they are, lines with ``#`` that say where they are from, rows with tabs."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.files.whole import write_whole


def read_table(path: Path, mark: str, *, kind: str, remedy: str) -> tuple[dict[str, str], Iterator[tuple[int, str]]]:
    """Return what the head of a table says, and its rows with the number of each line.

    Args:
        path: The file, plain or gzip.
        mark: The first line.
        kind: What the table is, for the message.
        remedy: Where one is to be had.

    Raises:
        InputError: The file is missing, or does not begin with the mark.
    """
    lines = enumerate(iterate_lines(path), 1)
    if next(lines, (0, ""))[1] != mark:
        raise InputError(f"this is not {kind}", file=path, remedy=remedy)
    about: dict[str, str] = {}
    for number, line in lines:
        if not line.startswith("# "):
            return about, chain([(number, line)], lines)
        name, _, value = line[2:].partition(": ")
        about[name] = value
    return about, iter(())


def write_table(path: Path, mark: str, about: Mapping[str, str], rows: Iterable[str]) -> None:
    """Write a table; it is compressed if the name ends in ``.gz``. The file is there as a whole or not at all."""
    # Commands may be part of what is said, and have several lines.
    head = [f"# {name}: {' '.join(value.split())}" for name, value in about.items()]
    data = ("\n".join([mark, *head, *rows]) + "\n").encode()
    # Without a time, the same table is the same file.
    write_whole(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data, path)
