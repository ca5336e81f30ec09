"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path

from tertium.errors import InputError
from tertium.files.whole import write_whole
from tertium.registry import FORMATS, OTHER_FORMAT_NAMES, PICTURE_FORMATS, is_known, list_names
from tertium.report import Document, convert_picture, render

# Tables of less are of no use, and no terminal is that small.
_NARROWEST = 40


# Whether ``write`` shows signatures in formats for people; the option --no-signatures sets it for one command.
SHOWS_SIGNATURES = ContextVar("SHOWS_SIGNATURES", default=True)


def write(document: Document, format_name: str | None, output: Path | None) -> None:
    """Prints a document, or writes it to a file; ``-`` is standard output too.

    Args:
        document: What to write.
        format_name: The format; by default that of the file's suffix, else text.
        output: The file.
    """
    document = replace(document, width=find_width(output), has_signatures=SHOWS_SIGNATURES.get())
    pictures = PICTURE_FORMATS if "svg" in document.alone else ()
    format_name = format_name or choose_format(output, (*document.alone, *pictures))
    if format_name in PICTURE_FORMATS:
        _write_picture(document, format_name, output)
    else:
        write_text(render(document, format_name), output)


def choose_format(output: Path | None, others: Iterable[str] = ()) -> str:
    """Return the format that the suffix of a file says, that of a plug-in too; text without a suffix.

    Args:
        output: The file; None and ``-`` are standard output.
        others: The formats that only one command has.

    Raises:
        InputError: No format has this suffix.
    """
    suffix = "" if output is None else output.suffix.lower().removeprefix(".")
    name = OTHER_FORMAT_NAMES.get(suffix, suffix)
    if not name or output is None or (output.exists() and not output.is_file()):
        return next(iter(FORMATS))
    others = list(others)
    if name not in others and not is_known(FORMATS, name, "output format"):
        known = [*list_names(FORMATS, "output format"), *others]
        raise InputError(
            f"no output format has the suffix {output.suffix}",
            file=output,
            remedy=f"Take another suffix, or give the format with -f: {', '.join(dict.fromkeys(known))}",
        )
    return name


def _write_picture(document: Document, format_name: str, output: Path | None) -> None:
    if "svg" not in document.alone:
        raise InputError(f"there is no picture to write as {format_name}", remedy="Give another format with -f")
    if (output is None or str(output) == "-") and sys.stdout is not None and sys.stdout.isatty():
        raise InputError(f"{format_name} is not for a terminal", remedy="Give a file with --output")
    write_bytes(convert_picture(document.alone["svg"](), format_name), Path("-") if output is None else output)


def write_text(text: str, output: Path | None) -> None:
    """Prints a text, or writes it to a file; ``-`` is standard output too."""
    if output is None or str(output) == "-":
        print_out(text)
    else:
        write_file(text, output)


def write_bytes(content: bytes, output: Path) -> None:
    """Writes bytes to a file, whole or not at all; ``-`` is standard output."""
    if str(output) != "-":
        write_whole(content, output, remedy="Give another place with --output")
        return
    if sys.stdout is None:
        raise InputError("standard output is closed", remedy="Give a place with --output")
    sys.stdout.buffer.write(content)
    sys.stdout.flush()


def write_parts(parts: Iterable[str], output: Path | None) -> None:
    """The same as ``write_text`` with a text that need not be in memory."""
    if output is None or str(output) == "-":
        for part in parts:
            print_out(part)
    else:
        write_file(parts, output)


def print_out(text: str) -> None:
    """Write to standard output as UTF-8, for any setting of the terminal."""
    if sys.stdout is None:
        raise InputError("standard output is closed", remedy="Give a place with --output")
    try:
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would be tried again, and complained about, at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise InputError(f"standard output cannot be written: {error.strerror}", remedy="Make room there") from error


def write_file(text: str | Iterable[str], output: Path) -> None:
    """Writes a text, or its parts, to a file, whole or not at all."""
    parts = [text] if isinstance(text, str) else text
    encoded = (part.encode("utf-8", errors="backslashreplace") for part in parts)
    write_whole(encoded, output, remedy="Give another place with --output")


def make_folder(folder: Path) -> None:
    """Makes a folder for results, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror}", file=folder, remedy="Give another place with --output"
        ) from error


def find_width(output: Path | None) -> int | None:
    """Return the width of the terminal that a result is printed to; None for files and pipes, which get all."""
    to_terminal = (output is None or str(output) == "-") and sys.stdout is not None and sys.stdout.isatty()
    return max(_NARROWEST, shutil.get_terminal_size().columns) if to_terminal else None
