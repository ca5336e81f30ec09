r"""Lines of text files: UTF-8, plain or compressed.

Only ``\n`` and ``\r\n`` end a line. U+2028, U+0085 and form feeds are part of a line, as in every other tool that
counts lines. ``str.splitlines`` would split at them, and all later lines would be shifted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tertium.errors import InputError
from tertium.files.compression import find_compression
from tertium.files.opening import STDIN, gather_head, read_blocks, shown

LONGEST_LINE = 16 << 20
BLOCK_SIZE = 1 << 17  # 1 MiB takes twice as long per line: text and lines no longer fit into the cache

# UTF-32 comes first: its mark starts with that of UTF-16.
_FOREIGN_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_UTF8_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, kw_only=True)
class LineBlock:
    """Some lines of a file, as bytes.

    Attributes:
        content: Complete lines; the last one of the file may lack its end.
        path: The file.
        done: How many lines come before.
        count: How many lines there are here.
        marked: Whether a byte-order mark was dropped before the first of them.
    """

    content: bytes
    path: str
    done: int
    count: int
    marked: bool = False

    def split(self, *, keep_returns: bool = False) -> list[str]:
        """Return the lines.

        Raises:
            InputError: They are not UTF-8 text.
        """
        return _split(self.content, self.path, self.done, keep_returns)


def read_lines(
    path: str, *, block_size: int = BLOCK_SIZE, keep_returns: bool = False, most: int | None = None
) -> Iterator[list[str]]:
    r"""Yield the lines of a text file, one list per block of bytes.

    Args:
        path: A file, plain or compressed, or ``-`` for standard input.
        block_size: How many bytes to read at once.
        keep_returns: Keep the ``\r`` of ``\r\n``, for formats with line breaks inside quotes.
        most: The largest content in bytes, for callers that keep all of it; any if None.

    Raises:
        InputError: The file cannot be read, is empty, or is not UTF-8 text.
    """
    for block in read_line_blocks(path, block_size=block_size, most=most):
        yield block.split(keep_returns=keep_returns)


def read_line_blocks(path: str, *, block_size: int = BLOCK_SIZE, most: int | None = None) -> Iterator[LineBlock]:
    """Yield the lines of a text file as bytes, for those who do not need all of them as text; see ``read_lines``.

    Raises:
        InputError: The file cannot be read, is empty, or has a line that is too long.
    """
    done = waiting = 0
    pending: list[bytes] = []
    marked = False
    for at, found in enumerate(_check_encoding(path, block_size, most)):
        block = found if at else found.removeprefix(_UTF8_MARK)
        marked = marked or len(block) < len(found)
        first, last = block.find(b"\n"), block.rfind(b"\n")
        if waiting + (len(block) if first < 0 else first) > LONGEST_LINE:
            raise _too_long(path, done, [*pending, block])
        if last < 0:
            pending.append(block)
            waiting += len(block)
            continue
        count = block.count(b"\n")
        content = b"".join([*pending, block[: last + 1]])
        yield LineBlock(content=content, path=path, done=done, count=count, marked=marked and not done)
        done += count
        pending = [block[last + 1 :]]
        waiting = len(pending[0])
    if waiting:
        rest = b"".join(pending)
        if not done and b"\r" in rest:
            raise _only_returns(path)
        yield LineBlock(content=rest, path=path, done=done, count=1, marked=marked and not done)
    elif not done:
        raise InputError("the file is empty", file=shown(path), remedy="Give a file with text in it")


def iterate_lines(path: str | Path) -> Iterator[str]:
    """Yield the lines of a text file one by one; see ``read_lines``."""
    for lines in read_lines(str(path)):
        yield from lines


def decode_text(content: bytes, path: str) -> str:
    """Decode the whole content of a text file; an error names the line.

    Raises:
        InputError: It is not UTF-8.
    """
    return _decode(content.removeprefix(_UTF8_MARK), path, 0)


def _split(block: bytes, path: str, done: int, keep_returns: bool) -> list[str]:
    """The lines of a block of complete lines; the last one may lack its end."""
    if b"\0" in block:
        raise InputError(
            "there is a NUL byte in the line",
            file=shown(path),
            line=done + 1 + block.count(b"\n", 0, block.index(b"\0")),
            remedy="Is this UTF-8 text? " + _convert("tr -d '\\000'", path),
        )
    text = _decode(block, path, done)
    if b"\r" in block and not keep_returns:
        text = text.replace("\r\n", "\n")
    lines = text.split("\n")
    if not lines[-1]:  # the text after the last line end is not a line
        lines.pop()
    return lines


def _check_encoding(path: str, block_size: int, most: int | None) -> Iterator[bytes]:
    blocks = gather_head(read_blocks(path, block_size, most), 4)
    head = next(blocks, b"")
    for mark, encoding in _FOREIGN_MARKS.items():
        if head.startswith(mark):
            raise InputError(
                f"the file is {encoding}, not UTF-8",
                file=shown(path),
                remedy=_convert(f"iconv -f {encoding} -t UTF-8", path),
            )
    yield head
    yield from blocks


def _decode(block: bytes, path: str, done: int) -> str:
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        start = error.start
        column = start - block.rfind(b"\n", 0, start)
        raise InputError(
            f"byte {column} of the line, 0x{block[start]:02X}, is not valid UTF-8",
            file=shown(path),
            line=done + 1 + block.count(b"\n", 0, start),
            remedy=_convert("iconv -f LATIN1 -t UTF-8", path, start="If it is Latin-1, run"),
        ) from None


def _too_long(path: str, done: int, pieces: list[bytes]) -> InputError:
    if not done and any(b"\r" in piece for piece in pieces):
        return _only_returns(path)
    return InputError(
        f"the line is longer than {LONGEST_LINE >> 20} MiB",
        file=shown(path),
        line=done + 1,
        remedy="Check that the file has one segment per line",
    )


def _only_returns(path: str) -> InputError:
    return InputError(
        "the lines end in a carriage return alone, as on old Macs",
        file=shown(path),
        remedy=_convert("tr '\\r' '\\n'", path),
    )


def _convert(command: str, path: str, start: str = "Run") -> str:
    """A command that converts the file."""
    import shlex

    if path == STDIN:
        return f"{start}: {command}, between the program that writes and this one"
    file = shlex.quote(path)
    compression = find_compression(path)
    line = f"{compression.command} -c {file} | {command}" if compression else f"{command} < {file}"
    return f"{start}: {line} > converted.txt, and give that file"
