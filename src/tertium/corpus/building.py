"""Building an index, adding text to it, merging its shards, and joining several indexes."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
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
from tertium.corpus.merging import merge_shards
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.shards import StoredShard, finish_shard, make_unwritable, refuse_unwritten
from tertium.errors import InputError, SpecError
from tertium.files.compression import SUFFIXES
from tertium.files.opening import STDIN, read_blocks, shown
from tertium.progress import Progress, StepProgress

MEMORY = 1 << 30
# The memory of the interpreter and its libraries.
_INTERPRETER = 96 << 20
_LEAST = 160 << 20
_SMALLEST_BUILDER = _LEAST - _INTERPRETER
_BUILDING = ".building"
_BLOCK = 1 << 20


def build_index(
    paths: Sequence[str | Path],
    output: str | Path,
    *,
    normalisation: Normalisation | None = None,
    memory: int = MEMORY,
    merge: bool = True,
    progress: Progress | None = None,
    merge_progress: StepProgress | None = None,
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
        memory: The bytes of memory to use. A larger corpus becomes several shards first.
        merge: Whether to merge these shards into one at the end, so that phrases are searched in one place only.
        progress: Called with the bytes of text that were read since the last call.
        merge_progress: Called during the merge with the work that is done so far and all of it.

    Returns:
        The manifest of the index.

    Raises:
        InputError: A file cannot be read or is not UTF-8, or the folder contains something else.
    """
    chosen = Normalisation() if normalisation is None else normalisation
    usable = _usable(memory)

    def make(folder: Path) -> Manifest:
        # The memory of the builder is free again when the merge begins.
        builder = IndexBuilder(chosen.settings, min(usable, _limit_by_size(paths)))
        shards = _write_shards(builder, paths, folder, progress)
        if merge and len(shards) > 1:
            stored = [StoredShard(folder / shard.name, shard, is_temporary=True) for shard in shards]
            merged: Sequence[ShardRecord] = ()
            try:
                merged = merge_shards(stored, folder, normalisation=chosen, memory=usable, progress=merge_progress)
            finally:
                _remove([shard for shard in shards if shard not in merged], folder)
            shards = tuple(merged)
        return Manifest(chosen, shards)

    return _make_index(Path(output), make)


def join_indexes(
    indexes: Sequence[str | Path],
    output: str | Path,
    *,
    memory: int = MEMORY,
    progress: StepProgress | None = None,
) -> Manifest:
    """Make one index of several, such as those that several machines have built. The text is not needed.

    >>> import tempfile
    >>> from tertium import samples
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in "AB":
    ...         _ = build_index([samples.path(f"reference.{name}.txt")], f"{folder}/{name}.index")
    ...     manifest = join_indexes([f"{folder}/A.index", f"{folder}/B.index"], f"{folder}/all.index")
    ...     sum(shard.lines for shard in manifest.shards)
    28

    Args:
        indexes: The folders of the indexes, in the order that their text is to have. They are not changed.
        output: The folder of the new index; one that is there is replaced when the new one is complete.
        memory: The bytes of memory to use.
        progress: Called with the work that is done so far and all of it.

    Returns:
        The manifest of the new index.

    Raises:
        InputError: The indexes were normalised in different ways, one is damaged, or one is the output.
    """
    if isinstance(indexes, str | Path) or not indexes:
        raise InputError("no index is given", remedy="Give a list of indexes")
    folders, target = [Path(index) for index in indexes], Path(output)
    manifests = [read_manifest(folder) for folder in folders]
    rules = manifests[0].normalisation
    for folder, manifest in zip(folders, manifests, strict=True):
        if manifest.normalisation != rules:
            raise InputError(
                f"the text was not normalised as that of {folders[0]} was",
                file=folder,
                remedy="Build both with the same --language, --casefold, --apostrophes and --hyphens",
            )
        if target.exists() and target.samefile(folder):
            raise InputError(
                "the new index is one of those that are joined", file=folder, remedy="Give a new folder as the output"
            )
    usable = _usable(memory)
    stored = [
        StoredShard(folder / shard.name, shard)
        for folder, manifest in zip(folders, manifests, strict=True)
        for shard in manifest.shards
    ]

    def make(folder: Path) -> Manifest:
        shards = merge_shards(stored, folder, normalisation=rules, memory=usable, progress=progress)
        return Manifest(rules, tuple(shards))

    return _make_index(target, make)


def _make_index(folder: Path, make: Callable[[Path], Manifest]) -> Manifest:
    """Make an index in a folder; one that is there is replaced when the new one is complete."""
    with _writable(folder):
        if (folder / NAME).exists():
            with locked(folder):
                # An index that is damaged is replaced, too; what a killed build left there goes with it.
                with contextlib.suppress(InputError):
                    remove_shards_but(read_manifest(folder).shards, folder)
                return _replace(folder, make(folder))
        _require_free(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(folder) as temporary:
            _require_free(folder)  # another build may have been completed in the meantime
            manifest = make(temporary)
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
        remove_shards_but(old.shards, folder)
        builder = IndexBuilder(old.normalisation.settings, min(_usable(memory), _limit_by_size(paths)))
        shards = _write_shards(builder, paths, folder, progress)
        return _replace(folder, Manifest(old.normalisation, old.shards + shards))


def merge_index(index: str | Path, *, memory: int = MEMORY, progress: StepProgress | None = None) -> Manifest:
    """Merge the shards of an index into one, or into as few as its size allows. Fewer shards answer faster.

    Args:
        index: The folder of the index.
        memory: The bytes of memory to use. The shards may be much larger.
        progress: Called with the work that is done so far and all of it.

    Returns:
        The new manifest of the index.

    Raises:
        InputError: A shard is damaged, or the disk is full. The index stays as it is.
    """
    folder = Path(index)
    read_manifest(folder)
    with _writable(folder), locked(folder):
        old = read_manifest(folder)
        remove_shards_but(old.shards, folder)
        stored = [StoredShard(folder / shard.name, shard) for shard in old.shards]
        shards = merge_shards(
            stored, folder, normalisation=old.normalisation, memory=_usable(memory), progress=progress
        )
        return _replace(folder, Manifest(old.normalisation, tuple(shards)))


def _usable(memory: int) -> int:
    """The memory that is left for text."""
    if memory < _LEAST:
        raise SpecError(
            f"{memory} bytes of memory are not enough for an index", remedy=f"Give at least {_LEAST >> 20}M"
        )
    return memory - _INTERPRETER


def _limit_by_size(paths: Sequence[str | Path]) -> int:
    """Return the memory that these texts need at most, so that small ones can be indexed on small machines.

    The builder takes all of its memory at once. A byte of text needs less than 64 bytes of it.
    """
    total = 0
    for path in map(Path, paths):
        # A compressed file without such a suffix only becomes more shards.
        if not path.is_file() or str(path).lower().endswith(SUFFIXES):
            return MEMORY << 20  # standard input, or a size that says nothing
        total += path.stat().st_size
    return _SMALLEST_BUILDER + 64 * total


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
        _remove(shards, folder)
        raise
    return tuple(shards)


def _remove(shards: Sequence[ShardRecord], folder: Path) -> None:
    for shard in shards:
        shutil.rmtree(folder / shard.name, ignore_errors=True)


def _name_document(path: str | Path) -> str:
    return "standard input" if str(path) == STDIN else shown(str(path))


def _write_shard(builder: IndexBuilder, folder: Path) -> ShardRecord:
    path = make_shard_folder(folder)
    try:
        with refuse_unwritten(folder):
            return finish_shard(path, builder.write(path))
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


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
        raise make_unwritable(problem, error.errno, error.filename or folder) from error
