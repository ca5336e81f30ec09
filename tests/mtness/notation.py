"""Segments, spans and repairs written short, and a provider with the counts one wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tertium.corpus.counts import Count
from tertium.edits import Edit
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.resources.confusions import Confusion
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token


@dataclass
class GivenCounts:
    """A provider that knows just these counts, by phrases in lower case; all others are 0.

    It is a mock, of the search engines of 2006: nobody can ask them any more.
    """

    counts: Mapping[str, int]
    size: int | None = None
    name: str = "given"
    asked: list[str] = field(default_factory=list)

    def count_many(self, phrases: Sequence[str]) -> list[Count]:
        self.asked += phrases
        return [Count(phrase=phrase, count=self.counts.get(phrase.casefold(), 0)) for phrase in phrases]

    def describe(self) -> Mapping[str, str]:
        return {"provider": self.name}


def tagged(text: str, source: str | None = None) -> Segment:
    """``salida/noun.f.s quiere/verb.finite`` with blanks between words, and ``_`` for a blank in one."""
    words = [word.rsplit("/", 1) for word in text.split()]
    plain = " ".join(word.replace("_", " ") for word, _ in words)
    tokens = []
    start = 0
    for word, tag in words:
        form = word.replace("_", " ")
        tokens.append(Token(text=form, start=start, end=start + len(form), lemma=form.casefold(), tag=Tag.parse(tag)))
        start += len(form) + 1
    return Segment(text=plain, source=source).with_tokens(tuple(tokens))


def chunked(segment: Segment, *spans: tuple[int, int], kind: SpanKind = SpanKind.NOUN_PHRASE) -> Segment:
    """The segment with spans of these tokens; all of it is one if none are given."""
    spans = spans or ((0, len(segment.tokens)),)
    return segment.with_spans(tuple(segment.make_span(kind, first, stop) for first, stop in spans))


def replacing(
    segment: Segment,
    old: str,
    new: str,
    action: Action = OTHER_TRANSLATION,
    error: ErrorType = ErrorType.WRONG_SENSE,
) -> Repair:
    """The repair that puts some words for others, where they are first."""
    start = segment.text.index(old)
    edits = (Edit(start, start + len(old), new),)
    return Repair(edits=edits, action=action, error=error, replaced=old, replacement=new)


def confused(
    replaced: Sequence[str], replacement: Sequence[str], count: int, occurrences: int, *, gain: float = 0.0
) -> Confusion:
    """What a system writes for something else, so many times of so many."""
    return Confusion(
        replaced=tuple(replaced), replacement=tuple(replacement), count=count, occurrences=occurrences, gain=gain
    )


def repairable(segment: Segment, *repairs: Repair) -> Segment:
    return segment.with_repairs(repairs)
