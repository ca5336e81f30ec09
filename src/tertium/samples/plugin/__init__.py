"""A package with plug-ins to begin with: a metric, a reader and an output format, with tests.

Its files end in ``.template`` here. ``docs/how-to/plugins.md`` shows them.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from importlib.resources import files
from pathlib import Path

from tertium.errors import InputError

__all__ = ["read_template", "write_template"]

_SUFFIX = ".template"
_PACKAGE, _MODULE = "tertium-example", "tertium_example"
_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


def read_template(name: str = _PACKAGE) -> dict[str, str]:
    """Return the files of the package by their paths, such as ``pyproject.toml``.

    >>> sorted(read_template("tertium-mine"))[-1]
    'tests/test_tertium_mine.py'

    Args:
        name: What the package is called: small letters and digits, with hyphens between them.

    Raises:
        InputError: A package cannot have this name.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"a package cannot be called {name!r}",
            remedy="Name the folder as the package: small letters and digits, with hyphens between them",
        )
    root = Path(str(files(__name__)))
    names = {_PACKAGE: name.replace("_", "-"), _MODULE: name.replace("-", "_")}
    found = {}
    for path in sorted(root.rglob(f"*{_SUFFIX}")):
        place, text = path.relative_to(root).as_posix().removesuffix(_SUFFIX), path.read_text(encoding="utf-8")
        for old, new in names.items():
            place, text = place.replace(old, new), text.replace(old, new)
        found[place] = text
    return found


def write_template(folder: Path) -> list[str]:
    """Write the package to a new folder, which gives it its name; completely, or not at all.

    Args:
        folder: The folder, such as ``tertium-mine``.

    Returns:
        The paths of the files, from the folder.

    Raises:
        InputError: The folder is there, cannot be made, or has a name that a package cannot have.
    """
    contents = read_template(folder.name)
    if folder.exists():
        raise InputError("the folder is there already", file=folder, remedy="Name a new one")
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as temporary:
            whole = Path(temporary) / folder.name
            for place, text in contents.items():
                path = whole / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
            shutil.move(whole, folder)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror}", file=folder, remedy="Give another place"
        ) from error
    return list(contents)
