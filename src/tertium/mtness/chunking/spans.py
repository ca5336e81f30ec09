"""Spans: runs of words of a segment that are looked up in the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tertium.json_result import JsonResult


class SpanKind(StrEnum):
    """The paper's spans, its pairs of them, and words around a repair that is in none of these."""

    NOUN_PHRASE = "NP"
    VERB = "V"
    ADJECTIVAL = "AdjP"
    ADVERBIAL = "AdvP"
    PREPOSITIONAL = "PP"
    NOUN_VERB = "NP+V"
    VERB_NOUN = "V+NP"
    NOUN_VERB_ADJECTIVE = "NP+V+AdjP"
    VERB_ADJECTIVE = "V+AdjP"
    NOUNS = "NP+NP"
    VERB_ARGUMENT = "V+PP"
    WORDS = "words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span(JsonResult):
    """A run of words of one segment; ``Segment.make_span`` makes one.

    Attributes:
        kind: Its kind, such as a noun phrase.
        first: Its first token.
        stop: The token after its last one.
        start: Where it starts in the text of the segment.
        end: Where it ends.
        text: Its characters, as they stand in the segment.
    """

    json_fields = "kind start end text"

    kind: SpanKind
    first: int
    stop: int
    start: int
    end: int
    text: str
