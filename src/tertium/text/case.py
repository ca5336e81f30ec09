"""Lower case by Python's rules, as in sacrebleu."""

from __future__ import annotations

from collections.abc import Sequence

from tertium._core import TextColumn


def lowered(segments: Sequence[str], lowercase: bool = True, threads: int = 1) -> Sequence[str]:
    """Return the segments, in lower case if that is wanted."""
    if not lowercase:
        return segments
    return segments.lower(threads) if isinstance(segments, TextColumn) else [segment.lower() for segment in segments]


def lowered_beyond_ascii(segments: Sequence[str], threads: int = 1) -> Sequence[str]:
    """Return segments in lower case, except those in ASCII, which the core lowers faster."""
    if isinstance(segments, TextColumn):
        return segments.lower(threads)
    return [segment if segment.isascii() else segment.lower() for segment in segments]
