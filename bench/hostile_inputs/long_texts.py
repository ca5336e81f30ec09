"""Texts without an end of line, or with a cell or a string of a gigabyte."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from bench.hostile_inputs.case import Case, repeat, write, write_good

SIZE = 1_000_000_000


def score(folder: Path, name: str, *parts: Iterator[bytes] | Sequence[bytes]) -> list[str]:
    return ["score", write(folder / name, chain(*parts)), "-r", write_good(folder), "-m", "chrf"]


def make_packed(folder: Path) -> list[str]:
    path = folder / "one.txt.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.writelines(repeat(b"a", SIZE))
    return ["score", str(path), "-r", write_good(folder), "-m", "chrf"]


def make_po(folder: Path) -> list[str]:
    head = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "s"\nmsgstr "'
    return score(folder, "one.po", [head], repeat(b"a", SIZE), [b'"\n'])


def make_po_lines(folder: Path) -> list[str]:
    head = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "s"\nmsgstr ""\n'
    return score(folder, "one.po", [head], repeat(b'"' + b"a" * 70 + b'"\n', 73 * (SIZE // 73)))


def make_many_lines(folder: Path) -> list[str]:
    """Segments of the length that is just allowed: the command has to keep few of them at a time."""
    line = b"a b " * (4 << 20)
    path = write(folder / "one.txt", (line[:-1] + b"\n" for _ in range(20)))
    return ["score", path, "-r", path, "-m", "bleu"]


CASES = (
    Case(name="line of 1 GB", make=lambda folder: score(folder, "one.txt", repeat(b"a", SIZE)), seconds=10),
    Case(name="line of 1 GB, gzip", make=make_packed, seconds=10),
    Case(name="line of 1 GB of NUL", make=lambda folder: score(folder, "one.txt", repeat(b"\0", SIZE)), seconds=10),
    Case(name="20 lines of 16 MiB", make=make_many_lines, seconds=60, megabytes=1500, statuses=(0,)),
    Case(
        name="CSV, a cell of 1 GB",
        make=lambda folder: score(folder, "one.csv", [b'hyp,ref\n"'], repeat(b"a", SIZE), [b'",b\n']),
        seconds=10,
    ),
    Case(
        name="CSV, a cell of 1 GB in short lines",
        make=lambda folder: score(folder, "one.csv", [b'hyp,ref\n"'], repeat(b"a\n", SIZE), [b'",b\n']),
        seconds=10,
    ),
    Case(
        name="JSONL, a string of 1 GB",
        make=lambda folder: score(folder, "one.jsonl", [b'{"hyp": "'], repeat(b"a", SIZE), [b'", "ref": "b"}\n']),
        seconds=10,
    ),
    Case(name="PO, a string of 1 GB on one line", make=make_po, seconds=60, megabytes=4000),
    Case(name="PO, a string of 1 GB on many lines", make=make_po_lines, seconds=120, megabytes=6000),
)
