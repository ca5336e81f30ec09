"""Segments on their way through the pipeline: as they come, and with their words tagged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tertium.mtness.text.tags import Tag


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of machine-translated text, usually a sentence.

    Attributes:
        text: The output.
        source: What it is the translation of, if that is known.
        document: The document it belongs to.
        others: What other systems made of the same source, by their names.
    """

    text: str
    source: str | None = None
    document: str = ""
    others: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or mark as a tagger sees it; it may be a group of words, such as *a pesar de*.

    Attributes:
        text: It, as it stands in the segment.
        start: Where it starts in the text of the segment.
        end: Where it ends; ``segment.text[start:end] == text``.
        lemma: Its base form.
        tag: What it is.
        native: The tagger's own analysis of it, for generators of the same make.
    """

    text: str
    start: int
    end: int
    lemma: str
    tag: Tag
    native: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as JSON takes them."""
        return {"text": self.text, "start": self.start, "end": self.end, "lemma": self.lemma, "tag": str(self.tag)}


@dataclass(frozen=True, slots=True)
class TaggedSegment:
    """A segment and its words.

    Attributes:
        segment: The segment.
        tokens: Its words and marks, in order; nothing but white space is between them.
    """

    segment: Segment
    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The output."""
        return self.segment.text
