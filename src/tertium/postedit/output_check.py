"""A check that the result does not replace the repository, or what the result is made from."""

from __future__ import annotations

import os
from pathlib import Path

from tertium.errors import InputError
from tertium.postedit.repository import list_files


def require_separate_output(output: Path | None, repository: Path | None, *inputs: Path) -> None:
    """Refuse to write a result over the repository, or over an input.

    Args:
        output: Where the result goes; None or ``-`` is standard output.
        repository: The repository; the default one if None.
        inputs: The files that the result is made from.

    Raises:
        InputError: The result would replace one of them.
    """
    # Only regular files are replaced, not a terminal or a pipe.
    if output is None or str(output) == "-" or (output.exists() and not output.is_file()):
        return
    for files, what in ((list_files(repository), "the repository"), (inputs, "its own input")):
        if any(_is_same(output, file) for file in files):
            raise InputError(
                f"the result would replace {what}",
                file=output,
                remedy="Name another file with --output; no file is edited in place",
            )


def _is_same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)
