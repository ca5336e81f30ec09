"""From repairs to counts: all that is to be looked up is gathered first, made distinct, and counted at once.

It takes three rounds. What was not found in the first is asked again in the second: with frequent noun phrases for
names (the paper's *Rigobert Mallafré*), and by its parts, for how often it should have been found. Where a repair and
the text as it is are both too rare to tell, the third round asks for the same words with all forms of the one beside
the repair: *{subir} las escaleras*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tertium.edits import Edit, apply_edits
from tertium.errors import InputError
from tertium.mtness.chunking.spans import Span
from tertium.mtness.counting.contests import Contest, CountedSpan, SegmentCounts
from tertium.mtness.counting.forms import Forms
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.counting.significance import expect_overlap, expect_pair, make_share
from tertium.mtness.counting.windows import Window, find_windows
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import CONTENT, Part

if TYPE_CHECKING:
    from tertium.mtness.counting.proper_nouns import ProperNouns

# With this many occurrences of either, other forms of the words beside them are not needed.
_ENOUGH = 30


@dataclass(frozen=True, slots=True)
class _Draft:
    """A contest to be."""

    contest: Contest
    window: Window


_Drafts = tuple[Segment, list[_Draft]]


@dataclass(frozen=True, slots=True)
class Generalisation:
    """What else is asked where the words themselves are not found.

    Attributes:
        names: What stands for names; they are as good as other words if None.
        forms: The forms of words; only the form in the text is asked for if None.
    """

    names: ProperNouns | None = None
    forms: Forms | None = None


def count_segments(segments: Sequence[Segment], ledger: Ledger, general: Generalisation | None = None) -> list[Segment]:
    """Count the spans of segments, and what they would be after each repair.

    Args:
        segments: The segments.
        ledger: Who counts, and what was counted before.
        general: What else is asked where the words themselves are not found.

    Raises:
        InputError: Nothing could be counted.
        CountsError: The provider fails as a whole.
    """
    general = general or Generalisation()
    drafts = [(segment, list(_draft_contests(segment))) for segment in segments]
    ledger.ask(_list_first(drafts))
    if ledger.asked and ledger.failed == ledger.asked:
        problem = next(ledger.problem(phrase) for phrase in _list_first(drafts))
        raise InputError(f"no phrase could be counted: {problem}", remedy="Check the provider of counts")
    ledger.ask(_list_second(drafts, ledger, general.names))
    settled = [(segment, _settle_contests(segment, found, ledger, general.names)) for segment, found in drafts]
    varied = [(segment, _vary(segment, found, general.forms)) for segment, found in settled]
    ledger.ask(phrase for _, found in varied for _, ones, others in found for phrase in (*ones, *others))
    return [
        _finish(segment, found, more, ledger, general.names)
        for (segment, found), (_, more) in zip(settled, varied, strict=True)
    ]


def plain(text: str) -> str:
    """Return a phrase as it is counted: with one blank between words."""
    return " ".join(text.split())


def _draft_contests(segment: Segment) -> Iterator[_Draft]:
    """Each repair in each of its windows; not yet counted."""
    for repair in segment.repairs:
        for window in find_windows(segment, repair):
            span = window.span
            text = plain(apply_edits(span.text, repair.edits, span.start))
            # A repair may leave nothing, or change nothing that counts.
            if text and text.casefold() != plain(span.text).casefold():
                yield _Draft(
                    Contest(repair=repair, span=span, suggestion=text, whole=window.whole, supports=window.supports),
                    window,
                )


def _list_first(drafts: Sequence[_Drafts]) -> Iterator[str]:
    for segment, found in drafts:
        yield from (plain(span.text) for span in segment.spans)
        for draft in found:
            yield plain(draft.contest.span.text)
            yield draft.contest.suggestion
            if draft.contest.repair.action.lexical:
                yield from (plain(draft.contest.repair.replaced), plain(draft.contest.repair.replacement))


def _list_second(drafts: Sequence[_Drafts], ledger: Ledger, names: ProperNouns | None) -> Iterator[str]:
    for segment, found in drafts:
        for span in segment.spans:
            if ledger.find(plain(span.text)) == 0:
                yield from _list_parts(segment, span)
                if names is not None:
                    yield from map(plain, names.generalise(segment, span))
        for draft in found:
            if not ledger.number(plain(draft.contest.span.text)) and not ledger.number(draft.contest.suggestion):
                for pair in _pair_generalised(segment, draft.contest, names):
                    yield from pair


def _list_parts(segment: Segment, span: Span) -> tuple[str, ...]:
    """All but the last word, all but the first, and what is in both; for two words only the first two."""
    tokens, text = segment.tokens, segment.text
    spans = [(span.first, span.stop - 1), (span.first + 1, span.stop), (span.first + 1, span.stop - 1)]
    return tuple(plain(text[tokens[first].start : tokens[stop - 1].end]) for first, stop in spans if stop > first)


def _pair_generalised(segment: Segment, contest: Contest, names: ProperNouns | None) -> list[tuple[str, str]]:
    """The words with and without the repair, and frequent noun phrases for names in them."""
    repair, span, tagged = contest.repair, contest.span, segment
    # A name alone proves nothing: *jefe Juan*, *cabo Juan*.
    if names is None or not any(
        token.tag.part in CONTENT - {Part.PROPER, Part.UNKNOWN}
        and not (token.start < repair.end and repair.start < token.end)
        for token in tagged.tokens[span.first : span.stop]
    ):
        return []
    ones = names.generalise(tagged, span, untouched_by=repair.edits)
    others = names.generalise(tagged, span, repair.edits)
    return [(plain(one), plain(other)) for one, other in zip(ones, others, strict=True)]


def _settle_contests(
    segment: Segment, drafts: Sequence[_Draft], ledger: Ledger, names: ProperNouns | None
) -> list[_Draft]:
    return [replace(draft, contest=_settle_contest(segment, draft.contest, ledger, names)) for draft in drafts]


def _settle_contest(segment: Segment, contest: Contest, ledger: Ledger, names: ProperNouns | None) -> Contest:
    count, other = ledger.number(plain(contest.span.text)), ledger.number(contest.suggestion)
    pairs = [] if count or other else _pair_generalised(segment, contest, names)
    if not pairs:
        return replace(contest, count=count, suggestion_count=other)
    counts = [(ledger.number(one), ledger.number(two)) for one, two in pairs]
    best = max(range(len(pairs)), key=lambda place: sum(counts[place]))
    return replace(
        contest,
        count=sum(one for one, _ in counts),
        suggestion_count=sum(two for _, two in counts),
        asked=pairs[best],
    )


_Varied = tuple[Contest, tuple[str, ...], tuple[str, ...]]


def _vary(segment: Segment, drafts: Sequence[_Draft], forms: Forms | None) -> list[_Varied]:
    """Contests that are too rare, with all forms of the word beside the repair: what is to be asked for each side."""
    found: list[_Varied] = []
    if forms is None:
        return found
    tokens = segment.tokens
    for draft in drafts:
        contest, place = draft.contest, draft.window.anchor
        if place is None or contest.count + contest.suggestion_count >= _ENOUGH:
            continue
        anchor = tokens[place]
        variants = forms.find(anchor.lemma, anchor.tag)
        if not variants:
            continue
        repair, span = contest.repair, contest.span
        edits = [Edit(anchor.start, anchor.end, form) for form in variants]
        ones = tuple(_apply(span, edit) for edit in edits)
        others = tuple(_apply(span, edit, *repair.edits) for edit in edits)
        lemma = Edit(anchor.start, anchor.end, f"{{{anchor.lemma}}}")
        asked = (_apply(span, lemma), _apply(span, lemma, *repair.edits))
        found.append((replace(contest, whole=False, asked=asked), ones, others))
    return found


def _apply(span: Span, *edits: Edit) -> str:
    return plain(apply_edits(span.text, sorted(edits, key=lambda edit: edit.start), span.start))


def _finish(
    segment: Segment,
    drafts: Sequence[_Draft],
    varied: Sequence[_Varied],
    ledger: Ledger,
    names: ProperNouns | None,
) -> Segment:
    contests = [draft.contest for draft in drafts]
    for contest, ones, others in varied:
        count, other = (sum(map(ledger.number, set(phrases))) for phrases in (ones, others))
        if (count, other) != (contest.count, contest.suggestion_count):
            contests.append(replace(contest, count=count, suggestion_count=other))
    shares = [
        make_share(ledger.number(plain(each.repair.replaced)), ledger.number(plain(each.repair.replacement)))
        if each.repair.action.lexical
        else 0.5
        for each in contests
    ]
    spans = tuple(_settle_span(segment, span, ledger, names) for span in segment.spans)
    return segment.with_counts(SegmentCounts(spans, tuple(contests), tuple(shares)))


def _settle_span(segment: Segment, span: Span, ledger: Ledger, names: ProperNouns | None) -> CountedSpan:
    phrase = plain(span.text)
    count = ledger.find(phrase)
    if count != 0:
        return CountedSpan(span=span, count=count, problem=ledger.problem(phrase))
    variants = names.generalise(segment, span) if names is not None else ()
    generalised = sum(ledger.number(plain(each)) for each in variants) if variants else None
    numbers = [ledger.find(part) for part in _list_parts(segment, span)]
    size = ledger.provider.size
    if size is None or None in numbers:
        return CountedSpan(span=span, count=count, generalised=generalised)
    if len(numbers) < 2:
        # A single word has no parts that would say how common it should be.
        return CountedSpan(span=span, count=count, generalised=generalised, expected=0.0)
    head, tail, *middle = (number or 0 for number in numbers)
    expected = expect_overlap(head, tail, middle[0]) if middle else expect_pair(head, tail, size)
    return CountedSpan(span=span, count=count, generalised=generalised, expected=expected)
