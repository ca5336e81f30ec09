"""Files of this machine that may be chosen in the browser: those below one folder, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.errors import InputError

_MOST_LISTED = 1000


@dataclass(frozen=True)
class FolderListing:
    """What a folder has.

    Attributes:
        path: The folder, from the served one.
        folders: The folders in it, each from the served one.
        files: The files in it and their sizes.
    """

    path: str
    folders: Sequence[str]
    files: Sequence[tuple[str, int]]


class ServedFiles:
    """A folder whose files may be chosen.

    Args:
        folder: The folder.
    """

    def __init__(self, folder: Path) -> None:
        self._root = folder.resolve()

    def list(self, path: str = "") -> FolderListing:
        """Return what a folder has; what begins with a full stop is left out."""
        folder = self._find(path)
        if not folder.is_dir():
            raise InputError("there is no such folder", file=path, remedy="Choose one on the page")
        entries = sorted(each for each in folder.iterdir() if not each.name.startswith("."))[:_MOST_LISTED]
        inside = [each for each in entries if each.resolve().is_relative_to(self._root)]
        return FolderListing(
            self._name(folder),
            [self._name(each) for each in inside if each.is_dir()],
            [(self._name(each), each.stat().st_size) for each in inside if each.is_file()],
        )

    def resolve(self, paths: Sequence[str]) -> Sequence[Path]:
        """Return files by their paths from the served folder.

        Raises:
            InputError: One is not there, or elsewhere.
        """
        if not paths:
            raise InputError("no files were chosen", remedy="Choose at least one file")
        found = [self._find(path) for path in paths]
        for path, given in zip(found, paths, strict=True):
            if not path.is_file():
                raise InputError("there is no such file", file=given, remedy="Choose one on the page")
        return found

    def _name(self, path: Path) -> str:
        name = path.relative_to(self._root).as_posix()
        return "" if name == "." else name

    def _find(self, path: str) -> Path:
        # Links are followed first, so that none leads out of the folder.
        try:
            found = (self._root / path).resolve(strict=True)
        except (OSError, ValueError, RuntimeError):  # there is none, or this cannot be a name
            found = self._root.parent
        if found.is_relative_to(self._root):
            return found
        raise InputError(
            "there is no such file in the folder that is served", file=path, remedy="Choose one on the page"
        )
