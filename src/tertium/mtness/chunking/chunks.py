"""Chunks: the pieces of a segment that are looked up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tertium.mtness.text.segments import TaggedSegment


class ChunkKind(StrEnum):
    """The paper's chunks, and its pairs of them; and words around a repair that is in none of these."""

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


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of words of one segment.

    Attributes:
        kind: What it is.
        first: Its first token.
        stop: The token behind its last one.
        start: Where it starts in the text of the segment.
        end: Where it ends.
        text: The words, as they stand in the segment.
    """

    kind: ChunkKind
    first: int
    stop: int
    start: int
    end: int
    text: str

    @classmethod
    def of(cls, segment: TaggedSegment, kind: ChunkKind, first: int, stop: int) -> Chunk:
        """The chunk of the tokens from ``first`` up to and without ``stop``."""
        start, end = segment.tokens[first].start, segment.tokens[stop - 1].end
        return cls(kind, first, stop, start, end, segment.text[start:end])

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as JSON takes them."""
        return {"kind": str(self.kind), "start": self.start, "end": self.end, "text": self.text}


@dataclass(frozen=True, slots=True)
class ChunkedSegment:
    """A segment, its words and its chunks.

    Attributes:
        tagged: The segment and its words.
        chunks: Its chunks, by where they start, the shorter first; they may overlap, and no two are of the same words.
    """

    tagged: TaggedSegment
    chunks: tuple[Chunk, ...]
