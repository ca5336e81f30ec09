"""Shards on the disk: the record of one that was written, and the errors of one that cannot be."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tertium.corpus.manifest import Manifest, ShardRecord, sync_folder
from tertium.errors import InputError

# As the core writes them: the length of each file and the checksum of each of its blocks, 8 bytes each. The last file
# has the paths of the texts.
_CHECKSUMS, _DOCUMENTS, _BLOCK, _NUMBER = "checksums.bin", "documents.tsv", 1 << 14, 8


@dataclass(frozen=True)
class StoredShard:
    """A shard and where it is.

    Attributes:
        folder: Its folder.
        record: What is in it.
        is_temporary: Whether nobody needs it once it is merged.
    """

    folder: Path
    record: ShardRecord
    is_temporary: bool = False


def finish_shard(path: Path, numbers: tuple[int, int, int, int, int], *, copied: bool = False) -> ShardRecord:
    """Wait until a shard is on the disk, and return its record.

    Args:
        path: Its folder.
        numbers: Tokens, lines, words, bytes and checksum.
        copied: Whether its files were copied: the core has already waited for those that it writes.
    """
    for file in path.iterdir() if copied else ():
        with file.open("rb+") as handle:
            os.fsync(handle.fileno())
    sync_folder(path)
    tokens, lines, words, size, checksum = numbers
    return ShardRecord(name=path.name, tokens=tokens, lines=lines, words=words, bytes=size, checksum=f"{checksum:016x}")


def digest_content(folder: Path, manifest: Manifest) -> str:
    """Return a digest of what an index counts: neither its place nor the paths of its texts are part of that.

    Raises:
        InputError: A file of the index cannot be read.
    """
    digest = hashlib.blake2b(json.dumps(manifest.normalisation.to_dict(), sort_keys=True).encode(), digest_size=16)
    for shard in manifest.shards:
        path = folder / shard.name
        try:
            sums = (path / _CHECKSUMS).read_bytes()
            blocks = -(-(path / _DOCUMENTS).stat().st_size // _BLOCK)
        except OSError as error:
            raise InputError(f"a shard cannot be read: {error.strerror}", file=path) from error
        digest.update(sums[: -_NUMBER * (1 + blocks)])
    return digest.hexdigest()


@contextmanager
def refuse_unwritten(folder: Path) -> Iterator[None]:
    """Give the errors of the core that come from the disk or from the memory the remedies that they need."""
    try:
        yield
    except InputError as error:
        if "not enough memory" in error.message:
            raise InputError(
                error.message, file=folder, remedy="Give less memory: the index is then built in more parts"
            ) from error
        found = re.search(r" \(os error (\d+)\)$", error.message)
        if found is None or int(found[1]) == errno.ENOENT:
            raise
        raise make_unwritable(error.message[: found.start()], int(found[1]), error.file or folder) from error


def make_unwritable(problem: str, number: int | None, place: str | Path) -> InputError:
    """Return the error of an index that cannot be written; ``number`` is that of the operating system."""
    is_full = number in (errno.ENOSPC, errno.EDQUOT)
    room = "Free some space, or give a folder on another disk" if is_full else "Give another folder for the index"
    return InputError(f"the index cannot be written: {problem}", file=place, remedy=room)
