"""Suggested edits: a span at a place of a document, and the suggestion that is decided about."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tertium.edits import Edit
from tertium.proposals import Proposal, Suggestion


class PairKey(NamedTuple):
    """The identity of a pair: case, white space and the encoding of accents do not matter.

    Attributes:
        language_pair: The language pair, such as ``ca-es``; empty if it is not known.
        span: The text of the span.
        suggestion: The text of the suggestion.
    """

    language_pair: str
    span: str
    suggestion: str

    @classmethod
    def of(cls, language_pair: str, span: str, suggestion: str) -> PairKey:
        """Return the key of a pair.

        >>> PairKey.of("ca-ES", "Salida  quiere", "salida vuelo")
        PairKey(language_pair='ca-es', span='salida quiere', suggestion='salida vuelo')
        """
        return cls(normalise(language_pair), normalise(span), normalise(suggestion))


@lru_cache(maxsize=1 << 16)
def normalise(text: str) -> str:
    """Return a text without differences of case, white space and the encoding of accents."""
    return " ".join(unicodedata.normalize("NFC", text.casefold()).split())


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedEdit:
    """A span at a place of a document, and a suggestion for it.

    Attributes:
        span: The span, as it stands in the segment.
        suggestion: Its replacement.
        error: The type of error.
        language_pair: The language pair, such as ``ca-es``; empty if it is not known.
        document: The document.
        segment: The segment, from 0; -1 for a pair that was imported and has no place.
        start: Where the span starts in the text of the segment.
        end: Where it ends.
        text: The text of the segment, before any edit.
        source: The source segment; empty if it is not known.
        source_word: The word of the source that was mistranslated; empty if it is not known.
        span_count: How often the span occurs in the corpus; None if it is not known.
        suggestion_count: How often the suggestion does.
        edits: The characters of the segment that change; the whole span if it is empty.
        review: What the reviewed document is known by, so that two documents with the same text have decisions of their
            own. Empty for decisions of earlier versions, which are those of all documents with the text.
    """

    span: str
    suggestion: str
    error: str = ""
    language_pair: str = ""
    document: str = ""
    segment: int = -1
    start: int = 0
    end: int = 0
    text: str = ""
    source: str = ""
    source_word: str = ""
    span_count: int | None = None
    suggestion_count: int | None = None
    edits: tuple[Edit, ...] = ()
    review: str = ""

    @classmethod
    def of(cls, proposal: Proposal, suggestion: Suggestion, language_pair: str = "") -> SuggestedEdit:
        """Return the edit that a suggestion makes of a proposal."""
        return cls(
            span=proposal.span,
            suggestion=suggestion.text,
            error=suggestion.error or proposal.error,
            language_pair=language_pair,
            document=proposal.document,
            segment=proposal.segment,
            start=proposal.start,
            end=proposal.end,
            text=proposal.text,
            source=proposal.source,
            source_word=suggestion.source_word,
            span_count=proposal.count,
            suggestion_count=suggestion.count,
            edits=suggestion.edits,
        )

    @property
    def key(self) -> PairKey:
        """The identity of the pair of span and suggestion."""
        return PairKey.of(self.language_pair, self.span, self.suggestion)

    @property
    def place(self) -> tuple[int, int, int]:
        """Segment, start and end."""
        return self.segment, self.start, self.end

    @property
    def replacements(self) -> tuple[Edit, ...]:
        """The characters of the segment that change; the whole span if nothing smaller is known."""
        return self.edits or (Edit(self.start, self.end, self.suggestion),)


def write_by_hand(proposal: Proposal, text: str) -> Suggestion:
    """Return what a proofreader wrote for the span of a proposal, as a suggestion.

    It still translates the source word of the best suggestion, and no other.
    """
    word = proposal.best.source_word if proposal.best else ""
    return Suggestion(text=text, edits=(Edit(proposal.start, proposal.end, text),), source_word=word)
