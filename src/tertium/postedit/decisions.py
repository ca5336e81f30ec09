"""Decisions: what proofreaders decided about suggested edits, as the log of a repository has them."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.postedit.suggested_edits import SuggestedEdit


class ChangedSegmentError(SpecError):
    """Somebody else decided about a segment since it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(JsonResult):
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

    json_fields = (
        "id time decision annotator language_pair=edit.language_pair span=edit.span suggestion=edit.suggestion "
        "error=edit.error document=edit.document segment=number"
    )

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

    @property
    def number(self) -> int:
        """The number of the segment, from 1."""
        return self.edit.segment + 1
