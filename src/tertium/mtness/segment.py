"""The segment, which gains tokens, spans, repairs and counts on its way through the pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tertium.errors import SpecError
from tertium.mtness.chunking.spans import Span, SpanKind
from tertium.mtness.counting.contests import SegmentCounts
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.text.tokens import Token

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A piece of machine-translated text, usually a sentence.

    Each stage of the pipeline returns a new segment with one more part: ``with_tokens``, ``with_spans``,
    ``with_repairs``, ``with_counts``. A part needs those before it, and a new one drops those after it. Reading a part
    that is not there raises a ``SpecError``.

    Attributes:
        text: The output.
        source: The source segment; None if it is not known.
        document: The document it belongs to.
        id: What its file calls it; empty if it has no name.
        other_systems: The output of other systems for the same source, by their names.

    >>> segment = Segment(text="Salida quiere").with_tokens(())
    >>> segment.tokens
    ()
    >>> segment.spans
    Traceback (most recent call last):
    tertium.errors.SpecError: the segment has no spans yet. Run the chunker on it first.
    """

    text: str
    source: str | None = None
    document: str = ""
    id: str = ""
    other_systems: Mapping[str, str] = field(default_factory=dict)
    _tokens: tuple[Token, ...] | None = field(default=None, repr=False)
    _spans: tuple[Span, ...] | None = field(default=None, repr=False)
    _repairs: tuple[Repair, ...] | None = field(default=None, repr=False)
    _counts: SegmentCounts | None = field(default=None, repr=False)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words and marks, in order; nothing but white space is between them."""
        return _get(self._tokens, "tokens", "tagger")

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans by where they start, the shorter first; they may overlap, and no two have the same words."""
        return _get(self._spans, "spans", "chunker")

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """The repairs by place, and at each place the best first."""
        return _get(self._repairs, "repairs", "repairer")

    @property
    def counts(self) -> SegmentCounts:
        """How often the spans and their suggestions occur."""
        return _get(self._counts, "counts", "counter")

    def with_tokens(self, tokens: tuple[Token, ...]) -> Segment:
        """Return the segment with its words, and without what was made of others."""
        return replace(self, _tokens=tokens, _spans=None, _repairs=None, _counts=None)

    def with_spans(self, spans: tuple[Span, ...]) -> Segment:
        """Return the segment with its spans; it has to have tokens."""
        _get(self._tokens, "tokens", "tagger")
        return replace(self, _spans=spans, _repairs=None, _counts=None)

    def with_repairs(self, repairs: tuple[Repair, ...]) -> Segment:
        """Return the segment with its repairs; it has to have spans."""
        _get(self._spans, "spans", "chunker")
        return replace(self, _repairs=repairs, _counts=None)

    def with_counts(self, counts: SegmentCounts) -> Segment:
        """Return the segment with its counts; it has to have repairs."""
        _get(self._repairs, "repairs", "repairer")
        return replace(self, _counts=counts)

    def make_span(self, kind: SpanKind, first: int, stop: int) -> Span:
        """Return the span of the tokens from ``first`` up to and without ``stop``."""
        tokens = self.tokens
        start, end = tokens[first].start, tokens[stop - 1].end
        return Span(kind=kind, first=first, stop=stop, start=start, end=end, text=self.text[start:end])


def _get(part: _Part | None, name: str, maker: str) -> _Part:
    if part is None:
        raise SpecError(f"the segment has no {name} yet", remedy=f"Run the {maker} on it first")
    return part
