"""Compressed files: which there are, how they begin, and who decompresses them.

gzip, xz and bzip2 come with Python. Zstandard needs ``compression.zstd`` of Python 3.14, or one of the packages
``backports.zstd`` and ``zstandard``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol


class Decoder(Protocol):
    """What decompresses one member of a file; the decoders of ``bz2`` and ``lzma`` are such."""

    @property
    def eof(self) -> bool:
        """Whether the end of the member was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether more input is needed before there is more output."""

    @property
    def unused_data(self) -> bytes:
        """What comes after the end of the member."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Return the next bytes of the content."""


@dataclass(frozen=True, kw_only=True)
class Compression:
    """A way to compress files.

    Attributes:
        name: What it is called.
        suffix: How names of such files end.
        magic: How such files begin.
        command: The command that decompresses a file, for messages.
        open: Returns a new decoder, or None if no library is installed.
        errors: Returns the exceptions that a decoder raises where the file is corrupt.
        package: What to install, where Python has no decoder.
    """

    name: str
    suffix: str
    magic: tuple[bytes, ...]
    command: str
    open: Callable[[], Decoder | None]
    errors: Callable[[], tuple[type[Exception], ...]]
    package: str = ""

    def fits(self, head: bytes) -> bool:
        """Return whether a file that begins in this way is compressed so."""
        return head.startswith(self.magic) and (self.suffix != ".bz2" or head[4:10] in _BZIP2_BLOCKS)


# Three letters alone could be text.
_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")


class _GzipDecoder:
    """Not of the gzip module: this works on standard input, which cannot seek."""

    def __init__(self) -> None:
        import zlib

        self._inflater = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inflater.eof

    @property
    def needs_input(self) -> bool:
        return not self._inflater.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inflater.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inflater.decompress(self._inflater.unconsumed_tail + data, max_length)


class _ZstandardDecoder:
    """Of the package zstandard, whose decoder does not limit its output: it gets little input at a time."""

    # A block of 4 bytes may stand for 128 KB.
    _PIECE = 512

    def __init__(self, package: Any) -> None:
        self._inner = package.ZstdDecompressor().decompressobj()
        self._rest = memoryview(b"")

    @property
    def eof(self) -> bool:
        return bool(self._inner.eof)

    @property
    def needs_input(self) -> bool:
        return not self._rest

    @property
    def unused_data(self) -> bytes:
        return bytes(self._inner.unused_data) + bytes(self._rest)

    def decompress(self, data: bytes, max_length: int) -> bytes:
        self._rest = memoryview(bytes(self._rest) + data) if self._rest else memoryview(data)
        found: list[bytes] = []
        while self._rest and not self.eof and sum(map(len, found)) < max_length:
            found.append(bytes(self._inner.decompress(bytes(self._rest[: self._PIECE]))))
            self._rest = self._rest[self._PIECE :]
        return b"".join(found)


def _open_lzma() -> Decoder:
    import lzma

    return lzma.LZMADecompressor(format=lzma.FORMAT_XZ)


def _open_bzip2() -> Decoder:
    import bz2

    return bz2.BZ2Decompressor()


def _open_zstd() -> Decoder | None:
    for name in ("compression.zstd", "backports.zstd", "zstandard"):
        try:
            package = import_module(name)
        except ImportError:
            continue
        return _ZstandardDecoder(package) if name == "zstandard" else package.ZstdDecompressor()
    return None


def _zlib_errors() -> tuple[type[Exception], ...]:
    import zlib

    return (zlib.error,)


def _lzma_errors() -> tuple[type[Exception], ...]:
    import lzma

    return (lzma.LZMAError,)


def _bzip2_errors() -> tuple[type[Exception], ...]:
    return (OSError,)


def _zstd_errors() -> tuple[type[Exception], ...]:
    found: list[type[Exception]] = []
    for name in ("compression.zstd", "backports.zstd", "zstandard"):
        try:
            found.append(import_module(name).ZstdError)
        except ImportError:
            continue
    return tuple(found)


COMPRESSIONS = (
    Compression(
        name="gzip",
        suffix=".gz",
        magic=(b"\x1f\x8b",),
        command="gunzip",
        open=_GzipDecoder,
        errors=_zlib_errors,
    ),
    Compression(
        name="xz",
        suffix=".xz",
        magic=(b"\xfd7zXZ\0",),
        command="unxz",
        open=_open_lzma,
        errors=_lzma_errors,
    ),
    Compression(
        name="bzip2",
        suffix=".bz2",
        magic=(b"BZh",),
        command="bunzip2",
        open=_open_bzip2,
        errors=_bzip2_errors,
    ),
    Compression(
        name="Zstandard",
        suffix=".zst",
        magic=(b"\x28\xb5\x2f\xfd",),
        command="unzstd",
        open=_open_zstd,
        errors=_zstd_errors,
        package="zstandard",
    ),
)
"""All of them; a file is known by how it begins."""

SUFFIXES = tuple(compression.suffix for compression in COMPRESSIONS)
LONGEST_MAGIC = 10
ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")


def find_compression(path: str) -> Compression | None:
    """Return the compression that the suffix of a file names, if any.

    >>> find_compression("output.txt.XZ").command
    'unxz'
    """
    return next((each for each in COMPRESSIONS if path.lower().endswith(each.suffix)), None)


def drop_compression_suffix(path: str) -> str:
    """Return the name of a file without the suffix of its compression.

    >>> drop_compression_suffix("output.tsv.gz")
    'output.tsv'
    """
    found = find_compression(path)
    return path[: -len(found.suffix)] if found else path
