"""Lower case by Python's rules, as in sacrebleu."""

from __future__ import annotations

from collections.abc import Sequence


def lowered(segments: Sequence[str], lowercase: bool = True) -> Sequence[str]:
    """Return the segments, in lower case if that is wanted."""
    return [segment.lower() for segment in segments] if lowercase else segments


def lowered_beyond_ascii(segments: Sequence[str]) -> Sequence[str]:
    """Return segments in lower case, except those in ASCII, which the core lowers faster."""
    return [segment if segment.isascii() else segment.lower() for segment in segments]
