"""Counts of a segment: of its spans, and of each span against its suggestions."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.mtness.chunking.spans import Span
from tertium.mtness.repairs.repair import Repair


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A span against a suggestion: the same words with and without a repair.

    Attributes:
        repair: The repair.
        span: The words: a span of the segment, or the part of one that is next to the repair.
        suggestion: The same words after the repair.
        count: How often the span occurs.
        suggestion_count: How often the suggestion occurs.
        whole: Whether it is a whole span of the segment.
        supports: Whether it can be evidence for the repair, and not only against it.
        asked: What was counted in place of span and suggestion: names replaced, or all forms of a word.
    """

    repair: Repair
    span: Span
    suggestion: str
    count: int = 0
    suggestion_count: int = 0
    whole: bool
    supports: bool = True
    asked: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSpan:
    """A span and how often it occurs.

    Attributes:
        span: The span.
        count: Its occurrences; None if they could not be counted.
        generalised: Those of it with frequent noun phrases for the names in it; None if that was not asked.
        expected: How often it should occur, estimated from its parts; None if that is not known or was not asked.
        problem: Why it could not be counted.
    """

    span: Span
    count: int | None
    generalised: int | None = None
    expected: float | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SegmentCounts:
    """The counts of a segment.

    Attributes:
        spans: Its spans, counted.
        contests: Each repair in each span that has it, and in the words next to it.
        shares: For each contest, the share of the replaced words in all occurrences of them and their replacement.
    """

    spans: tuple[CountedSpan, ...]
    contests: tuple[Contest, ...]
    shares: tuple[float, ...]
