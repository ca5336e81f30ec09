"""From repairs to counts: all that is to be looked up is gathered first, made distinct, and counted at once.

Beside a whole chunk, the words around a repair are looked up: from the nearest word with a meaning on its left up to
it, from it to the nearest one on its right, and both together. In a corpus of ordinary size a whole chunk is too rare
to tell anything.

It takes two rounds. What was not found in the first is asked in the second with frequent noun phrases for names (the
paper's *Rigobert Mallafré*), and by its parts, for how often it should have been found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tertium.corpus.counts import Counts
from tertium.errors import InputError
from tertium.mtness.chunks import Chunk, ChunkedSegment
from tertium.mtness.counted import Contest, CountedChunk, CountedSegment
from tertium.mtness.repairs import Action, Repair, RepairableSegment, apply_edits
from tertium.mtness.segments import Token
from tertium.mtness.significance import expect_overlap, expect_pair, make_share
from tertium.mtness.tags import CONTENT, Part

if TYPE_CHECKING:
    from tertium.mtness.proper_nouns import ProperNouns

# Different words for one place, of which each may be rare or common; the others are forms of one word, or word order.
_LEXICAL = frozenset((Action.SOURCE_WORD, Action.OTHER_TRANSLATION, Action.OTHER_SYSTEM))

# What is right depends on what comes behind: *está lleno*, *gran fiesta*; before it anything may stand.
_LOOKING_RIGHT = frozenset((Action.COPULA, Action.APOCOPATION))

_LENGTH_CHANGING = frozenset((Action.ADD_ARTICLE, Action.DROP_ARTICLE, Action.DROP_PREPOSITION))

_AT_ONCE = 100_000


@dataclass
class Ledger:
    """What is to be counted, and what has been.

    Attributes:
        provider: Who counts.
        progress: Called with the number of phrases that are done since the last time.
    """

    provider: Counts
    progress: Callable[[int], object] | None = None
    _counts: dict[str, int | None] = field(default_factory=dict)
    _problems: dict[str, str] = field(default_factory=dict)

    def ask(self, phrases: Iterable[str]) -> None:
        """Counts those that have not been counted yet."""
        wanted = [phrase for phrase in dict.fromkeys(phrases) if phrase not in self._counts]
        for start in range(0, len(wanted), _AT_ONCE):
            batch = wanted[start : start + _AT_ONCE]
            for phrase, each in zip(batch, self.provider.count_many(batch), strict=True):
                self._counts[phrase] = each.count
                if each.error:
                    self._problems[phrase] = each.error
            if self.progress is not None:
                self.progress(len(batch))

    def find(self, phrase: str) -> int | None:
        """How often a phrase occurs, that was asked for; None if it could not be counted."""
        return self._counts[phrase]

    def number(self, phrase: str) -> int:
        """The same; 0 if it could not be counted."""
        return self._counts[phrase] or 0

    def problem(self, phrase: str) -> str:
        """Why a phrase could not be counted."""
        return self._problems.get(phrase, "")

    @property
    def asked(self) -> int:
        """How many different phrases have been counted."""
        return len(self._counts)

    @property
    def failed(self) -> int:
        """How many of them could not be."""
        return len(self._problems)


def count_segments(
    segments: Sequence[RepairableSegment], ledger: Ledger, names: ProperNouns | None = None
) -> list[CountedSegment]:
    """Counts the chunks of segments, and what they would be after each repair.

    Args:
        segments: The segments.
        ledger: Who counts, and what was counted before.
        names: What stands for the names in a chunk that is not found; names are as good as other words if None.

    Raises:
        InputError: Nothing could be counted.
        CountsError: The provider fails as a whole.
    """
    drafts = [(segment, list(_draft_contests(segment))) for segment in segments]
    ledger.ask(_list_first(drafts))
    if ledger.asked and ledger.failed == ledger.asked:
        problem = next(ledger.problem(phrase) for phrase in _list_first(drafts))
        raise InputError(f"no phrase could be counted: {problem}", remedy="Check the provider of counts")
    ledger.ask(_list_second(drafts, ledger, names))
    return [_settle(segment, contests, ledger, names) for segment, contests in drafts]


def plain(text: str) -> str:
    """A phrase as it is asked for: one blank between words, whatever the text has."""
    return " ".join(text.split())


def _draft_contests(segment: RepairableSegment) -> Iterator[Contest]:
    """Each repair in the chunks that have all of it, and in the words next to it; not yet counted."""
    chunked = segment.chunked
    for repair in segment.repairs:
        seen: set[tuple[int, int]] = set()
        for chunk in chunked.chunks:
            if not (chunk.start <= repair.start and repair.end <= chunk.end):
                continue
            for window in _find_windows(chunked, chunk, repair):
                place = (window.first, window.stop)
                if place not in seen:
                    seen.add(place)
                    text = plain(apply_edits(window.text, repair.edits, window.start))
                    # A repair may leave nothing, or change nothing that counts.
                    if text and text.casefold() != plain(window.text).casefold():
                        whole = place == (chunk.first, chunk.stop)
                        yield Contest(repair, window, text, 0, 0, whole)


def _find_windows(segment: ChunkedSegment, chunk: Chunk, repair: Repair) -> Iterator[Chunk]:
    """The chunk and the words next to the repair, as far as they can tell whether it is called for."""
    tokens = segment.tagged.tokens
    touched = [
        place
        for place in range(chunk.first, chunk.stop)
        if tokens[place].start < repair.end and tokens[place].end > repair.start
    ]
    # Where something is only put in, it stands between two words.
    first = touched[0] if touched else _place_behind(segment, chunk, repair.start)
    stop = touched[-1] + 1 if touched else first
    left = _find_content(tokens, range(first - 1, chunk.first - 1, -1))
    right = _find_content(tokens, range(stop, chunk.stop))
    action = repair.action
    if action is Action.ORDER:
        yield chunk
        yield Chunk.of(segment.tagged, chunk.kind, first, stop)
    elif action in _LENGTH_CHANGING:
        # A shorter phrase is more common by nature, unless it has the same ends. Before a name any word will do.
        if action is Action.DROP_ARTICLE and left is None and first > chunk.first:
            left = first - 1
        if left is not None and right is not None:
            yield from (chunk, Chunk.of(segment.tagged, chunk.kind, left, right + 1))
    elif action in _LOOKING_RIGHT:
        if right is not None:
            yield from (chunk, Chunk.of(segment.tagged, chunk.kind, first, right + 1))
            if left is not None:
                yield Chunk.of(segment.tagged, chunk.kind, left, right + 1)
    elif left is not None or right is not None:
        yield chunk
        if left is not None:
            yield Chunk.of(segment.tagged, chunk.kind, left, stop)
        if right is not None:
            yield Chunk.of(segment.tagged, chunk.kind, first, right + 1)
        if left is not None and right is not None:
            yield Chunk.of(segment.tagged, chunk.kind, left, right + 1)


def _find_content(tokens: Sequence[Token], places: range) -> int | None:
    """The nearest word with a meaning; an adverb only if there is no other, since *muy* goes with anything."""
    found = [place for place in places if tokens[place].tag.part in CONTENT]
    return next((place for place in found if tokens[place].tag.part is not Part.ADVERB), found[0] if found else None)


def _place_behind(segment: ChunkedSegment, chunk: Chunk, position: int) -> int:
    tokens = segment.tagged.tokens
    return next((place for place in range(chunk.first, chunk.stop) if tokens[place].start >= position), chunk.stop)


_Draft = tuple[RepairableSegment, list[Contest]]


def _list_first(drafts: Sequence[_Draft]) -> Iterator[str]:
    for segment, contests in drafts:
        yield from (plain(chunk.text) for chunk in segment.chunked.chunks)
        for contest in contests:
            yield plain(contest.chunk.text)
            yield contest.other
            if contest.repair.action in _LEXICAL:
                yield from (plain(contest.repair.old), plain(contest.repair.new))


def _list_second(drafts: Sequence[_Draft], ledger: Ledger, names: ProperNouns | None) -> Iterator[str]:
    for segment, contests in drafts:
        tagged = segment.chunked.tagged
        for chunk in segment.chunked.chunks:
            if ledger.find(plain(chunk.text)) == 0:
                yield from _list_parts(segment.chunked, chunk)
                if names is not None:
                    yield from map(plain, names.generalise(tagged, chunk))
        for contest in contests if names is not None else ():
            if not ledger.number(plain(contest.chunk.text)) and not ledger.number(contest.other):
                assert names is not None  # noqa: S101 - said above, where mypy does not look
                for one, other in _pair_generalised(segment, contest, names):
                    yield from (one, other)


def _list_parts(segment: ChunkedSegment, chunk: Chunk) -> tuple[str, ...]:
    """All but the last word, all but the first, and what is in both; for two words only the first two."""
    tokens, text = segment.tagged.tokens, segment.tagged.text
    spans = [(chunk.first, chunk.stop - 1), (chunk.first + 1, chunk.stop), (chunk.first + 1, chunk.stop - 1)]
    return tuple(plain(text[tokens[first].start : tokens[stop - 1].end]) for first, stop in spans if stop > first)


def _pair_generalised(segment: RepairableSegment, contest: Contest, names: ProperNouns) -> list[tuple[str, str]]:
    tagged = segment.chunked.tagged
    ones = names.generalise(tagged, contest.chunk, untouched_by=contest.repair.edits)
    others = names.generalise(tagged, contest.chunk, contest.repair.edits)
    return [(plain(one), plain(other)) for one, other in zip(ones, others, strict=True)]


def _settle(
    segment: RepairableSegment, drafts: Sequence[Contest], ledger: Ledger, names: ProperNouns | None
) -> CountedSegment:
    chunks = tuple(_settle_chunk(segment.chunked, chunk, ledger, names) for chunk in segment.chunked.chunks)
    contests = tuple(_settle_contest(segment, contest, ledger, names) for contest in drafts)
    shares = tuple(
        make_share(ledger.number(plain(each.repair.old)), ledger.number(plain(each.repair.new)))
        if each.repair.action in _LEXICAL
        else 0.5
        for each in contests
    )
    return CountedSegment(segment, chunks, contests, shares)


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


def _settle_contest(segment: RepairableSegment, contest: Contest, ledger: Ledger, names: ProperNouns | None) -> Contest:
    count, other = ledger.number(plain(contest.chunk.text)), ledger.number(contest.other)
    if count or other or names is None:
        return replace(contest, count=count, other_count=other)
    pairs = _pair_generalised(segment, contest, names)
    if not pairs:
        return contest
    counts = [(ledger.number(one), ledger.number(two)) for one, two in pairs]
    best = max(range(len(pairs)), key=lambda place: sum(counts[place]))
    return replace(
        contest,
        count=sum(one for one, _ in counts),
        other_count=sum(two for _, two in counts),
        asked=pairs[best],
    )
