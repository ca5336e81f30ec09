"""Settings in TOML files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.files.opening import read_bytes

DEEPEST_KEY = 500
"""How many dots a key of a TOML file may have: the parser's time grows with the square of them."""


def read_toml(path: str | Path, *, kind: str, remedy: str) -> dict[str, Any]:
    """Read a TOML file.

    Args:
        path: The file.
        kind: What the file is, for messages, such as ``"experiment"``.
        remedy: What to do if it is not TOML.

    Raises:
        InputError: The file cannot be read, or is not TOML.
    """
    return parse_toml(read_bytes(path), path, kind=kind, remedy=remedy)


def parse_toml(content: bytes, path: str | Path, *, kind: str, remedy: str) -> dict[str, Any]:
    """Parse the content of a TOML file; see ``read_toml``."""
    # The characters that a key with dots may consist of; lists of numbers have others between them.
    if any(piece.count(b".") > DEEPEST_KEY for piece in re.split(rb"[^\w. \t\"'-]+", content)):
        raise InputError(f"the {kind} is nested too deeply", file=path, remedy=remedy)
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except RecursionError as error:
        raise InputError(f"the {kind} is nested too deeply", file=path, remedy=remedy) from error
    except ValueError as error:  # not UTF-8, or not TOML, or a number with thousands of digits
        raise InputError(f"the {kind} is not valid TOML: {error}", file=path, remedy=remedy) from error
