"""Findings: spans of a segment with a verdict, and suggestions with their counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tertium.json_result import JsonResult
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Repair
from tertium.notebook import ShownInNotebooks


class Verdict(StrEnum):
    """What counts say about a span."""

    INSTANCE = "instance"
    CANDIDATE = "candidate"
    UNDECIDED = "undecided"
    FINE = "fine"

    @property
    def meaning(self) -> str:
        """What it means, in the words of every legend and of the glossary."""
        return _MEANINGS[self]


_MEANINGS = {
    Verdict.INSTANCE: "probably wrong, or a misspelt or untranslated word",
    Verdict.CANDIDATE: "not found, though it should be",
    Verdict.UNDECIDED: "too rare in this corpus",
    Verdict.FINE: "found",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSuggestion(JsonResult):
    """A suggestion for a span, with its count.

    Attributes:
        text: The span after the repair.
        count: How often it occurs; None if that was not asked.
        repair: The repair of the segment that makes it.
        p_value: The probability of so low a count of the span, if both were equally good there; corrected for the
            number of suggestions that were tried. None where the span is not an instance.
        probability: The probability that it is right, by all evidence; None where only counts were asked.
    """

    json_fields = (
        "text count p_value probability action=repair.action_name error=repair.error replaced=repair.replaced "
        "replacement=repair.replacement source=repair.source edits=repair.edits"
    )

    text: str
    count: int | None
    repair: Repair
    p_value: float | None = None
    probability: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(JsonResult, ShownInNotebooks):
    """A span with a verdict.

    Attributes:
        segment: The number of the segment, from 0.
        kind: The kind of span, such as ``NP+V``; ``word`` for a word that is not in the dictionary.
        start: Where it starts in the text of the segment.
        end: Where it ends.
        text: The words.
        verdict: What its counts say.
        error: The type of error, if it is known.
        count: How often it occurs; None if that is not known.
        suggestions: Suggestions that occur, the best first.
        expected: How often it should occur, estimated from its parts; None if that is not known.
        p_value: The probability of the counts if nothing were wrong; None if that is not known.
        probability: The probability that something is wrong there, by all evidence; None where only counts were asked.
        asked: What was counted in its place, where names were replaced, or all forms of a word counted:
            ``{subir} las``.
        note: A remark.
    """

    json_fields = (
        "segment=number kind start end text verdict error count expected p_value probability asked note suggestions"
    )

    segment: int
    kind: str
    start: int
    end: int
    text: str
    verdict: Verdict
    error: ErrorType = ErrorType.UNKNOWN
    count: int | None = None
    suggestions: tuple[CountedSuggestion, ...] = ()
    expected: float | None = None
    p_value: float | None = None
    probability: float | None = None
    asked: str = ""
    note: str = ""

    @property
    def best(self) -> CountedSuggestion | None:
        """The first suggestion; None if there is none."""
        return self.suggestions[0] if self.suggestions else None

    @property
    def number(self) -> int:
        """The number of the segment, from 1."""
        return self.segment + 1
