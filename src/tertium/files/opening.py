"""Opening files: plain or gzip, or standard input.

A file that begins like gzip is decompressed, also without ``.gz`` in its name. A ``.gz`` file that is not gzip is
refused. Errors of the operating system become an ``InputError`` with a remedy here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tertium.errors import InputError

STDIN = "-"
GZIP_MAGIC = b"\x1f\x8b"
_BLOCK = 1 << 20


def read_blocks(path: str, size: int) -> Iterator[bytes]:
    """Yield the content of a file in blocks of about ``size`` bytes, decompressed if it is gzip.

    Args:
        path: A file, or ``-`` for standard input.
        size: Bytes to read at once; also the limit of one step of decompression.

    Raises:
        InputError: The file cannot be read, or is broken.
    """
    with open_binary(path) as stream:
        blocks = gather_head(_raw_blocks(stream, path, size), len(GZIP_MAGIC))
        head = next(blocks, b"")
        if head.startswith(GZIP_MAGIC):
            yield from _decompress(head, blocks, path, size)
            return
        if path.endswith(".gz") and head:
            raise InputError(
                "the name ends in .gz, but this is not gzip",
                file=shown(path),
                remedy="Compress it again, or drop .gz from the name if it is plain text",
            )
        yield head
        yield from blocks


def read_bytes(path: str | Path) -> bytes:
    """Return the whole content of a file, decompressed if it is gzip.

    Raises:
        InputError: The file cannot be read, or is broken.
    """
    return b"".join(read_blocks(str(path), _BLOCK))


def gather_head(blocks: Iterator[bytes], length: int) -> Iterator[bytes]:
    """Make the first block at least ``length`` bytes long, so that it can be inspected."""
    head = b""
    for block in blocks:
        head += block
        if len(head) >= length:
            break
    if head:
        yield head
    yield from blocks


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for ``-``.

    Raises:
        InputError: The file does not exist, is a directory, or may not be read.
    """
    if path == STDIN:
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            raise InputError("standard input is closed", file="stdin", remedy="Give the name of a file")
        yield stream
        return
    if "\0" in path:  # open() would raise a ValueError
        raise InputError("this cannot be the name of a file", file=repr(path), remedy="Remove the NUL character")
    with explaining_os_errors(path):
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below, where errors are those of the caller
    with stream:
        yield stream


@contextmanager
def explaining_os_errors(path: str) -> Iterator[None]:
    """Turn errors of the operating system into an ``InputError`` with a remedy."""
    try:
        yield
    except FileNotFoundError:
        raise _not_found(path) from None
    except IsADirectoryError:
        raise InputError("this is a directory", file=path, remedy="Give the files in it by name") from None
    except PermissionError:
        raise InputError(
            "no permission to read the file", file=path, remedy="Ask its owner for permission to read it"
        ) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            f"the file cannot be read ({reason})", file=path, remedy="Check the path and the disk"
        ) from error


def shown(path: str) -> str:
    """Return the name of a file as messages show it; what is not UTF-8 in it is escaped."""
    return "stdin" if path == STDIN else os.fsencode(path).decode("utf-8", "backslashreplace")


def _raw_blocks(stream: BinaryIO, path: str, size: int) -> Iterator[bytes]:
    while True:
        with explaining_os_errors(path):
            block = stream.read(size)
        if not block:
            return
        yield block


def _decompress(head: bytes, blocks: Iterator[bytes], path: str, size: int) -> Iterator[bytes]:
    # Not with the gzip module: this works on standard input, which cannot seek, and knows the line.
    import zlib

    line = 1
    inflater = zlib.decompressobj(wbits=31)
    try:
        for compressed in _chain(head, blocks):
            rest = compressed
            while rest:
                if inflater.eof:  # a gzip file may have several members, one after the other, and padding
                    rest = rest.lstrip(b"\0")
                    inflater = zlib.decompressobj(wbits=31) if rest else inflater
                    continue
                content = inflater.decompress(rest, size)
                rest = inflater.unused_data if inflater.eof else inflater.unconsumed_tail
                line += content.count(b"\n")
                yield content
        while not inflater.eof and (content := inflater.decompress(b"", size)):
            line += content.count(b"\n")
            yield content
    except zlib.error as error:
        raise _broken_gzip("corrupt", path, line) from error
    if not inflater.eof:
        raise _broken_gzip("truncated", path, line)


def _chain(head: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from blocks


def _broken_gzip(how: str, path: str, line: int) -> InputError:
    return InputError(
        f"the gzip file is {how}; it can be read as far as this line",
        file=shown(path),
        line=line,
        remedy="Copy or download the file again",
    )


def _not_found(path: str) -> InputError:
    import difflib

    wanted = Path(path)
    try:
        neighbours = [entry.name for entry in wanted.parent.iterdir()]
    except OSError:
        return InputError(
            "no such file", file=path, remedy=f"Check the path: there is no directory {str(wanted.parent)!r}"
        )
    near = difflib.get_close_matches(wanted.name, neighbours, n=3)
    remedy = f"Perhaps you mean {' or '.join(sorted(near))}" if near else "Check the path"
    return InputError("no such file", file=path, remedy=remedy)
