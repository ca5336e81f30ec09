"""Where what can be made again is kept: parses, counts of phrases."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "TERTIUM_CACHE"


def find_cache_folder() -> Path:
    """The folder that ``TERTIUM_CACHE`` names, else the one where the system keeps such things."""
    if folder := os.environ.get(VARIABLE):
        return Path(folder).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    # The standard has it that a relative path is to be ignored.
    home = Path(base) if base and Path(base).is_absolute() else Path("~/.cache").expanduser()
    return home / "tertium"
