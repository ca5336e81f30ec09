"""Tokens: the words and punctuation marks of a segment, as a tagger sees them."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.json_result import JsonResult
from tertium.mtness.text.tags import Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(JsonResult):
    """A word or mark of a segment; it may be a group of words, such as *a pesar de*.

    Attributes:
        text: Its characters, as they stand in the segment.
        start: Where it starts in the text of the segment.
        end: Where it ends; ``segment.text[start:end] == text``.
        lemma: Its base form.
        tag: Its part of speech and form.
        native: The tagger's own analysis, for generators of the same make.
    """

    json_fields = "text start end lemma tag=tag_text"

    text: str
    start: int
    end: int
    lemma: str
    tag: Tag
    native: str = ""

    @property
    def tag_text(self) -> str:
        """Its part of speech and form, in one word."""
        return str(self.tag)
