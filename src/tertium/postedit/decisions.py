"""Decisions: what proofreaders decided about suggested edits, as the log of a repository has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tertium.errors import SpecError
from tertium.postedit.suggested_edits import SuggestedEdit


class ChangedSegmentError(SpecError):
    """Somebody else decided about a segment since it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """An entry of the log.

    Attributes:
        id: Its number.
        time: When it was made, in seconds since 1970.
        decision: ``accepted``, ``declined``, ``propagated``, or ``imported`` from another repository.
        annotator: Who decided; empty if it is not known.
        edit: The edit that was decided about.
        cause: The decision that this one follows from, if it was propagated.
        origin: The repository that it was imported from.
        accepted: How often the pair was accepted there.
        declined: How often it was declined there.
        documents: In how many documents it was accepted there.
        last: The time of the last decision there.
        exported: When that repository was exported.
    """

    id: int
    time: float
    decision: str
    annotator: str
    edit: SuggestedEdit
    cause: int | None = None
    origin: str = ""
    accepted: int = 0
    declined: int = 0
    documents: int = 0
    last: float | None = None
    exported: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the main fields by name, for JSON; segments are numbered from 1."""
        return {
            "id": self.id,
            "time": self.time,
            "decision": self.decision,
            "annotator": self.annotator,
            "language_pair": self.edit.language_pair,
            "span": self.edit.span,
            "suggestion": self.edit.suggestion,
            "error": self.edit.error,
            "document": self.edit.document,
            "segment": self.edit.segment + 1,
        }
