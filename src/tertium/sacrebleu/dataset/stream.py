r"""Lines as sacrebleu reads them: in any encoding, ended by ``\n`` alone, without white space at their ends."""

from __future__ import annotations

from pathlib import Path

from tertium.errors import InputError, SpecError
from tertium.files.opening import STDIN, read_bytes, shown


def read_stream(path: str | Path, encoding: str = "utf-8") -> list[str]:
    r"""Return the lines of a file, plain or compressed, each without white space at its end.

    Args:
        path: The file, or ``-`` for standard input, in which ``\r`` ends a line too.
        encoding: Its encoding, by a name that Python knows.

    Raises:
        InputError: The file cannot be read, or is not in this encoding.
        SpecError: There is no such encoding.
    """
    return [line.rstrip() for line in read_whole_lines(path, encoding)]


def read_whole_lines(path: str | Path, encoding: str = "utf-8") -> list[str]:
    """Return the lines of a file with the white space at their ends; see ``read_stream``."""
    text = _decode(read_bytes(path), encoding, str(path))
    if path == STDIN:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:  # the text after the last line end is not a line
        lines.pop()
    return lines


def _decode(content: bytes, encoding: str, path: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte 0x{content[error.start]:02X} is not valid {encoding}",
            file=shown(path),
            line=1 + content.count(b"\n", 0, error.start),
            remedy="Name the encoding of the files, such as latin-1",
            command_remedy="Name the encoding of the files with --encoding, such as latin-1",
        ) from None
    except LookupError:
        raise SpecError(
            f"there is no encoding {encoding!r}", remedy="Python knows utf-8, latin-1, utf-16 and many others"
        ) from None
