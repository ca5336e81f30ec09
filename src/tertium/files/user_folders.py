"""The folders of the user that Tertium writes to without being asked: caches, and the weights of encoders."""

from __future__ import annotations

import os
from pathlib import Path

CACHE_VARIABLE = "TERTIUM_CACHE"
MODELS_VARIABLE = "TERTIUM_MODELS"

# Where a user has no home folder: nothing is found there, and what writes there says which variable to set.
_NO_HOME = Path("/nonexistent")


def find_cache_folder() -> Path:
    """Return the folder that ``TERTIUM_CACHE`` names, else the usual cache folder of the system."""
    return _find(CACHE_VARIABLE, "XDG_CACHE_HOME", ".cache")


def find_models_folder() -> Path:
    """Return the folder that ``TERTIUM_MODELS`` names, else the usual folder for data of the system."""
    folder = _find(MODELS_VARIABLE, "XDG_DATA_HOME", ".local/share")
    return folder if os.environ.get(MODELS_VARIABLE) else folder / "models"


def expand_user(path: str | Path) -> Path:
    """Return a path with ``~`` replaced by the home folder; by a folder that does not exist if there is none."""
    try:
        return Path(path).expanduser()
    except RuntimeError:  # neither HOME nor an entry in the list of users
        return _NO_HOME.joinpath(*Path(path).parts[1:])


def _find(variable: str, xdg: str, usual: str) -> Path:
    if folder := os.environ.get(variable):
        return expand_user(folder)
    base = os.environ.get(xdg)
    # The XDG standard says that a relative path is ignored.
    home = Path(base) if base and Path(base).is_absolute() else expand_user(f"~/{usual}")
    return home / "tertium"
