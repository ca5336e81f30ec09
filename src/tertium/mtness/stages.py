"""The stages of the pipeline. It imports nothing, since the command line shows them in its help."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """Where to stop: each stage adds one part to the segments."""

    TAGS = "tags"
    SPANS = "spans"
    SUGGESTIONS = "suggestions"
    COUNTS = "counts"
