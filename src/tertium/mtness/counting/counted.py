"""Segments whose chunks and alternatives have been counted."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.mtness.chunking.chunks import Chunk
from tertium.mtness.repairs.repair import Repair, RepairableSegment


@dataclass(frozen=True, slots=True)
class Contest:
    """The same words with and without a repair.

    Attributes:
        repair: The repair.
        chunk: The words: a chunk, or the part of one that is next to the repair.
        other: The same words after the repair.
        count: How often the words occur.
        other_count: How often the others do.
        whole: Whether it is a whole chunk.
        supports: Whether it can speak for the repair, and not only against it.
        asked: What was counted instead of the words: names replaced, or all forms of a word.
    """

    repair: Repair
    chunk: Chunk
    other: str
    count: int
    other_count: int
    whole: bool
    supports: bool = True
    asked: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class CountedChunk:
    """A chunk and how often it occurs.

    Attributes:
        chunk: The chunk.
        count: Its occurrences; None if they could not be counted.
        generalised: Those of it with frequent noun phrases for the names in it; None if that was not asked.
        expected: How often it should occur, as its parts do; None if that is not known or was not asked.
        problem: Why it could not be counted.
    """

    chunk: Chunk
    count: int | None
    generalised: int | None = None
    expected: float | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CountedSegment:
    """A segment, its chunks and its repairs, with counts.

    Attributes:
        repairable: The segment.
        chunks: Its chunks, counted.
        contests: Each repair in each chunk that has it, and in the words next to it.
        shares: For each contest, the share that the old words have of the occurrences of old and new ones.
    """

    repairable: RepairableSegment
    chunks: tuple[CountedChunk, ...]
    contests: tuple[Contest, ...]
    shares: tuple[float, ...]
