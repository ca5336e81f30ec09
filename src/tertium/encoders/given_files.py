"""Files of encoders that somebody gives: ordinary files, of a size that an encoder has."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

_LARGEST_TEXT = 64 << 20


def require_ordinary(path: Path) -> None:
    """Refuse what is not a file, such as a device or a pipe that a link points to: it may have no end.

    Raises:
        OSError: It is not a file, or is not there.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not an ordinary file")


def read_small(path: Path) -> bytes:
    """Return the content of a file of settings, or of a list.

    Raises:
        OSError: It cannot be read, is not a file, or is too large.
    """
    require_ordinary(path)
    with path.open("rb") as file:
        content = file.read(_LARGEST_TEXT + 1)
    if len(content) > _LARGEST_TEXT:
        raise OSError(f"it has more than {_LARGEST_TEXT >> 20} MiB")
    return content


def read_json(path: Path) -> Any:
    """Return the content of a JSON file.

    Raises:
        OSError: It cannot be read, is not a file, or is too large.
        ValueError: It is not JSON, or too deeply nested.
    """
    try:
        return json.loads(read_small(path))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
