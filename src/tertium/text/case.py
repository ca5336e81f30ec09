"""Lower case, by Python's rules as sacrebleu has it."""

from __future__ import annotations

from collections.abc import Sequence


def lowered(segments: Sequence[str], lowercase: bool = True) -> Sequence[str]:
    """The segments in lower case if that is wanted."""
    return [segment.lower() for segment in segments] if lowercase else segments


def lowered_beyond_ascii(segments: Sequence[str]) -> Sequence[str]:
    """Segments in lower case, but for those of ASCII letters only, which the core lowers faster."""
    return [segment if segment.isascii() else segment.lower() for segment in segments]
