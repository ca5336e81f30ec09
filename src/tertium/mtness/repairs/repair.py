"""Repairs: edits of a segment that put something else in a place, with all that they entail."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.edits import Edit
from tertium.json_result import JsonResult
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.resources.confusions import Confusion, WordChange


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(JsonResult):
    """A change of a segment.

    Attributes:
        edits: Places in the text of the segment, in order, that do not overlap.
        action: How it was made.
        error: What is wrong with the text if the repair is right.
        replaced: The words that are replaced; empty for an insertion. Those of the main change, without agreement.
        replacement: The words in their place; empty if words are removed.
        source: The source word that they translate; empty if it is not known.
        rank: Its place among the repairs of the same words, 0 for the best.
        change: The words that change, as they are counted; None as long as no language model has judged it.
        gain: By how much it makes the text more probable: the difference of the natural logarithms.
        confusion: What was learned about it from texts of the system; None if nothing was.
        choice: The logarithm of the odds that the words around it give the new word; None if no choice is between them.
    """

    json_fields = "action=action_name error replaced replacement source edits"

    edits: tuple[Edit, ...]
    action: Action
    error: ErrorType
    replaced: str
    replacement: str
    source: str = ""
    rank: int = 0
    change: WordChange | None = None
    gain: float | None = None
    confusion: Confusion | None = None
    choice: float | None = None

    @property
    def action_name(self) -> str:
        """The name of the action that made it."""
        return str(self.action)

    @property
    def start(self) -> int:
        """Where the first edit starts."""
        return self.edits[0].start

    @property
    def end(self) -> int:
        """Where the last edit ends."""
        return self.edits[-1].end
