"""Repairs: other words that the text might have had, and what chunks become by them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tertium.edits import Edit
from tertium.mtness.chunking.chunks import ChunkedSegment
from tertium.mtness.repairs.error_types import ErrorType


class Action(StrEnum):
    """How an alternative is made; the paper's two, and those that it outlines."""

    SOURCE_WORD = "A1"
    OTHER_TRANSLATION = "A2"
    OTHER_SYSTEM = "other system"
    APOCOPATION = "apocopation"
    COPULA = "ser/estar"
    ADD_ARTICLE = "add article"
    DROP_ARTICLE = "drop article"
    DROP_PREPOSITION = "drop preposition"
    ORDER = "order"
    ADJECTIVE_ORDER = "adjective order"
    FUNCTION_WORD = "function word"
    ADD_PREPOSITION = "add preposition"


@dataclass(frozen=True, slots=True)
class Repair:
    """A change of a segment, with all that it entails.

    Attributes:
        edits: Places in the text of the segment, in order, that do not overlap.
        action: How it was made.
        error: What would be wrong with the text if the repair is right.
        old: The words that are replaced; empty if some are put in. Those of the main change, without what agrees.
        new: The words instead; empty if some are left out.
        source: The source word that they translate, if it is known.
        rank: Its place among the repairs of the same words, 0 for the best.
    """

    edits: tuple[Edit, ...]
    action: Action
    error: ErrorType
    old: str
    new: str
    source: str = ""
    rank: int = 0

    @property
    def start(self) -> int:
        """Where the first change starts."""
        return self.edits[0].start

    @property
    def end(self) -> int:
        """Where the last change ends."""
        return self.edits[-1].end

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as JSON takes them."""
        return {
            "action": str(self.action),
            "error": str(self.error),
            "old": self.old,
            "new": self.new,
            "source": self.source,
            "edits": [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in self.edits],
        }


@dataclass(frozen=True, slots=True)
class RepairableSegment:
    """A segment, its words, its chunks and its repairs.

    Attributes:
        chunked: The segment with its chunks.
        repairs: What might be changed, by place, and at each place the best first.
    """

    chunked: ChunkedSegment
    repairs: tuple[Repair, ...]
