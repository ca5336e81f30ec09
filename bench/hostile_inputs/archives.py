"""Files that become far larger when they are decompressed."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.hostile_inputs.case import Case, repeat, write, write_good

SIZE = 4 << 30
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def make_packed(folder: Path, suffix: str, open_file: Callable[..., Any], **options: int) -> Sequence[str]:
    path = folder / f"bomb{suffix}"
    with open_file(path, "wb", **options) as file:
        file.writelines(repeat(b"a", SIZE))
    return ["score", str(path), "-r", write_good(folder), "-m", "chrf"]


def pack_zstandard(size: int) -> Iterator[bytes]:
    """A frame whose blocks say of themselves that they are one byte, 128 KiB times."""
    yield b"\x28\xb5\x2f\xfd\x00\x58"  # no checksum, a window of 2 MiB
    count, block = size >> 17, 1 << 17
    for number in range(count):
        is_last = int(number == count - 1)
        yield (is_last | 1 << 1 | block << 3).to_bytes(3, "little") + b"a"


def make_zstandard(folder: Path) -> Sequence[str]:
    path = write(folder / "bomb.txt.zst", pack_zstandard(SIZE))
    return ["score", path, "-r", write_good(folder), "-m", "chrf"]


def relate(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r1" Type="{TYPES}/{kind}" Target="{target}"/>'
        "</Relationships>"
    )


def make_office(folder: Path, name: str, part: str, size: int, lie: int = 0) -> Sequence[str]:
    """An office file one part of which is spaces; ``lie`` is what its directory says of the size."""
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("_rels/.rels", relate("officeDocument", part))
        with archive.open(part, "w", force_zip64=False) as file:
            for piece in repeat(b" ", size):
                file.write(piece)
        if lie:
            archive.getinfo(part).file_size = lie
    return ["score", str(path), "-r", write_good(folder), "-m", "chrf"]


def make_parquet(folder: Path, rows: int) -> Sequence[str]:
    """One long cell, stored once and repeated by its number."""
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    path = folder / "bomb.parquet"
    cell = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * rows, pyarrow.int32()), ["a " * (1 << 20)])
    with parquet.ParquetWriter(path, pyarrow.schema([("hyp", cell.type), ("ref", cell.type)])) as writer:
        writer.write_table(pyarrow.table({"hyp": cell, "ref": cell}))
    return ["score", str(path), "-m", "chrf:char_order=1"]


def make_plain_parquet(folder: Path) -> Sequence[str]:
    """Without a dictionary: 600 MB that are compressed to almost nothing."""
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    path = folder / "plain.parquet"
    table = pyarrow.table({"hyp": ["a " * (1 << 20)] * 300, "ref": ["a"] * 300})
    parquet.write_table(table, path, use_dictionary=False, compression="zstd")
    return ["score", str(path), "-m", "chrf"]


CASES = (
    Case(
        name="gzip of 4 GiB", make=lambda folder: make_packed(folder, ".txt.gz", gzip.open, compresslevel=1), seconds=10
    ),
    Case(name="bzip2 of 4 GiB", make=lambda folder: make_packed(folder, ".txt.bz2", bz2.open), seconds=10),
    Case(name="xz of 4 GiB", make=lambda folder: make_packed(folder, ".txt.xz", lzma.open, preset=0), seconds=10),
    Case(name="Zstandard of 4 GiB", make=make_zstandard, seconds=10),
    Case(
        name="SGML, gzip of 4 GiB",
        make=lambda folder: make_packed(folder, ".sgm.gz", gzip.open, compresslevel=1),
        seconds=60,
        megabytes=3000,
    ),
    Case(
        name="TMX, gzip of 4 GiB",
        make=lambda folder: make_packed(folder, ".tmx.gz", gzip.open, compresslevel=1),
        seconds=60,
        megabytes=3000,
    ),
    Case(name="DOCX, a part of 2 GB", make=lambda f: make_office(f, "bomb.docx", "word/document.xml", 2_000_000_000)),
    Case(
        name="DOCX, a part of 1 GiB that says it is short",
        make=lambda folder: make_office(folder, "lie.docx", "word/document.xml", 1 << 30, lie=100),
    ),
    Case(
        name="XLSX, a part of 2 GB",
        make=lambda folder: make_office(folder, "bomb.xlsx", "xl/workbook.xml", 2_000_000_000),
    ),
    Case(
        name="Parquet, 100 times a cell of 2 MB",
        make=lambda folder: make_parquet(folder, 100),
        seconds=120,
        megabytes=1500,
        statuses=(0, 2),
    ),
    Case(name="Parquet without a dictionary", make=make_plain_parquet, megabytes=1500),
)
