"""Building an index, adding text to it, and merging its shards."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from tertium._core import IndexBuilder
from tertium.corpus.manifest import (
    NAME,
    Manifest,
    ShardRecord,
    locked,
    make_shard_folder,
    read_manifest,
    remove_shards_but,
    sync_folder,
    write_manifest,
)
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, SpecError
from tertium.files.opening import STDIN, read_blocks, shown
from tertium.progress import Progress

MEMORY = 1 << 30
# The memory of the interpreter and its libraries.
_INTERPRETER = 96 << 20
_LEAST = 160 << 20
_BUILDING = ".building"
_BLOCK = 1 << 20


def build_index(
    paths: Sequence[str | Path],
    output: str | Path,
    *,
    normalisation: Normalisation | None = None,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> Manifest:
    """Build an index of text files. An index that is there is replaced only when the new one is complete.

    >>> import tempfile
    >>> from tertium import samples
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     manifest = build_index([samples.path("reference.A.txt")], f"{folder}/sample.index")
    ...     sum(shard.lines for shard in manifest.shards)
    14

    Args:
        paths: Text files, one sentence or paragraph per line, plain or gzip; ``-`` is standard input.
        output: The folder of the index.
        normalisation: How text becomes words.
        memory: The bytes of memory to use; a larger corpus becomes several shards.
        progress: Called with the bytes of text that were read since the last call.

    Returns:
        The manifest of the index.

    Raises:
        InputError: A file cannot be read or is not UTF-8, or the folder contains something else.
    """
    chosen = Normalisation() if normalisation is None else normalisation
    builder = IndexBuilder(chosen.settings, _usable(memory))
    folder = Path(output)
    with _writable(folder):
        if (folder / NAME).exists():
            with locked(folder):
                return _replace(folder, Manifest(chosen, _write_shards(builder, paths, folder, progress)))
        _require_free(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(folder) as temporary:
            _require_free(folder)  # another build may have been completed in the meantime
            manifest = Manifest(chosen, _write_shards(builder, paths, temporary, progress))
            write_manifest(manifest, temporary)
            _require_free(folder)
            temporary.replace(folder)
            sync_folder(folder.parent)
    return manifest


def add_to_index(
    paths: Sequence[str | Path], index: str | Path, *, memory: int = MEMORY, progress: Progress | None = None
) -> Manifest:
    """Add text to an index, as one or more shards; see ``build_index``."""
    folder = Path(index)
    read_manifest(folder)
    with _writable(folder), locked(folder):
        old = read_manifest(folder)
        builder = IndexBuilder(old.normalisation.settings, _usable(memory))
        shards = _write_shards(builder, paths, folder, progress)
        return _replace(folder, Manifest(old.normalisation, old.shards + shards))


def merge_index(index: str | Path, *, memory: int = MEMORY, progress: Progress | None = None) -> Manifest:
    """Merge the shards of an index, as far as the memory allows. Fewer shards answer faster.

    Args:
        index: The folder of the index.
        memory: The bytes of memory to use.
        progress: Called with the tokens that were merged since the last call.

    Returns:
        The new manifest of the index.
    """
    folder = Path(index)
    read_manifest(folder)
    with _writable(folder), locked(folder):
        old = read_manifest(folder)
        remove_shards_but(old.shards, folder)
        shards: list[ShardRecord] = []
        try:
            for group in _group(old.shards, _usable(memory)):
                shards += group if len(group) == 1 else [_merge_shards(group, old.normalisation, folder, progress)]
        except BaseException:
            remove_shards_but(old.shards, folder)
            raise
        return _replace(folder, Manifest(old.normalisation, tuple(shards)))


def _merge_shards(
    group: Sequence[ShardRecord], normalisation: Normalisation, folder: Path, progress: Progress | None
) -> ShardRecord:
    """Make one shard from several; the text is not needed again."""
    builder = IndexBuilder(normalisation.settings, sum(map(_estimate, group)))
    for shard in group:
        builder.add_shard(folder / shard.name, int(shard.checksum, 16))
        if progress:
            progress(shard.tokens)
    return _write_shard(builder, folder)


def _usable(memory: int) -> int:
    """The memory that is left for text."""
    if memory < _LEAST:
        raise SpecError(
            f"{memory} bytes of memory are not enough for an index", remedy=f"Give at least {_LEAST >> 20}M"
        )
    return memory - _INTERPRETER


def _estimate(shard: ShardRecord) -> int:
    """The memory that a shard takes in a builder, in bytes; ``rust/src/corpus/build.rs`` has the reasons."""
    return 14 * shard.tokens + 26 * shard.lines + 96 * shard.words + (1 << 14)


def _group(shards: Sequence[ShardRecord], memory: int) -> list[list[ShardRecord]]:
    """Groups of shards that fit into the memory: the larger ones first, each where there is room."""
    groups: list[tuple[int, list[ShardRecord]]] = []
    for shard in sorted(shards, key=lambda shard: -shard.tokens):
        size = _estimate(shard)
        for place, (taken, group) in enumerate(groups):
            if taken + size <= memory:
                groups[place] = (taken + size, [*group, shard])
                break
        else:
            groups.append((size, [shard]))
    order = {shard.name: number for number, shard in enumerate(shards)}
    return [sorted(group, key=lambda shard: order[shard.name]) for _, group in groups]


def _write_shards(
    builder: IndexBuilder, paths: Sequence[str | Path], folder: Path, progress: Progress | None
) -> tuple[ShardRecord, ...]:
    """Write the shards of some texts; if that fails, remove them all."""
    if isinstance(paths, str | Path) or not paths:
        raise InputError("no text is given", remedy="Give a list of text files")
    shards: list[ShardRecord] = []
    try:
        for path in paths:
            builder.begin_document(_name_document(path))
            for chunk in read_blocks(str(path), _BLOCK):
                start = 0
                while start < len(chunk):
                    start = builder.feed(chunk, start)
                    if builder.is_full:
                        shards.append(_write_shard(builder, folder))
                if progress:
                    progress(len(chunk))
            builder.end_document()
        if not builder.is_empty or not shards:
            shards.append(_write_shard(builder, folder))
    except BaseException:
        for shard in shards:
            shutil.rmtree(folder / shard.name, ignore_errors=True)
        raise
    return tuple(shards)


def _name_document(path: str | Path) -> str:
    return "standard input" if str(path) == STDIN else shown(str(path))


def _write_shard(builder: IndexBuilder, folder: Path) -> ShardRecord:
    path = make_shard_folder(folder)
    try:
        tokens, lines, words, size, checksum = builder.write(path)
        sync_folder(path)
    except InputError as error:
        shutil.rmtree(path, ignore_errors=True)
        if "not enough memory" in error.message:
            raise InputError(
                error.message, file=folder, remedy="Give less memory: the index is then in more shards"
            ) from error
        found = re.search(r" \(os error (\d+)\)$", error.message)
        problem = error.message[: found.start()] if found else error.message
        raise _make_unwritable(problem, int(found[1]) if found else None, error.file or folder) from error
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise
    return ShardRecord(name=path.name, tokens=tokens, lines=lines, words=words, bytes=size, checksum=f"{checksum:016x}")


def _replace(folder: Path, manifest: Manifest) -> Manifest:
    write_manifest(manifest, folder)
    remove_shards_but(manifest.shards, folder)
    return manifest


def _require_free(folder: Path) -> None:
    """Refuse a folder in which there is something."""
    if (folder / NAME).exists():
        raise InputError(
            "another program has just built an index here", file=folder, remedy="Build again to replace that index"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(
            "there is something else in this folder", file=folder, remedy="Give a new folder, or an index to replace"
        )


@contextlib.contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    """A temporary folder beside a new index, removed if it was not moved there.

    It always has the same name, so that of two builds into one place the second is refused. What a killed build left
    there is removed.
    """
    temporary = folder.with_name(f".{folder.name}{_BUILDING}")
    temporary.mkdir(exist_ok=True)
    with locked(temporary, place=folder):
        try:
            for left in temporary.glob("[!.]*"):
                shutil.rmtree(left) if left.is_dir() else left.unlink()
            yield temporary
        finally:
            if temporary.exists():
                shutil.rmtree(temporary, ignore_errors=True)


@contextlib.contextmanager
def _writable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = os.strerror(error.errno) if error.errno else str(error)
        raise _make_unwritable(problem, error.errno, error.filename or folder) from error


def _make_unwritable(problem: str, number: int | None, place: str | Path) -> InputError:
    """Return the error of an index that cannot be written; ``number`` is that of the operating system."""
    is_full = number in (errno.ENOSPC, errno.EDQUOT)
    room = "Free some space, or give a folder on another disk" if is_full else "Give another folder for the index"
    return InputError(f"the index cannot be written: {problem}", file=place, remedy=room)
