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
from tertium.mtness.chunking.chunks import Chunk, ChunkedSegment
from tertium.mtness.counting.counted import Contest, CountedChunk, CountedSegment
from tertium.mtness.counting.forms import Forms
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.counting.significance import expect_overlap, expect_pair, make_share
from tertium.mtness.counting.windows import LEXICAL, Window, find_windows
from tertium.mtness.repairs.repair import RepairableSegment
from tertium.mtness.text.tags import CONTENT, Part

if TYPE_CHECKING:
    from tertium.mtness.counting.proper_nouns import ProperNouns

# With so many occurrences of either, other forms of the words beside them are not needed.
_ENOUGH = 30


@dataclass(frozen=True, slots=True)
class _Draft:
    """A contest to be."""

    contest: Contest
    window: Window


_Drafts = tuple[RepairableSegment, list[_Draft]]


@dataclass(frozen=True, slots=True)
class Generalisation:
    """What else is asked where the words themselves are not found.

    Attributes:
        names: What stands for names; they are as good as other words if None.
        forms: The forms of words; only the form in the text is asked for if None.
    """

    names: ProperNouns | None = None
    forms: Forms | None = None


def count_segments(
    segments: Sequence[RepairableSegment], ledger: Ledger, general: Generalisation | None = None
) -> list[CountedSegment]:
    """Counts the chunks of segments, and what they would be after each repair.

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
    """A phrase as it is asked for: one blank between words, whatever the text has."""
    return " ".join(text.split())


def _draft_contests(segment: RepairableSegment) -> Iterator[_Draft]:
    """Each repair in each of its windows; not yet counted."""
    for repair in segment.repairs:
        for window in find_windows(segment.chunked, repair):
            chunk = window.chunk
            text = plain(apply_edits(chunk.text, repair.edits, chunk.start))
            # A repair may leave nothing, or change nothing that counts.
            if text and text.casefold() != plain(chunk.text).casefold():
                yield _Draft(Contest(repair, chunk, text, 0, 0, window.whole, window.supports), window)


def _list_first(drafts: Sequence[_Drafts]) -> Iterator[str]:
    for segment, found in drafts:
        yield from (plain(chunk.text) for chunk in segment.chunked.chunks)
        for draft in found:
            yield plain(draft.contest.chunk.text)
            yield draft.contest.other
            if draft.contest.repair.action in LEXICAL:
                yield from (plain(draft.contest.repair.old), plain(draft.contest.repair.new))


def _list_second(drafts: Sequence[_Drafts], ledger: Ledger, names: ProperNouns | None) -> Iterator[str]:
    for segment, found in drafts:
        for chunk in segment.chunked.chunks:
            if ledger.find(plain(chunk.text)) == 0:
                yield from _list_parts(segment.chunked, chunk)
                if names is not None:
                    yield from map(plain, names.generalise(segment.chunked.tagged, chunk))
        for draft in found:
            if not ledger.number(plain(draft.contest.chunk.text)) and not ledger.number(draft.contest.other):
                for pair in _pair_generalised(segment, draft.contest, names):
                    yield from pair


def _list_parts(segment: ChunkedSegment, chunk: Chunk) -> tuple[str, ...]:
    """All but the last word, all but the first, and what is in both; for two words only the first two."""
    tokens, text = segment.tagged.tokens, segment.tagged.text
    spans = [(chunk.first, chunk.stop - 1), (chunk.first + 1, chunk.stop), (chunk.first + 1, chunk.stop - 1)]
    return tuple(plain(text[tokens[first].start : tokens[stop - 1].end]) for first, stop in spans if stop > first)


def _pair_generalised(segment: RepairableSegment, contest: Contest, names: ProperNouns | None) -> list[tuple[str, str]]:
    """The words with and without the repair, and frequent noun phrases for names in them."""
    repair, chunk, tagged = contest.repair, contest.chunk, segment.chunked.tagged
    # By a name alone nothing can be told: *jefe Juan*, *cabo Juan*.
    if names is None or not any(
        token.tag.part in CONTENT - {Part.PROPER, Part.UNKNOWN}
        and not (token.start < repair.end and repair.start < token.end)
        for token in tagged.tokens[chunk.first : chunk.stop]
    ):
        return []
    ones = names.generalise(tagged, chunk, untouched_by=repair.edits)
    others = names.generalise(tagged, chunk, repair.edits)
    return [(plain(one), plain(other)) for one, other in zip(ones, others, strict=True)]


def _settle_contests(
    segment: RepairableSegment, drafts: Sequence[_Draft], ledger: Ledger, names: ProperNouns | None
) -> list[_Draft]:
    return [replace(draft, contest=_settle_contest(segment, draft.contest, ledger, names)) for draft in drafts]


def _settle_contest(segment: RepairableSegment, contest: Contest, ledger: Ledger, names: ProperNouns | None) -> Contest:
    count, other = ledger.number(plain(contest.chunk.text)), ledger.number(contest.other)
    pairs = [] if count or other else _pair_generalised(segment, contest, names)
    if not pairs:
        return replace(contest, count=count, other_count=other)
    counts = [(ledger.number(one), ledger.number(two)) for one, two in pairs]
    best = max(range(len(pairs)), key=lambda place: sum(counts[place]))
    return replace(
        contest,
        count=sum(one for one, _ in counts),
        other_count=sum(two for _, two in counts),
        asked=pairs[best],
    )


_Varied = tuple[Contest, tuple[str, ...], tuple[str, ...]]


def _vary(segment: RepairableSegment, drafts: Sequence[_Draft], forms: Forms | None) -> list[_Varied]:
    """Contests that are too rare, with all forms of the word beside the repair: what is to be asked for each side."""
    found: list[_Varied] = []
    if forms is None:
        return found
    tokens = segment.chunked.tagged.tokens
    for draft in drafts:
        contest, place = draft.contest, draft.window.anchor
        if place is None or contest.count + contest.other_count >= _ENOUGH:
            continue
        anchor = tokens[place]
        variants = forms.find(anchor.lemma, anchor.tag)
        if not variants:
            continue
        repair, chunk = contest.repair, contest.chunk
        edits = [Edit(anchor.start, anchor.end, form) for form in variants]
        ones = tuple(_apply(chunk, edit) for edit in edits)
        others = tuple(_apply(chunk, edit, *repair.edits) for edit in edits)
        lemma = Edit(anchor.start, anchor.end, f"{{{anchor.lemma}}}")
        asked = (_apply(chunk, lemma), _apply(chunk, lemma, *repair.edits))
        found.append((replace(contest, whole=False, asked=asked), ones, others))
    return found


def _apply(chunk: Chunk, *edits: Edit) -> str:
    return plain(apply_edits(chunk.text, sorted(edits, key=lambda edit: edit.start), chunk.start))


def _finish(
    segment: RepairableSegment,
    drafts: Sequence[_Draft],
    varied: Sequence[_Varied],
    ledger: Ledger,
    names: ProperNouns | None,
) -> CountedSegment:
    contests = [draft.contest for draft in drafts]
    for contest, ones, others in varied:
        count, other = (sum(map(ledger.number, set(phrases))) for phrases in (ones, others))
        if (count, other) != (contest.count, contest.other_count):
            contests.append(replace(contest, count=count, other_count=other))
    shares = [
        make_share(ledger.number(plain(each.repair.old)), ledger.number(plain(each.repair.new)))
        if each.repair.action in LEXICAL
        else 0.5
        for each in contests
    ]
    chunks = tuple(_settle_chunk(segment.chunked, chunk, ledger, names) for chunk in segment.chunked.chunks)
    return CountedSegment(segment, chunks, tuple(contests), tuple(shares))


def _settle_chunk(segment: ChunkedSegment, chunk: Chunk, ledger: Ledger, names: ProperNouns | None) -> CountedChunk:
    phrase = plain(chunk.text)
    count = ledger.find(phrase)
    if count != 0:
        return CountedChunk(chunk, count, problem=ledger.problem(phrase))
    variants = names.generalise(segment.tagged, chunk) if names is not None else ()
    generalised = sum(ledger.number(plain(each)) for each in variants) if variants else None
    numbers = [ledger.find(part) for part in _list_parts(segment, chunk)]
    size = ledger.provider.size
    if size is None or None in numbers:
        return CountedChunk(chunk, count, generalised)
    if len(numbers) < 2:
        # A single word has no parts that would say how common it should be.
        return CountedChunk(chunk, count, generalised, 0.0)
    head, tail, *middle = (number or 0 for number in numbers)
    expected = expect_overlap(head, tail, middle[0]) if middle else expect_pair(head, tail, size)
    return CountedChunk(chunk, count, generalised, expected)
