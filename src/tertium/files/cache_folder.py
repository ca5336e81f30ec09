"""The folder of caches: parses, and counts of phrases."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "TERTIUM_CACHE"


def find_cache_folder() -> Path:
    """Return the folder that ``TERTIUM_CACHE`` names, else the usual cache folder of the system."""
    if folder := os.environ.get(VARIABLE):
        return Path(folder).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    # The XDG standard says that a relative path is ignored.
    home = Path(base) if base and Path(base).is_absolute() else Path("~/.cache").expanduser()
    return home / "tertium"
