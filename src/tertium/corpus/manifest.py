"""The folder of an index: a manifest, which lists the shards, and one folder per shard.

A shard is never changed. A change to the index writes new shards beside the old ones and then replaces the manifest in
one step, so that a reader sees either the old index or the new one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, TertiumError
from tertium.files.whole import write_whole

FORMAT = 1
NAME = "manifest.json"
_KIND = "tertium phrase index"
_LOCK = ".lock"
_SHARD = "shard-"
_REMEDY = "Build the index again with `tertium index build`"


@dataclass(frozen=True, kw_only=True)
class ShardRecord:
    """A shard in the manifest.

    Attributes:
        name: Its folder.
        tokens: The number of words and punctuation marks.
        lines: The number of lines.
        words: The number of different words and punctuation marks.
        bytes: The size of its files.
        checksum: The checksum of its file of checksums, in hexadecimal.
    """

    name: str
    tokens: int
    lines: int
    words: int
    bytes: int
    checksum: str


@dataclass(frozen=True)
class Manifest:
    """The parts of an index.

    Attributes:
        normalisation: How its text was split into words.
        shards: Its shards.
    """

    normalisation: Normalisation
    shards: tuple[ShardRecord, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary for JSON."""
        return {
            "kind": _KIND,
            "format": FORMAT,
            "normalisation": self.normalisation.to_dict(),
            "shards": [asdict(shard) for shard in self.shards],
        }


def _digest(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """Read and check the manifest of an index.

    Raises:
        InputError: There is no manifest, it is damaged, or it has another version.
    """
    path = folder / NAME
    if not folder.is_dir():
        what = "this is a file, not an index" if folder.exists() else "there is no such index"
        raise InputError(what, file=folder, remedy="Build one with `tertium index build`")
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        raise InputError("this is not an index: there is no manifest.json", file=folder, remedy=_REMEDY) from error
    except OSError as error:
        raise InputError(f"the manifest cannot be read: {error.strerror}", file=path, remedy=_REMEDY) from error
    except UnicodeDecodeError as error:
        raise InputError("the manifest is damaged", file=path, remedy=_REMEDY) from error
    try:
        data = json.loads(text)
        if data["kind"] != _KIND:
            raise InputError("the folder is not a phrase index", file=path, remedy=_REMEDY)
        if data["format"] != FORMAT:
            message = f"the index has format {data['format']}; this version reads format {FORMAT}"
            raise InputError(message, file=path, remedy=_REMEDY)
        checksum = data.pop("checksum")
        manifest = Manifest(
            Normalisation.from_dict(data["normalisation"]), tuple(ShardRecord(**shard) for shard in data["shards"])
        )
    except InputError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, TertiumError) as error:
        raise InputError("the manifest is damaged", file=path, remedy=_REMEDY) from error
    if checksum != _digest(data) or text != _render(manifest):
        raise InputError("the manifest is damaged: its checksum is wrong", file=path, remedy=_REMEDY)
    return manifest


def _render(manifest: Manifest) -> str:
    data = manifest.to_dict()
    return json.dumps({**data, "checksum": _digest(data)}, ensure_ascii=False, indent=1) + "\n"


def write_manifest(manifest: Manifest, folder: Path) -> None:
    """Replace the manifest of an index. All shards must be on the disk before."""
    sync_folder(folder)
    write_whole(_render(manifest).encode("utf-8"), folder / NAME, remedy="Give another folder for the index")
    sync_folder(folder)


def make_shard_folder(folder: Path) -> Path:
    """Make a new folder for a shard, with a unique name."""
    path = folder / f"{_SHARD}{secrets.token_hex(8)}"
    path.mkdir()
    return path


def remove_shards_but(keep: Sequence[ShardRecord], folder: Path) -> None:
    """Remove shards that the manifest does not list; a process that has one open can still read it."""
    names = {shard.name for shard in keep}
    for path in folder.glob(f"{_SHARD}*"):
        if path.name not in names:
            shutil.rmtree(path, ignore_errors=True)
    # Left by a writer that was killed.
    for path in folder.glob(f".{NAME}.*"):
        path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    # Some systems do not allow this, and do not need it.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def locked(folder: Path, place: Path | None = None) -> Iterator[None]:
    """Lock an index against other writers; the lock of a killed process is free.

    Args:
        folder: The folder in which the lock is.
        place: The index as messages call it, if it is another folder.

    Raises:
        InputError: Another process is writing there.
    """
    try:
        import fcntl
    except ImportError:  # no such locks on Windows
        yield
        return
    try:
        file = (folder / _LOCK).open("ab")
    except OSError as error:
        raise InputError(
            f"the index cannot be written: {error.strerror}", file=place or folder, remedy="Give another place"
        ) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever had the lock may have moved the folder: what is locked then is not what is there now.
            is_ours = os.path.samestat(os.fstat(file.fileno()), (folder / _LOCK).stat())
        except OSError:
            is_ours = False
        if not is_ours:
            raise InputError(
                "another program is writing to this index", file=place or folder, remedy="Wait until it is done"
            )
        yield
