"""Text files as bytes: plain or gzip, many of them, or standard input."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from tertium.errors import InputError

_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
STANDARD_INPUT = "-"


def name_text(path: str | Path) -> str:
    """What a text is called in messages and in an index."""
    # A name need not be UTF-8; what an index keeps has to be.
    return "standard input" if str(path) == STANDARD_INPUT else os.fsencode(path).decode("utf-8", "backslashreplace")


def read_chunks(path: str | Path) -> Iterator[bytes]:
    """The content of a text, piece by piece; what begins like gzip is unpacked, whatever its name is.

    Raises:
        InputError: It cannot be read.
    """
    name = name_text(path)
    try:
        with _open(path) as file:
            buffered = io.BufferedReader(file, _CHUNK)
            is_packed = buffered.peek(len(_GZIP)).startswith(_GZIP)
            content: io.BufferedIOBase = gzip.GzipFile(fileobj=buffered) if is_packed else buffered
            while chunk := content.read(_CHUNK):
                yield chunk
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"the gzip file is damaged: {error}", file=name, remedy="Fetch or pack it again") from error
    except OSError as error:
        raise InputError(
            f"the text cannot be read: {error.strerror or error}", file=name, remedy="Give a text file"
        ) from error


def _open(path: str | Path) -> io.RawIOBase:
    if str(path) == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input is closed", remedy="Give a file")
        return io.FileIO(sys.stdin.fileno(), closefd=False)
    return io.FileIO(path)
