"""Files of a workspace have the digest of their content in their names, so that damage is found when they are read.

Texts, scores and uploads are named by their digest alone. What is written anew, such as a report, keeps a name of its
own, and the digest stands after it: ``report.html`` is the file ``report.<digest>.html``.
"""

from __future__ import annotations

import re
from hashlib import sha256
from mmap import mmap
from pathlib import Path

from tertium.errors import InputError
from tertium.files.whole import write_whole

_DIGEST = re.compile(r"[0-9a-f]{64}")
# What is written anew, and where.
_NAMED = ("reports/*.html", "studies/*/*.json")


class DamagedFileError(InputError):
    """A file of a workspace that is missing, or is not what was written."""


def take_digest(content: bytes | mmap) -> str:
    """Return the digest that names a file."""
    return sha256(content).hexdigest()


def is_whole(path: Path, digest: str) -> bool:
    """Return whether a file has the content of a digest."""
    try:
        with path.open("rb") as stream:
            found = sha256()
            while block := stream.read(1 << 20):
                found.update(block)
    except OSError:
        return False
    return found.hexdigest() == digest


def make_damaged(path: Path, what: str, remedy: str) -> DamagedFileError:
    """Return the error for a file that is missing or damaged.

    Args:
        path: The file; its name and its folder are named, and not where the workspace is.
        what: What it has, with a verb, such as ``"the texts are"``.
        remedy: What to do.
    """
    name = _DIGEST.sub(lambda found: f"{found[0][:12]}…", path.name)
    return DamagedFileError(f"{what} missing or damaged ({path.parent.name}/{name})", remedy=remedy)


def write_named(content: bytes, path: Path) -> None:
    """Write a file with its digest in its name. Whoever reads it meanwhile gets the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = _insert_digest(path, take_digest(content))
    before = [each for each in _list_versions(path) if each != written]
    write_whole(content, written)
    for each in before:
        each.unlink(missing_ok=True)


def find_named(path: Path) -> Path | None:
    """Return where a file is; None if there is none."""
    found = []
    for each in _list_versions(path):
        try:
            found.append((each.stat().st_mtime_ns, each))
        except FileNotFoundError:  # replaced in this moment
            continue
    return max(found)[1] if found else None


def is_named_whole(path: Path) -> bool:
    """Return whether a file that ``find_named`` found is what was written."""
    return is_whole(path, path.suffixes[-2][1:])


def read_named(path: Path, what: str, remedy: str) -> bytes:
    """Return the content of a file that ``find_named`` found.

    Raises:
        DamagedFileError: It is not what was written.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise make_damaged(path, what, remedy) from error
    if path.suffixes[-2:-1] != [f".{take_digest(content)}"]:
        raise make_damaged(path, what, remedy)
    return content


def add_digests(workspace: Path) -> None:
    """Put digests into the names of the files of an older workspace, which had none."""
    for pattern in _NAMED:
        for path in workspace.glob(pattern):
            if path == drop_digest(path):
                path.replace(_insert_digest(path, take_digest(path.read_bytes())))


def drop_digest(path: Path) -> Path:
    """Return a path without the digest in its name, if there is one."""
    has_digest = path.suffixes[:-1] and _DIGEST.fullmatch(path.suffixes[-2][1:])
    return path.with_name(path.stem.rpartition(".")[0] + path.suffix) if has_digest else path


def _insert_digest(path: Path, digest: str) -> Path:
    return path.with_name(f"{path.stem}.{digest}{path.suffix}")


def _list_versions(path: Path) -> list[Path]:
    start, end = f"{path.stem}.", path.suffix
    if not path.parent.is_dir():
        return []
    return [
        each
        for each in path.parent.iterdir()
        if each.name.startswith(start) and _DIGEST.fullmatch(each.name[len(start) : len(each.name) - len(end)])
    ]
