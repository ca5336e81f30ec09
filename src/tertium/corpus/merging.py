"""Making one shard of many, of any size, within a given memory."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tertium._core import IndexBuilder, IndexMerger, IndexShards
from tertium.corpus.manifest import ShardRecord, make_shard_folder
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.shards import StoredShard, finish_shard, refuse_unwritten
from tertium.progress import StepProgress
from tertium.threads import resolve_threads

MOST_PLACES = (1 << 32) - 2
"""The maximum of tokens and ends of lines in a shard, since positions have 32 bits."""
# Bytes of a record while suffixes are sorted: about 50 in a corpus in which much is said again and again.
_RECORD = 48
# Each range reads all of the text once more, and two ranges are on the disk at a time.
_FEWEST_RANGES = 4
_MOST_RANGES = 24
# What the vocabulary of a shard that is cut takes beside the new shard.
_CUTTING = 32 << 20


def merge_shards(
    shards: Sequence[StoredShard],
    folder: Path,
    *,
    normalisation: Normalisation,
    memory: int,
    progress: StepProgress | None = None,
) -> list[ShardRecord]:
    """Make as few shards as possible of some.

    Args:
        shards: The shards, in the order of the text.
        folder: The index, or the folder that becomes one. Temporary files are there, too.
        normalisation: How the text was split into words.
        memory: The bytes of memory to use.
        progress: Called with the work that is done so far, and all of it.

    Returns:
        The new shards, and those that were in the folder and stay as they are.

    Raises:
        InputError: A shard is damaged, or the disk is full. Nothing new is left in the folder.
    """
    groups = _group(shards)
    report = _sum_up(groups, folder, progress)
    made: list[ShardRecord] = []
    try:
        for group in groups:
            if len(group) == 1 and group[0].folder.parent == folder:
                made.append(group[0].record)
            elif len(group) == 1:
                made.append(_copy(group[0], folder, normalisation))
                report(2 * group[0].record.tokens)
            else:
                with refuse_unwritten(folder):
                    made.append(_merge(group, folder, normalisation, memory, report))
    except BaseException:
        old = {shard.record.name for shard in shards if shard.folder.parent == folder}
        for record in made:
            if record.name not in old:
                shutil.rmtree(folder / record.name, ignore_errors=True)
        raise
    return made


def _group(shards: Sequence[StoredShard]) -> list[list[StoredShard]]:
    """As few groups of shards as one shard each can have: the larger ones first, each where there is room."""
    groups: list[tuple[int, list[int]]] = []
    for number in sorted(range(len(shards)), key=lambda number: -shards[number].record.tokens):
        record = shards[number].record
        size = record.tokens + record.lines
        for place, (taken, group) in enumerate(groups):
            if taken + size <= MOST_PLACES:
                groups[place] = (taken + size, [*group, number])
                break
        else:
            groups.append((size, [number]))
    ordered = sorted(sorted(group) for _, group in groups)
    return [[shards[number] for number in group] for group in ordered]


def _sum_up(
    groups: Sequence[Sequence[StoredShard]], folder: Path, progress: StepProgress | None
) -> Callable[[int], None]:
    """Return what counts the work of all groups; a shard that stays where it is takes none."""
    at_rest = [group[0] for group in groups if len(group) == 1 and group[0].folder.parent == folder]
    tokens = sum(shard.record.tokens for group in groups for shard in group)
    total = 2 * (tokens - sum(shard.record.tokens for shard in at_rest))
    done = 0

    def report(more: int) -> None:
        nonlocal done
        done += more
        if progress is not None:
            progress(done, total)

    return report


def _copy(shard: StoredShard, folder: Path, normalisation: Normalisation) -> ShardRecord:
    """Copy a shard of another index, and verify the copy."""
    path = make_shard_folder(folder)
    try:
        shutil.copytree(shard.folder, path, dirs_exist_ok=True)
        record = shard.record
        numbers = (record.tokens, record.lines, record.words, record.bytes, int(record.checksum, 16))
        IndexShards(normalisation.settings, [(path, numbers[-1])], 1 << 20).check(0)
        return finish_shard(path, numbers, copied=True)
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def _merge(
    group: Sequence[StoredShard],
    folder: Path,
    normalisation: Normalisation,
    memory: int,
    report: Callable[[int], None],
) -> ShardRecord:
    with _removed(make_shard_folder(folder)) as scratch:
        pieces = [piece for shard in group for piece in _cut(shard, scratch, normalisation, memory)]
        path = make_shard_folder(folder)
        try:
            tokens = sum(shard.record.tokens for shard in group)
            ranges = min(max(-(-tokens * _RECORD // memory), _FEWEST_RANGES), _MOST_RANGES)
            runs = scratch / "runs"
            runs.mkdir()
            sources = [(piece.folder, int(piece.record.checksum, 16), piece.is_temporary) for piece in pieces]
            # Each thread has the text of one shard in memory, and there is room for two.
            merger = IndexMerger(sources, path, runs, memory, ranges, min(resolve_threads(None), 2))
            while not merger.is_over:
                report(merger.step())
            return finish_shard(path, merger.finish())
        except BaseException:
            shutil.rmtree(path, ignore_errors=True)
            raise


def _cut(shard: StoredShard, scratch: Path, normalisation: Normalisation, memory: int) -> Iterator[StoredShard]:
    """Return a shard that can be merged as it is; one that is too large, or that an older version made, in pieces."""
    checksum = int(shard.record.checksum, 16)
    if IndexMerger.can_take(shard.folder, checksum, memory):
        yield shard
        return
    builder = IndexBuilder(normalisation.settings, max(memory - 4 * shard.record.words - _CUTTING, memory // 4))
    start: int | None = 0
    while start is not None:
        start = builder.take_shard(shard.folder, checksum, start)
        path = make_shard_folder(scratch)
        yield StoredShard(path, finish_shard(path, builder.write(path)), is_temporary=True)


@contextmanager
def _removed(folder: Path) -> Iterator[Path]:
    """A folder that is gone afterwards."""
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
