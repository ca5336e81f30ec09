"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tertium.errors import InputError
from tertium.report import render
from tertium.report.document import Document


def write(document: Document, format_name: str, output: Path | None) -> None:
    """Prints a document, or writes it to a file; ``-`` is standard output too."""
    write_text(render(document, format_name), output)


def write_text(text: str, output: Path | None) -> None:
    """Prints a text, or writes it to a file; ``-`` is standard output too."""
    if output is None or str(output) == "-":
        print_out(text)
    else:
        write_whole(text, output)


def print_out(text: str) -> None:
    """Writes to standard output, whatever encoding the terminal claims to have."""
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


def write_whole(text: str, output: Path) -> None:
    """Writes a file beside its place and moves it there, so that no half of it is ever seen.

    What is no regular file, such as a pipe or a device, is written to as it is.
    """
    encoded = text.encode("utf-8", errors="backslashreplace")
    try:
        output = output.resolve()
        if output.exists() and not output.is_file():
            output.write_bytes(encoded)
            return
        with tempfile.NamedTemporaryFile(dir=output.parent, prefix=f".{output.name}.", delete=False) as file:
            temporary = Path(file.name)
            try:
                file.write(encoded)
                file.flush()
                os.fsync(file.fileno())
                temporary.chmod(0o666 & ~_umask())
                temporary.replace(output)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InputError(
            f"the result cannot be written: {error.strerror}", file=output, remedy="Give another place with --output"
        ) from error


def make_folder(folder: Path) -> None:
    """Makes a folder for results, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror}", file=folder, remedy="Give another place with --output"
        ) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
