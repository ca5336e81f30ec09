"""Findings as pages show them: each segment with marked words, and below it what can be decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from tertium.edits import Edit
from tertium.postedit import Decision, Review
from tertium.printable import make_printable
from tertium.proposals import Proposal
from tertium.report import split_new_words
from tertium.web.reviews import OpenReview

Place = tuple[int, int, int]
"""Segment (from 0), start and end."""

SEGMENTS_PER_PAGE = 40
_MOST_OTHERS = 5


@dataclass(frozen=True)
class FindingsFilter:
    """Which findings are shown.

    Attributes:
        kind: A type of error, ``instance`` or ``candidate``; all if empty.
        state: ``open`` or ``decided``; all if empty.
        find: A text that the segment or its source has.
        segment: The only segment, from 1; all if 0.
    """

    kind: str = ""
    state: str = ""
    find: str = ""
    segment: int = 0

    def takes(self, shown: ShownFinding) -> bool:
        """Return whether a finding is shown."""
        proposal = shown.proposal
        if self.segment and proposal.segment + 1 != self.segment:
            return False
        if self.kind and self.kind not in (proposal.error, proposal.verdict):
            return False
        if self.state and (self.state == "open") != (shown.state == "open"):
            return False
        wanted = self.find.casefold()
        return not wanted or wanted in proposal.text.casefold() or wanted in proposal.source.casefold()


@dataclass(frozen=True, kw_only=True)
class ShownSuggestion:
    """A suggestion.

    Attributes:
        number: Its number, from 0.
        text: The replacement of the whole span.
        words: The same in three parts, of which the one in the middle is new.
        count: How often it occurs.
        record: What was decided about it before, in words.
    """

    number: int
    text: str
    words: tuple[str, str, str]
    count: int | None
    record: str = ""


@dataclass(frozen=True, kw_only=True)
class ShownFinding:
    """A finding and its state.

    Attributes:
        proposal: The finding.
        state: ``open``, ``accepted``, ``declined``, or ``changed`` if another decision changed its words.
        facts: The evidence in words.
        decision: The decision, if there is one.
        suggestions: What can be accepted, the best first; filled for findings of the page only.
    """

    proposal: Proposal
    state: str
    facts: Sequence[str] = ()
    decision: Decision | None = None
    suggestions: Sequence[ShownSuggestion] = ()

    @property
    def key(self) -> str:
        """Its place, as forms and addresses have it: segment (from 1), start and end."""
        return write_place(self.proposal.place)

    @property
    def undoes(self) -> int | None:
        """The number of the decision to undo, which for a propagated one is its cause."""
        if self.decision is None:
            return None
        return self.decision.id if self.decision.cause is None else self.decision.cause


@dataclass(frozen=True)
class Piece:
    """A piece of a segment.

    Attributes:
        text: Its text.
        kind: A verdict, ``declined``, ``gone`` (words that were replaced), ``new`` (those in their place); or empty.
        numbers: The numbers of the findings that end here.
    """

    text: str
    kind: str = ""
    numbers: str = ""


@dataclass(frozen=True, kw_only=True)
class ShownSegment:
    """A segment and its findings.

    Attributes:
        number: Its number, from 1.
        name: What its file calls it.
        document: Its document, if the test set has documents.
        source: The source.
        pieces: The text.
        findings: The findings, in the order of the text.
        text: The text with all accepted edits, to be edited as a whole; empty if some characters cannot be shown.
    """

    number: int
    name: str
    document: str
    source: str
    pieces: Sequence[Piece]
    findings: Sequence[ShownFinding]
    text: str = ""

    @property
    def open_key(self) -> str:
        """The place of the first finding that is open, as forms have it; empty if there is none."""
        return next((each.key for each in self.findings if each.state == "open"), "")


@dataclass(frozen=True, kw_only=True)
class FindingsView:
    """A page of findings.

    Attributes:
        segments: The segments of the page.
        page: Its number, from 1.
        pages: How many there are.
        found: How many findings the filter takes.
        total: How many findings there are.
        left: How many of all are open.
        kinds: How many findings there are of each verdict and type of error.
        order: The places of all findings that the filter takes.
        seen: The last row of the repository, for forms to send back.
    """

    segments: Sequence[ShownSegment]
    page: int
    pages: int
    found: int
    total: int
    left: int
    kinds: Mapping[str, int] = field(default_factory=dict)
    order: Sequence[Place] = ()
    seen: int = 0


def view_findings(opened: OpenReview, wanted: FindingsFilter, page: int = 1) -> FindingsView:
    """Return a page of the findings of a system.

    Args:
        opened: The review, which no other thread uses now.
        wanted: Which findings are shown.
        page: The page, from 1; the last one if there are fewer.
    """
    review = opened.review
    every = list(_list_findings(opened))
    taken = [each for each in every if wanted.takes(each)]
    grouped = [(number, list(group)) for number, group in groupby(taken, lambda each: each.proposal.segment)]
    pages = max(1, -(-len(grouped) // SEGMENTS_PER_PAGE))
    page = min(max(page, 1), pages)
    chosen = grouped[(page - 1) * SEGMENTS_PER_PAGE : page * SEGMENTS_PER_PAGE]
    filled = _add_suggestions(review, [each for _, group in chosen for each in group])
    kinds: dict[str, int] = {}
    for each in every:
        for kind in dict.fromkeys((each.proposal.verdict, each.proposal.error)):
            kinds[kind] = kinds.get(kind, 0) + 1
    names = [each.get("id", "") for each in opened.data["segments"]]
    documents = [each.get("document", "") for each in opened.data["segments"]]
    return FindingsView(
        segments=[
            ShownSegment(
                number=number + 1,
                name=names[number],
                document=documents[number],
                source=findings[0].proposal.source,
                pieces=list(_cut(review, number, findings)),
                findings=[filled[each.proposal.place] for each in findings],
                text=_keep_printable(review.edited.text_of(number)),
            )
            for number, findings in chosen
        ],
        page=page,
        pages=pages,
        found=len(taken),
        total=len(every),
        left=sum(each.state == "open" for each in every),
        kinds=kinds,
        order=[each.proposal.place for each in taken],
        seen=review.seen,
    )


def write_place(place: Place) -> str:
    """Return a place as forms and addresses have it.

    >>> write_place((0, 7, 15))
    '1-7-15'
    """
    segment, start, end = place
    return f"{segment + 1}-{start}-{end}"


def read_place(text: str) -> Place | None:
    """Return the place that ``write_place`` wrote; None if it is none.

    >>> read_place("1-7-15"), read_place("1-7")
    ((0, 7, 15), None)
    """
    parts = text.split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        return None
    segment, start, end = map(int, parts)
    return segment - 1, start, end


def find_decision(review: Review, place: Place) -> Decision | None:
    """Return the decision about a place; None if there is none."""
    return review.find_decisions([each for each in review.waiting if each.place == place]).get(place)


def _keep_printable(text: str) -> str:
    return text if make_printable(text) == text else ""


def _list_findings(opened: OpenReview) -> Iterator[ShownFinding]:
    review = opened.review
    decisions = review.find_decisions(review.waiting)
    for proposal in review.waiting:
        decision = decisions.get(proposal.place)
        if decision is not None:
            state = "declined" if decision.decision == "declined" else "accepted"
        else:
            state = "open" if review.is_open(proposal) else "changed"
        facts = opened.facts.get(proposal.place, ())
        yield ShownFinding(proposal=proposal, state=state, facts=facts, decision=decision)


def _add_suggestions(review: Review, findings: Sequence[ShownFinding]) -> dict[Place, ShownFinding]:
    """Return the findings of a page by their places, those that are open with their suggestions."""
    waiting = [each.proposal for each in findings if each.state == "open"]
    found = {each.proposal.place: each for each in findings}
    for proposal, records in zip(waiting, review.records_of(waiting), strict=True):
        suggestions = [
            ShownSuggestion(
                number=number,
                text=suggestion.text,
                words=split_new_words(suggestion.text, proposal.span),
                count=suggestion.count,
                record=", ".join(filter(None, (record.describe() if record.last else "", suggestion.earlier))),
            )
            for number, (suggestion, record) in enumerate(zip(proposal.suggestions, records, strict=True))
        ]
        found[proposal.place] = replace(found[proposal.place], suggestions=suggestions[: _MOST_OTHERS + 1])
    return found


def _cut(review: Review, segment: int, findings: Sequence[ShownFinding]) -> Iterator[Piece]:
    """Cut a segment where findings and edits begin and end."""
    text = review.edited.segments[segment].text
    edits = sorted(review.edited.edits.get(segment, ()), key=lambda each: (each.start, each.end))
    numbered = len(findings) > 1
    spans = [
        (each.proposal.start, each.proposal.end, each.proposal.verdict if each.state == "open" else "declined", number)
        for number, each in enumerate(findings, 1)
        if each.state in ("open", "declined")
    ]
    cuts = {0, len(text), *(each.start for each in edits), *(each.end for each in edits)}
    cuts |= {place for start, end, _, _ in spans for place in (start, end)}
    yield from _insert(edits, 0)
    for start, end in pairwise(sorted(cuts)):
        here = [span for span in spans if span[0] <= start and end <= span[1]]
        if any(each.start <= start and end <= each.end for each in edits):
            yield Piece(text[start:end], "gone")
        elif here:
            verdicts = [verdict for _, _, verdict, _ in here]
            kind = next(each for each in ("instance", "candidate", "declined") if each in verdicts)
            ending = [str(number) for _, stop, verdict, number in here if stop == end and verdict != "declined"]
            yield Piece(text[start:end], kind, ",".join(ending) if numbered else "")
        else:
            yield Piece(text[start:end])
        yield from _insert(edits, end)


def _insert(edits: Sequence[Edit], place: int) -> Iterator[Piece]:
    """The words that stand in place of others, where these end; what is inserted at 0 comes first."""
    for each in edits:
        if each.end == place and each.text and (place > 0 or each.start == each.end):
            yield Piece(each.text, "new")
