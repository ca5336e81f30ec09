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
    """Prints a document, or writes it to a file."""
    text = render(document, format_name)
    if output is None:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_whole(text, output)


def write_whole(text: str, output: Path) -> None:
    """Writes a file beside its place and moves it there, so that no half of it is ever seen."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=output.parent, prefix=f".{output.name}.", delete=False
        ) as file:
            temporary = Path(file.name)
            try:
                file.write(text)
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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
