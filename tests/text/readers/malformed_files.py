"""Malformed files of lines, and names and formats that do not fit."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sys
import zipfile
from pathlib import Path

import pytest

from tertium.errors import TertiumWarning
from tertium.text.readers import open_test_set
from tests.text.readers.malformed_cases import Cases, Place

IS_ROOT = getattr(os, "geteuid", lambda: -1)() == 0
FILES = Cases()
case = FILES.add


@case
def unequal_lengths(place: Place) -> None:
    place.read("a\nb\nc\n", "a\nb\n")


@case
def empty_file(place: Place) -> None:
    place.read("", "")


@case
def nul_byte(place: Place) -> None:
    place.read("a\nb\0c\n")


@case
def invalid_utf8(place: Place) -> None:
    place.read("a\ncaf\xe9\n".encode("latin-1"))


@case
def utf16(place: Place) -> None:
    place.read("a\nb\n".encode("utf-16"))


@case
def utf16_without_mark(place: Place) -> None:
    place.read("a\nb\n".encode("utf-16-le"))


@case
def huge_line(place: Place) -> None:
    place.read(b"a\n" + b"x" * (17 << 20) + b"\n")


@case
def lone_carriage_returns(place: Place) -> None:
    place.read("a\rb\r")


@case
def crlf(place: Place) -> None:
    assert place.read("a\r\nb\r\n").systems["hyp"] == ["a", "b"]


@case
def byte_order_mark(place: Place) -> None:
    with pytest.warns(TertiumWarning, match="byte-order mark was dropped"):
        assert place.read(b"\xef\xbb\xbfa\nb\n").systems["hyp"] == ["a", "b"]


@case
def no_last_newline(place: Place) -> None:
    assert place.read("a\nb").systems["hyp"] == ["a", "b"]


@case
def unicode_line_separators(place: Place) -> None:
    assert place.read("a\u2028\u0085\x0b\x0c\x1c\nb\n").systems["hyp"] == ["a\u2028\u0085\x0b\x0c\x1c", "b"]


@case
def blank_lines(place: Place) -> None:
    assert place.read("\n\n").systems["hyp"] == ["", ""]


@case
def truncated_gzip(place: Place) -> None:
    text = "".join(f"line {number}\n" for number in range(1000)).encode()
    open_test_set([place.write("hyp.txt.gz", gzip.compress(text, mtime=0)[:-8])]).read()


@case
def corrupt_gzip(place: Place) -> None:
    compressed = bytearray(gzip.compress(b"a\nb\n", mtime=0))
    compressed[-8] ^= 0xFF  # the checksum
    open_test_set([place.write("hyp.txt.gz", bytes(compressed))]).read()


@case
def not_gzip(place: Place) -> None:
    open_test_set([place.write("hyp.txt.gz", "a\nb\n")]).read()


@case
def gzip_without_suffix(place: Place) -> None:
    assert place.read(gzip.compress(b"a\nb\n")).systems["hyp"] == ["a", "b"]


@case
def other_compressions(place: Place) -> None:
    for name, compressed in (("hyp.txt.xz", lzma.compress(b"a\nb\n")), ("hyp.txt.bz2", bz2.compress(b"a\nb\n"))):
        assert place.read_as(name, compressed).systems["hyp"] == ["a", "b"]
        assert place.read_as("plain.txt", compressed).systems["plain"] == ["a", "b"]


@case
def truncated_xz(place: Place) -> None:
    place.read_as("hyp.txt.xz", lzma.compress(b"a\nb\n" * 1000)[:-12])


@case
def corrupt_bzip2(place: Place) -> None:
    compressed = bytearray(bz2.compress(b"a\nb\n"))
    compressed[12] ^= 0xFF  # the checksum
    place.read_as("hyp.txt.bz2", bytes(compressed))


@case
def not_xz(place: Place) -> None:
    place.read_as("hyp.txt.xz", "a\nb\n")


@case
def no_zstandard(place: Place) -> None:
    for name in ("compression.zstd", "backports.zstd", "zstandard"):
        place.monkeypatch.setitem(sys.modules, name, None)
    place.read_as("hyp.txt.zst", bytes.fromhex("28b52ffd0458210000") + b"a\nb\n")


@case
def zip_archive(place: Place) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("hyp.txt", "a\nb\n")
    place.read_as("hyp.zip", content.getvalue())


@case
def json_file(place: Place) -> None:
    place.read_as("set.json", '[\n{"mt": "a", "ref": "b"}\n]\n')


@case
def directory(place: Place) -> None:
    Path(place.at("outputs")).mkdir()
    open_test_set([place.at("outputs")]).read()


@case
def no_permission(place: Place) -> None:
    # Root may read everything, so that the refusal itself comes from a stand-in there; its conversion is the real one.
    path = place.write("hyp.txt", "a\n")
    if IS_ROOT:

        def refuse(self: Path, mode: str) -> None:
            raise PermissionError(13, "Permission denied", str(self))

        place.monkeypatch.setattr(Path, "open", refuse)
    else:
        Path(path).chmod(0)
    open_test_set([path]).read()


@case
def no_such_file(place: Place) -> None:
    place.write("online-B.txt", "a\n")
    open_test_set([place.at("online-b.txt")]).read()


@case
def no_such_directory(place: Place) -> None:
    open_test_set([place.at("nowhere/hyp.txt")]).read()


@case
def stdin_twice(place: Place) -> None:
    open_test_set(["-"], ["-"])


@case
def stdin_read_again(place: Place) -> None:
    place.pipe(b"a\n")
    reader = open_test_set(["-"])
    assert reader.read().systems == {"stdin": ["a"]}
    reader.read()


@case
def no_hypotheses(place: Place) -> None:
    open_test_set([])


@case
def unknown_format(place: Place) -> None:
    place.read("a\n", "a\n", format="odt")


@case
def wrong_number_of_names(place: Place) -> None:
    place.read("a\nb\n", names=["A", "B"])


@case
def same_name_twice(place: Place) -> None:
    files = [place.write("a.txt", "x\n"), place.write("b.txt", "y\n")]
    open_test_set(files, names=["A", "A"]).read()


@case
def same_file_twice(place: Place) -> None:
    file = place.write("a.txt", "x\n")
    open_test_set([file, file]).read()


@case
def unknown_kind(place: Place) -> None:
    place.read("a\nb\n", kinds={"uedin": "neural"})
