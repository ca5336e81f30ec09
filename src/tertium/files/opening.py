"""Opening files: plain or compressed, or standard input.

A file that begins like gzip, xz, bzip2 or Zstandard is decompressed, also without ``.gz`` in its name. A ``.gz`` file
that is not compressed is refused, and so is a ZIP archive. Errors of the operating system become an ``InputError`` with
a remedy here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tertium.errors import InputError
from tertium.files.compression import COMPRESSIONS, LONGEST_MAGIC, ZIP_MAGIC, Compression
from tertium.files.meter import watch

STDIN = "-"
_BLOCK = 1 << 20
LARGEST_WHOLE = 1 << 30
"""The most bytes, decompressed, of a file in a format that has to be read as a whole."""
# How much of a name another has to share to be suggested: most names of files share a suffix.
_CLOSE = 0.8


def read_blocks(path: str, size: int, most: int | None = None, *, allow_archive: bool = False) -> Iterator[bytes]:
    """Yield the content of a file in blocks of about ``size`` bytes, decompressed if it is compressed.

    Args:
        path: A file, or ``-`` for standard input.
        size: Bytes to read at once; also the limit of one step of decompression.
        most: The largest content, for callers that keep all of it; any if None.
        allow_archive: Whether the file may be a ZIP archive, which is then given as it is.

    Raises:
        InputError: The file cannot be read, is broken, or is too large.
    """
    done = 0
    for block in _read_content(path, size, allow_archive=allow_archive):
        done += len(block)
        if most is not None and done > most:
            raise InputError(
                f"there are more than {most >> 20} MiB of text in the file, which is read as a whole",
                file=shown(path),
                remedy="Split it into several files",
            )
        yield block


def _read_content(path: str, size: int, *, allow_archive: bool) -> Iterator[bytes]:
    with open_binary(path) as stream:
        blocks = gather_head(_raw_blocks(stream, path, size), LONGEST_MAGIC)
        head = next(blocks, b"")
        for compression in COMPRESSIONS:
            if compression.fits(head):
                yield from _decompress(compression, head, blocks, path, size)
                return
        if not (allow_archive and head.startswith(ZIP_MAGIC)):
            _check_plain(path, head)
        yield head
        yield from blocks


def read_bytes(path: str | Path, *, allow_archive: bool = False) -> bytes:
    """Return the whole content of a file, decompressed if it is compressed.

    Args:
        path: The file, or ``-`` for standard input.
        allow_archive: Whether it may be a ZIP archive, which is returned as it is.

    Raises:
        InputError: The file cannot be read, is broken, or is too large.
    """
    return b"".join(read_blocks(str(path), _BLOCK, LARGEST_WHOLE, allow_archive=allow_archive))


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
        watch(stream)
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


def _check_plain(path: str, head: bytes) -> None:
    """Refuse archives, and files that are not compressed although their names say so."""
    if head.startswith(ZIP_MAGIC):
        raise InputError(
            "this is a ZIP archive (or a file of an office program)",
            file=shown(path),
            remedy="Unpack it and give the files in it by name; save a spreadsheet as CSV",
        )
    for compression in COMPRESSIONS:
        if path.lower().endswith(compression.suffix) and head:
            suffix = compression.suffix
            raise InputError(
                f"the name ends in {suffix}, but this is not {compression.name}",
                file=shown(path),
                remedy=f"Compress it again, or drop {suffix} from the name if it is plain text",
            )


def _decompress(
    compression: Compression, head: bytes, blocks: Iterator[bytes], path: str, size: int
) -> Iterator[bytes]:
    line = 1
    decoder = compression.open()
    if decoder is None:
        file = shown(path)
        raise InputError(
            f"this is {compression.name}, and no library that reads it is installed",
            file=file,
            remedy=f"Run: pip install {compression.package}. Or decompress it: {compression.command} {file}",
        )
    try:
        for compressed in _chain(head, blocks):
            rest = compressed
            while rest:
                if decoder.eof:  # a file may have several members, one after the other, and padding
                    rest = rest.lstrip(b"\0")
                    decoder = (compression.open() or decoder) if rest else decoder
                    continue
                content = decoder.decompress(rest, size)
                while True:
                    line += content.count(b"\n")
                    yield content
                    if decoder.eof or decoder.needs_input:
                        break
                    content = decoder.decompress(b"", size)
                rest = decoder.unused_data if decoder.eof else b""
        while not decoder.eof and (content := decoder.decompress(b"", size)):
            line += content.count(b"\n")
            yield content
    except compression.errors() as error:
        raise _broken("corrupt", compression, path, line) from error
    if not decoder.eof:
        raise _broken("truncated", compression, path, line)


def _chain(head: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from blocks


def _broken(how: str, compression: Compression, path: str, line: int) -> InputError:
    return InputError(
        f"the {compression.name} file is {how}; it can be read as far as this line",
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
    by_lower: dict[str, list[str]] = {}
    for name in neighbours:
        by_lower.setdefault(name.lower(), []).append(name)
    near = difflib.get_close_matches(wanted.name.lower(), by_lower, n=3, cutoff=_CLOSE)
    found = sorted(str(wanted.with_name(name)) for each in near for name in by_lower[each])
    remedy = f"Perhaps you mean {' or '.join(found)}" if found else "Check the path"
    return InputError("no such file", file=path, remedy=remedy)
