"""Windows: the words around a repair by which it is judged.

A whole span is one. But in a corpus of ordinary size a whole span is rare, so that the words next to the repair are
windows too: from the nearest word with a meaning on its left up to it, from it to the nearest one on its right, and
both together. Which of these can tell anything depends on the repair: which of *ser* and *estar* is right depends on
what comes after; a phrase with a word left out is more common by nature, unless it has the same words at both ends.

A determiner or preposition before a repair makes a window that can only speak against it: *el sol está* is not *el
solo está*, even if the counts of *sol está* and *solo está* suggest it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tertium.mtness.chunking.spans import Span, SpanKind
from tertium.mtness.repairs.action import Reach
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import CONTENT, Part
from tertium.mtness.text.tokens import Token

_FARTHEST = 3


@dataclass(frozen=True, slots=True)
class Window:
    """Some words around a repair.

    Attributes:
        span: The words.
        whole: Whether they are a whole span.
        supports: Whether they can speak for the repair, and not only against it.
        anchor: The token that may stand there in other forms as well, if there is one.
    """

    span: Span
    whole: bool = False
    supports: bool = True
    anchor: int | None = None


def find_windows(segment: Segment, repair: Repair) -> list[Window]:
    """Return the windows of a repair in all spans that have it; or in the words around it, if none has."""
    found: dict[tuple[int, int], Window] = {}
    around = [span for span in segment.spans if span.start <= repair.start and repair.end <= span.end]
    first = stop = -1
    for span in around or _take_words(segment, repair):
        first, stop = _find_place(segment.tokens, span, repair)
        for window in _look_around(segment, span, repair, first, stop):
            place = (window.span.first, window.span.stop)
            known = found.get(place, window)
            anchor = window.anchor if known.anchor is None else known.anchor
            found[place] = replace(known, whole=known.whole or window.whole, anchor=anchor)
    if found and repair.action.lexical:
        small = _find_small_word(segment, first, stop)
        if small is not None:
            found.setdefault((first - 1, stop), small)
    return list(found.values())


def _take_words(segment: Segment, repair: Repair) -> Iterator[Span]:
    """A few words around a repair, up to marks: a wrong word is often what no span can be made with."""
    tokens = segment.tokens
    place = Span(kind=SpanKind.WORDS, first=0, stop=len(tokens), start=0, end=len(segment.text), text=segment.text)
    first, stop = _find_place(tokens, place, repair)
    if any(token.tag.part is Part.PUNCTUATION for token in tokens[first:stop]):
        return
    start = end = 0
    for start in range(first, max(first - _FARTHEST, 0) - 1, -1):
        if start == 0 or tokens[start - 1].tag.part is Part.PUNCTUATION:
            break
    for end in range(stop, min(stop + _FARTHEST, len(tokens)) + 1):
        if end == len(tokens) or tokens[end].tag.part is Part.PUNCTUATION:
            break
    if start < end:
        yield segment.make_span(SpanKind.WORDS, start, end)


def _find_place(tokens: Sequence[Token], span: Span, repair: Repair) -> tuple[int, int]:
    """The tokens that are changed; none, between two, if something is only put in."""
    touched = [
        place
        for place in range(span.first, span.stop)
        if tokens[place].start < repair.end and tokens[place].end > repair.start
    ]
    if touched:
        return touched[0], touched[-1] + 1
    after = (place for place in range(span.first, span.stop) if tokens[place].start >= repair.start)
    first = next(after, span.stop)
    return first, first


def _look_around(segment: Segment, span: Span, repair: Repair, first: int, stop: int) -> Iterator[Window]:
    tokens = segment.tokens
    left = _find_content(tokens, range(first - 1, span.first - 1, -1))
    right = _find_content(tokens, range(stop, span.stop))
    action = repair.action
    reach = action.reach
    if action.pronoun_reach is not None and _is_pronoun(tokens[first:stop]):
        reach = action.pronoun_reach

    def make(start: int, end: int, anchor: int | None = None) -> Window:
        return Window(segment.make_span(span.kind, start, end), anchor=anchor)

    whole = Window(span, whole=span.kind is not SpanKind.WORDS)
    if reach is Reach.ITSELF:
        yield whole
        yield make(first, stop)
    elif reach is Reach.RIGHT:
        if right is not None and not _is_cut_short(tokens, right):
            yield from (whole, make(first, right + 1, right))
            if left is not None:
                yield make(left, right + 1)
    elif reach is Reach.EITHER_SIDE and _has_same_length(repair):
        if left is not None or right is not None:
            yield whole
        if left is not None:
            yield make(left, stop, left)
        if right is not None:
            yield make(first, right + 1, right)
        if left is not None and right is not None:
            yield make(left, right + 1)
    else:
        if action.any_word_before and left is None and first > span.first:
            left = first - 1
        if left is not None and right is not None:
            yield from (whole, make(left, right + 1, left if tokens[left].tag.is_verbal else None))


def _find_small_word(segment: Segment, first: int, stop: int) -> Window | None:
    """The words with the determiner or preposition before them, which goes with them if any word does."""
    tokens = segment.tokens
    if not first or tokens[first - 1].tag.part not in (Part.DETERMINER, Part.PREPOSITION):
        return None
    return Window(segment.make_span(SpanKind.WORDS, first - 1, stop), supports=False)


def _find_content(tokens: Sequence[Token], places: range) -> int | None:
    """The nearest word with a meaning; an adverb only if there is no other, since *muy* goes with anything."""
    found = [place for place in places if tokens[place].tag.part in CONTENT and tokens[place].tag.form != "negative"]
    return next((place for place in found if tokens[place].tag.part is not Part.ADVERB), found[0] if found else None)


def _is_cut_short(tokens: Sequence[Token], last: int) -> bool:
    """Whether a span ends in a word that goes with the one after it: *estaba demasiado (agotado)*."""
    if tokens[last].tag.part not in (Part.ADVERB, Part.ADJECTIVE) or last + 1 >= len(tokens):
        return False
    after = tokens[last + 1].tag
    if after.part is Part.ADVERB:
        return tokens[last].tag.part is Part.ADVERB
    return after.part is Part.ADJECTIVE or after.form == "participle"


def _is_pronoun(tokens: Sequence[Token]) -> bool:
    return any(token.tag.part is Part.PRONOUN for token in tokens)


def _has_same_length(repair: Repair) -> bool:
    return len(repair.replaced.split()) == len(repair.replacement.split())
