"""Proposals: spans of a document that may be wrong, with suggestions, as a proofreader decides about them.

A study that finds errors makes proposals, and post-editing takes them: in memory, or from JSON. Segments are numbered
from 0 here, and from 1 in JSON, which is read by people too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tertium.edits import Edit

# The verdicts about a span that make it a proposal.
PROPOSED_VERDICTS = ("instance", "candidate")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A replacement for a span.

    Attributes:
        text: The replacement of the whole span.
        count: How often it occurs in the corpus; None if it is not known.
        edits: The characters of the segment that change.
        error: The type of error that it corrects; empty if it is that of the proposal.
        source_word: The word of the source that it translates; empty if it is not known.
        replaced: The words of the main change, without agreement; empty for an insertion, or if they are not known.
        replacement: The words in their place; empty for a removal, or if they are not known.
        probability: The probability that it is right; None if it is not known.
        earlier: What was decided about it for the same text in another document, in words; empty if nothing was.
    """

    text: str
    edits: tuple[Edit, ...]
    count: int | None = None
    error: str = ""
    source_word: str = ""
    replaced: str = ""
    replacement: str = ""
    probability: float | None = None
    earlier: str = ""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], start: int, end: int) -> Suggestion:
        """Return a suggestion from JSON.

        Args:
            data: The fields by name. Without ``edits``, the suggestion replaces the whole span.
            start: Where the span starts in the text of the segment.
            end: Where it ends.

        >>> Suggestion.from_dict({"text": "vuelo"}, 7, 13).edits
        (Edit(start=7, end=13, text='vuelo'),)
        """
        text, count = str(data["text"]), data.get("count")
        edits = tuple(Edit(int(edit["start"]), int(edit["end"]), str(edit["text"])) for edit in data.get("edits") or ())
        return cls(
            text=text,
            edits=edits or (Edit(start, end, text),),
            count=None if count is None else int(count),
            error=str(data.get("error") or ""),
            source_word=str(data.get("source") or ""),
            replaced=str(data.get("replaced") or ""),
            replacement=str(data.get("replacement") or ""),
            probability=_read_probability(data),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A span that a proofreader decides about.

    Attributes:
        segment: The segment, from 0.
        start: Where the span starts in the text of the segment.
        end: Where it ends.
        span: Its text.
        suggestions: Replacements, the best first; may be empty.
        error: The type of error.
        count: How often the span occurs in the corpus; None if it is not known.
        verdict: ``instance`` or ``candidate``.
        text: The text of the segment.
        source: The source segment; empty if it is not known.
        document: The document that the segment belongs to; empty if it is not known.
        probability: The probability that something is wrong there; None if it is not known.
    """

    segment: int
    start: int
    end: int
    span: str
    suggestions: tuple[Suggestion, ...] = ()
    error: str = ""
    count: int | None = None
    verdict: str = "instance"
    text: str = ""
    source: str = ""
    document: str = ""
    probability: float | None = None

    @property
    def best(self) -> Suggestion | None:
        """The first suggestion; None if there is none."""
        return self.suggestions[0] if self.suggestions else None

    @property
    def place(self) -> tuple[int, int, int]:
        """Segment, start and end."""
        return self.segment, self.start, self.end

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, text: str, source: str = "", document: str = "") -> Proposal:
        """Return a proposal from a finding in JSON, whose segment is numbered from 1.

        Args:
            data: The fields of the finding by name.
            text: The text of its segment.
            source: The source segment; empty if it is not known.
            document: The document that the segment belongs to; empty if it is not known.

        Raises:
            ValueError: The span does not stand there, or an edit is outside of the segment.
            KeyError: A field is missing.

        >>> data = {"segment": 1, "start": 7, "end": 13, "text": "quiere", "verdict": "instance"}
        >>> Proposal.from_dict(data, text="Salida quiere").place
        (0, 7, 13)
        """
        number, start, end = int(data["segment"]), int(data["start"]), int(data["end"])
        if not 0 <= start < end or text[start:end] != data["text"]:
            raise ValueError(f"segment {number} does not contain {data['text']!r} at {start}")
        suggestions = tuple(Suggestion.from_dict(each, start, end) for each in data.get("suggestions") or ())
        for edit in (edit for each in suggestions for edit in each.edits):
            if not 0 <= edit.start <= edit.end <= len(text):
                raise ValueError(f"an edit is outside of segment {number}")
        count = data.get("count")
        return cls(
            segment=number - 1,
            start=start,
            end=end,
            span=data["text"],
            suggestions=suggestions,
            error=str(data.get("error") or ""),
            count=None if count is None else int(count),
            verdict=str(data["verdict"]),
            text=text,
            source=source,
            document=document,
            probability=_read_probability(data),
        )


def _read_probability(data: Mapping[str, Any]) -> float | None:
    probability = data.get("probability")
    return None if probability is None else float(probability)
