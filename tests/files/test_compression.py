from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.files.opening import read_blocks, read_bytes
from tertium.files.table import find_suffix, read_table

TEXT = b"".join(b"line %d of a file\n" % number for number in range(20_000))


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, bz2.compress])
@pytest.mark.parametrize("size", [16, 4096, 1 << 20])
def test_any_size_of_block_gives_the_same(compress: Callable[[bytes], bytes], size: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(compress(TEXT[:5000]) + compress(TEXT[5000:]))
    assert b"".join(read_blocks(str(path), size)) == TEXT


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, bz2.compress])
def test_a_file_cut_anywhere_is_refused(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    compressed = compress(TEXT)
    path = tmp_path / "file.gz"
    for length in range(12, len(compressed), len(compressed) // 20):
        path.write_bytes(compressed[:length])
        with pytest.raises(InputError, match="truncated"):
            read_bytes(path)


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, bz2.compress])
def test_rubbish_after_the_end_is_refused(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(compress(TEXT) + b"not a member of the file")
    with pytest.raises(InputError, match="corrupt"):
        read_bytes(path)


@pytest.mark.parametrize("compress", [lzma.compress, bz2.compress])
def test_standard_input(compress: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(compress(TEXT))))
    assert read_bytes("-") == TEXT


def test_text_that_begins_like_bzip2_is_text(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"BZh9 is not a word\n")
    assert read_bytes(path) == b"BZh9 is not a word\n"


class _Plain:
    """Stands for the decoder of zstandard; the content is stored after the magic bytes."""

    eof = False
    unused_data = b""

    def decompressobj(self) -> _Plain:
        return self

    def decompress(self, data: bytes) -> bytes:
        self.eof = data.endswith(b"\0")
        return data.removeprefix(b"\x28\xb5\x2f\xfd").removesuffix(b"\0")


def test_zstandard_is_read_with_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = types.ModuleType("zstandard")
    package.ZstdDecompressor = _Plain  # type: ignore[attr-defined]
    package.ZstdError = ValueError  # type: ignore[attr-defined]
    for name in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "zstandard", package)
    path = tmp_path / "file.txt.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfdsome text\0")
    assert read_bytes(path) == b"some text"
    path.write_bytes(b"\x28\xb5\x2f\xfdsome text")
    with pytest.raises(InputError, match="the Zstandard file is truncated"):
        read_bytes(path)


@pytest.mark.parametrize("suffix", ["gz", "xz", "bz2", "zst"])
def test_the_suffix_of_a_compression_is_not_that_of_the_format(suffix: str) -> None:
    assert find_suffix(f"set.tsv.{suffix}") == ".tsv"


def test_json_is_not_read_as_a_table(tmp_path: Path) -> None:
    path = tmp_path / "judgments.json"
    path.write_text("[1]\n")
    with pytest.raises(InputError, match="this is JSON"):
        read_table(path)
