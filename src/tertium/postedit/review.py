"""A review: one document, its proposals, and a proofreader who decides about one after the other.

It does not depend on a terminal or a web page. Each decision is in the repository before the next proposal is shown, so
that a review can be interrupted at any time and continued later: a decided proposal is not shown again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tertium.edits import Edit
from tertium.errors import SpecError
from tertium.postedit.decisions import ChangedSegmentError, Decision
from tertium.postedit.earlier_decisions import offer_earlier
from tertium.postedit.edited_text import EditedText
from tertium.postedit.pairs import Record
from tertium.postedit.propagation import propagate
from tertium.postedit.proposed_edits import ProposedEdits
from tertium.postedit.repository import Repository
from tertium.postedit.rewriting import make_rewriting
from tertium.postedit.suggested_edits import SuggestedEdit, write_by_hand
from tertium.postedit.word_edits import SPELLING, EditPlace, find_places, is_about, narrow, touch_any
from tertium.proposals import Proposal, Suggestion


class Review:
    """The review of a document.

    Args:
        proposed: The document and its proposals.
        repository: Where decisions are stored.
        document: The name of the document, for segments without one; a digest of its text if empty.
        key: What the document is known by: reviews with another key have decisions of their own, also of the same text.
            The name of the document by default; else the path of the findings.
        language_pair: The language pair; that of the findings if empty.
        annotator: Who decides.
        everywhere: Propagate also to segments whose source does not contain the mistranslated word.
        candidates: Show also candidates, and spans without a suggestion; misspelt words are shown without that.

    Attributes:
        edited: The document with all accepted edits.
        waiting: The proposals that are shown, decided or not.
        decisions: All decisions about this text that were not undone, also propagated ones, in order; as they were when
            the review was last refreshed.
        obstructed: The places that the last accepted edit was not propagated to, since a tag stands within the words.

    >>> from tempfile import TemporaryDirectory
    >>> from tertium.postedit import ProposedEdits, Repository, Review, TranslatedSegment
    >>> from tertium.proposals import Proposal, Suggestion
    >>> text = "Mueran de siete."
    >>> sed = Suggestion(text="de sed", edits=(Edit(7, 15, "de sed"),))
    >>> proposal = Proposal(segment=0, start=7, end=15, span="de siete", suggestions=(sed,), text=text)
    >>> with TemporaryDirectory() as folder:
    ...     proposed = ProposedEdits((TranslatedSegment(text),), (proposal,))
    ...     review = Review(proposed, Repository(f"{folder}/postedit.sqlite"), annotator="Ada")
    ...     propagated = review.accept(review.current.best)
    >>> review.edited.texts
    ['Mueran de sed.']
    """

    def __init__(
        self,
        proposed: ProposedEdits,
        repository: Repository,
        *,
        document: str = "",
        key: str = "",
        language_pair: str = "",
        annotator: str = "",
        everywhere: bool = False,
        candidates: bool = False,
    ) -> None:
        name = document or proposed.name
        self._segments = [replace(each, document=each.document or name) for each in proposed.segments]
        self._key = key or document or proposed.origin or name
        self._narrowed: dict[tuple[int, int, int], frozenset[tuple[int, int, int]]] = {}
        waiting = [
            replace(each, document=each.document or name)
            for each in proposed.proposals
            if candidates or (each.verdict == "instance" and (each.suggestions or each.error == SPELLING))
        ]
        self._repository, self._annotator, self._everywhere = repository, annotator, everywhere
        self._language_pair = language_pair or proposed.language_pair
        self.obstructed: list[SuggestedEdit] = []
        self._position = 0
        self.waiting = offer_earlier(waiting, repository.decisions(), self._key)
        self.refresh()

    def refresh(self) -> None:
        """Take up all decisions about this text, also those of other annotators."""
        self._seen = self._repository.last
        self.edited = EditedText(self._segments)
        self._decided: dict[tuple[int, int, int], list[SuggestedEdit]] = {}
        self._decisions: list[Decision] = []
        self.decisions: list[Decision] = []
        for decision in self._repository.decisions([each.document for each in self._segments], review=self._key):
            edit = decision.edit
            if not self._is_of_this(edit):
                continue
            self._decided.setdefault(edit.place, []).append(edit)
            self.decisions.append(decision)
            if decision.decision != "declined":
                self.edited.add(edit.segment, edit.replacements)
            if decision.decision != "propagated":
                self._decisions.append(decision)

    @property
    def seen(self) -> int:
        """The number of the last row of the repository that this review knows; pages send it back with an answer."""
        return self._seen

    @property
    def decided(self) -> int:
        """The number of decisions about this text."""
        return len(self._decisions)

    @property
    def left(self) -> int:
        """The number of proposals without a decision, including skipped ones."""
        return sum(self.is_open(each) for each in self.waiting)

    @property
    def current(self) -> Proposal | None:
        """The proposal to decide about next; None if there are no more."""
        while self._position < len(self.waiting):
            if self.is_open(self.waiting[self._position]):
                return self.waiting[self._position]
            self._position += 1
        return None

    def is_open(self, proposal: Proposal) -> bool:
        """Return whether a proposal can be decided: nobody did so, and its words are still there."""
        if self._is_decided(proposal):
            return False
        if not proposal.suggestions:
            return self._is_untouched(proposal.place)
        # Two spans may overlap, and differ in the words that are wrong with them.
        return any(self._can_add(proposal.segment, each.edits) for each in proposal.suggestions)

    def _is_untouched(self, place: tuple[int, int, int]) -> bool:
        """Return whether no characters of a span were changed."""
        segment, start, end = place
        return self.edited.is_free(segment, (Edit(start, end, "\0"),))

    def _can_add(self, segment: int, edits: Sequence[Edit]) -> bool:
        """Return whether edits can be made, and are not all made already."""
        # An edit is free beside itself, and another of the same characters is not.
        others = (replace(each, text=f"{each.text}\0") for each in edits)
        return self.edited.is_free(segment, edits) and any(self.edited.is_free(segment, (each,)) for each in others)

    def _is_decided(self, proposal: Proposal) -> bool:
        """Return whether somebody decided at one of the places of a proposal, and about the same words."""
        places = self._places_of(proposal)
        return any(is_about(edit, proposal) for place in places for edit in self._decided.get(place, ()))

    def show_around(self, segment: int, start: int, end: int, edits: Sequence[Edit] = ()) -> tuple[str, str, str]:
        """Return the edited text before a span, the span after further edits in it, and the edited text after it.

        Where an accepted edit reaches across an end of the span, all of that edit belongs to the span.

        Args:
            segment: The segment, from 0.
            start: The start of the span in the text before any edit.
            end: Its end.
            edits: Edits that could be made; those that overlap with accepted ones are left out.
        """
        return self.edited.show_around(segment, start, end, edits)

    def find_decisions(self, proposals: Sequence[Proposal]) -> dict[tuple[int, int, int], Decision]:
        """Return the decisions about proposals, by the places of those that have one.

        A decision may be about the whole span of a proposal, or about the words that change.
        """
        by_place: dict[tuple[int, int, int], list[Decision]] = {}
        for each in reversed(self.decisions):
            by_place.setdefault(each.edit.place, []).append(each)
        found = {}
        for proposal in proposals:
            places = (proposal.place, *sorted(self._places_of(proposal)))
            decisions = (each for place in places for each in by_place.get(place, ()))
            decision = next((each for each in decisions if is_about(each.edit, proposal)), None)
            if decision is not None:
                found[proposal.place] = decision
        return found

    def _places_of(self, proposal: Proposal) -> frozenset[tuple[int, int, int]]:
        """The places by which decisions about a proposal are known: the whole span, and the words that change."""
        found = self._narrowed.get(proposal.place)
        if found is None:
            narrowed = {narrow(proposal, each).place for each in proposal.suggestions}
            found = self._narrowed[proposal.place] = frozenset((proposal.place, *narrowed))
        return found

    def records(self, proposal: Proposal) -> list[Record]:
        """Return the record of each suggestion."""
        return self.records_of([proposal])[0]

    def records_of(self, proposals: Sequence[Proposal]) -> list[list[Record]]:
        """Return the records of the suggestions of several proposals, which is faster than one by one."""
        keys = [
            [SuggestedEdit.of(each, suggestion, self._language_pair).key for suggestion in each.suggestions]
            for each in proposals
        ]
        found = self._repository.record_of(key for each in keys for key in each)
        return [[found[key] for key in each] for each in keys]

    def record_of_words(self, edit: SuggestedEdit) -> Record:
        """Return the record of a word edit, as ``places`` has it."""
        return self._repository.record_of([edit.key])[edit.key]

    def accept(
        self,
        suggestion: Suggestion | str,
        *,
        propagated: bool = False,
        at: tuple[int, int, int] | None = None,
        seen: int | None = None,
    ) -> list[SuggestedEdit]:
        """Accept a suggestion for a proposal, or a text that the proofreader wrote.

        Args:
            suggestion: One of the proposal's suggestions, or the replacement of the span.
            propagated: Edit the same span at all other places of the document too.
            at: The place of the proposal, for pages that show several of them; the current one by default.
            seen: What ``seen`` was when the page was made; now by default. Who decides about a segment that changed
                since then is asked to look again.

        Returns:
            The edits at other places.

        Raises:
            SpecError: There is no such proposal, it was decided already, or the suggestion overlaps with an earlier
                edit, or would remove a tag.
            ChangedSegmentError: Somebody decided about the segment meanwhile; this review has taken that up.
        """
        proposal = self._choose(at)
        if isinstance(suggestion, str):
            suggestion = write_by_hand(proposal, suggestion)
        edit = SuggestedEdit.of(proposal, suggestion, self._language_pair)
        self._make(edit)
        number = self._decide(edit, accepted=True, is_current=at is None, seen=seen)
        self.obstructed = []
        if not propagated:
            return []
        found = propagate(self._segments, edit, everywhere=self._everywhere)
        return self._propagate([each for each in found if each.place not in self._decided], number)

    def places(self, suggestion: Suggestion | str, at: tuple[int, int, int] | None = None) -> list[EditPlace]:
        """Return the places of the document where the words of a suggestion can be changed, that of the proposal first.

        These are other open proposals with the same word edit, and where else the same words stand for the same source
        word.

        Args:
            suggestion: One of the proposal's suggestions, or the replacement of the span.
            at: The place of the proposal; the current one by default.
        """
        proposal = self._choose(at)
        if isinstance(suggestion, str):
            suggestion = write_by_hand(proposal, suggestion)
        waiting = [each for each in self.waiting if self.is_open(each)]
        found = find_places(
            self._segments,
            waiting,
            proposal,
            suggestion,
            language_pair=self._language_pair,
            everywhere=self._everywhere,
        )
        return [
            replace(each, obstructed=bool(self.edited.find_obstacle(each.edit.segment, each.edit.replacements)))
            for place, each in enumerate(found)
            if not place or self._can_be_made(each)
        ]

    def _can_be_made(self, place: EditPlace) -> bool:
        """Return whether nobody decided about the words of a place, nor declined a span that they stand in."""
        edit = place.edit
        declined = (each.edit for each in self.decisions if each.decision == "declined")
        decided = self._decided.get(edit.place, ())
        return (
            not any(touch_any(edit.replacements, each.replacements) for each in decided)
            # A phrase that was not found by itself has to stand there still.
            and (place.whole is not None or self._is_untouched(edit.place))
            and self._can_add(edit.segment, edit.replacements)
            and not any(
                each.segment == edit.segment and each.start < edit.end and edit.start < each.end for each in declined
            )
        )

    def accept_places(
        self, places: Sequence[EditPlace], *, by_word: bool, seen: int | None = None
    ) -> list[SuggestedEdit]:
        """Accept a word edit at some of its places.

        The first place is the decision that counts, and the others follow from it. They are undone together.

        Args:
            places: The places, as ``places`` returned them.
            by_word: Whether the pair that counts is that of the words alone, since the edit is right wherever they
                stand; otherwise it is that of the whole span.
            seen: As for ``accept``.

        Returns:
            The edits after the first.

        Raises:
            SpecError: There are no places, or the first was changed before or has a tag within it.
            ChangedSegmentError: Somebody decided about the first segment meanwhile; this review has taken that up.
        """
        if not places:
            raise SpecError("no place is chosen", remedy="Choose at least one")
        first, *others = sorted(places, key=lambda each: each.whole is None)
        edit = first.edit if by_word or first.whole is None else first.whole
        self._make(edit)
        number = self._decide(edit, accepted=True, is_current=False, seen=seen)
        self.obstructed = []
        return self._propagate([each.edit for each in others], number)

    def rewrite(self, text: str, at: tuple[int, int, int] | None = None, *, seen: int | None = None) -> SuggestedEdit:
        """Replace the text of a whole segment by what the proofreader wrote.

        Args:
            text: The new text of the segment. Words that differ from the text as it is now are the edit.
            at: The place of a proposal in the segment; the current one by default.
            seen: As for ``accept``.

        Raises:
            SpecError: Nothing differs, or words differ that were changed before, or a tag would be removed.
            ChangedSegmentError: Somebody decided about the segment meanwhile; this review has taken that up.
        """
        proposal = self._choose(at)
        edit = make_rewriting(self.edited, proposal, text, self._language_pair)
        self._make(edit)
        self._decide(edit, accepted=True, is_current=False, seen=seen)
        return edit

    def decline_all(self, suggestion: Suggestion) -> int:
        """Decline the word edit of the current proposal, and all other proposals of the same edit.

        Args:
            suggestion: One of the current proposal's suggestions.

        Returns:
            The number of proposals that were declined.
        """
        return self.decline_places(self.places(suggestion))

    def decline_places(self, places: Sequence[EditPlace]) -> int:
        """Decline a word edit at those of some places that are proposals; nobody asks about the others.

        Args:
            places: The places, as ``places`` returned them.

        Returns:
            The number of proposals that were declined.
        """
        current = self.current
        declined = 0
        for each in places:
            if each.whole is not None:
                is_current = current is not None and each.whole.place == current.place
                self._decide(each.edit if is_current else each.whole, accepted=False, is_current=False)
                declined += 1
        return declined

    def _make(self, edit: SuggestedEdit) -> None:
        """Make an edit in the text, or say why that cannot be done."""
        if obstacle := self.edited.find_obstacle(edit.segment, edit.replacements):
            raise SpecError(
                f"the suggestion would remove {obstacle.what}, which stands within these words in the file",
                remedy="Choose another, edit by hand, or decline",
            )
        if not self.edited.add(edit.segment, edit.replacements):
            raise SpecError(
                "the suggestion changes words that were changed before", remedy="Choose another, or edit by hand"
            )

    def _propagate(self, edits: Sequence[SuggestedEdit], cause: int) -> list[SuggestedEdit]:
        """Make edits that follow from a decision, where that can be done, and record them."""
        self.obstructed = [each for each in edits if self.edited.find_obstacle(each.segment, each.replacements)]
        further = [each for each in edits if self.edited.add(each.segment, each.replacements)]
        kept = [replace(each, review=self._key) for each in further]
        numbers = self._repository.propagate(kept, cause, self._annotator)
        for each in further:
            self._decided.setdefault(each.place, []).append(each)
        if numbers and numbers[0] == self._seen + 1:
            self._seen = numbers[-1]
        elif numbers:
            self.refresh()
        return further

    def decline(self, at: tuple[int, int, int] | None = None, *, seen: int | None = None) -> None:
        """Decline the best suggestion of a proposal: the span stays as it is.

        Args:
            at: The place of the proposal; the current one by default.
            seen: As for ``accept``.

        Raises:
            SpecError: There is no such proposal, or it was decided already.
            ChangedSegmentError: Somebody decided about the segment meanwhile; this review has taken that up.
        """
        proposal = self._choose(at)
        declined = proposal.best or Suggestion(text="", edits=())
        edit = SuggestedEdit.of(proposal, declined, self._language_pair)
        self._decide(edit, accepted=False, is_current=at is None, seen=seen)

    def skip(self) -> None:
        """Leave the current proposal for later."""
        self._require_current()
        self._position += 1

    def undo(self, number: int | None = None) -> Decision:
        """Undo a decision about this text, with what was propagated from it, and show its proposal again.

        Args:
            number: The number of the decision; the last one by default.

        Raises:
            SpecError: There is no such decision, or it was made by somebody else and stays.
        """
        if number is not None:
            self.refresh()
        chosen = [each for each in self._decisions if number in (None, each.id)]
        if not chosen:
            what = "there are no decisions about this text" if number is None else f"there is no decision {number}"
            raise SpecError(f"{what} to undo", remedy="Decide about a proposal first")
        last = chosen[-1]
        if last.annotator != self._annotator:
            which = "the last decision about this text" if number is None else f"the decision {number}"
            raise SpecError(
                f"{which} was made by {last.annotator or 'an unnamed annotator'}",
                remedy=f"It stays; undo it with `tertium postedit undo {last.id}`",
            )
        undone = self._repository.undo(last.id, self._annotator, review=self._key)
        self.refresh()
        again = [place for place, each in enumerate(self.waiting) if undone.edit.place in self._places_of(each)]
        again += [place for place, each in enumerate(self.waiting) if each.segment == undone.edit.segment]
        if again:
            self._position = min(self._position, again[0])
        return undone

    def find_undone(self, number: int) -> Decision | None:
        """Return a decision about this text that was undone, by its number; None if there is none."""
        found = self._repository.find_undone(number, self._key)
        return found if found is not None and self._is_of_this(found.edit) else None

    def can_propagate(self, edit: SuggestedEdit) -> bool:
        """Return whether there are other places at which an accepted edit could be made too."""
        return any(
            each.place not in self._decided
            and self.edited.is_free(each.segment, each.replacements)
            and not self.edited.find_obstacle(each.segment, each.replacements)
            for each in propagate(self._segments, edit, everywhere=self._everywhere)
        )

    def _is_of_this(self, edit: SuggestedEdit) -> bool:
        """Return whether an edit is one of this text."""
        if not 0 <= edit.segment < len(self._segments):
            return False
        segment = self._segments[edit.segment]
        # Another text of the same name, or another version of it, has the same places but not the same words.
        return (segment.text, segment.document) == (edit.text, edit.document) and edit.review in ("", self._key)

    def _decide(self, edit: SuggestedEdit, *, accepted: bool, is_current: bool, seen: int | None = None) -> int:
        edit = replace(edit, review=self._key)
        after = self.edited.text_of(edit.segment)
        known = self._seen if seen is None else min(seen, self._seen)
        try:
            number = self._repository.decide(
                edit, accepted=accepted, annotator=self._annotator, after=after, seen=known
            )
        except ChangedSegmentError:
            self.refresh()
            raise
        self._position += is_current
        if number != self._seen + 1:  # others decided about other segments
            self.refresh()
            return number
        self._seen = number
        decision = "accepted" if accepted else "declined"
        made = Decision(id=number, time=0.0, decision=decision, annotator=self._annotator, edit=edit)
        self._decisions.append(made)
        self.decisions.append(made)
        self._decided.setdefault(edit.place, []).append(edit)
        return number

    def _choose(self, at: tuple[int, int, int] | None) -> Proposal:
        """Return the proposal at a place, which is open also by what others decided meanwhile; or the current one."""
        if at is None:
            return self._require_current()
        self.refresh()
        found = [each for each in self.waiting if each.place == at]
        if not found:
            raise SpecError("there is no proposal at this place", remedy="Give the place of one of the proposals")
        if not self.is_open(found[0]):
            raise SpecError("this place was decided already", remedy="Undo that decision first")
        return found[0]

    def _require_current(self) -> Proposal:
        proposal = self.current
        if proposal is None:
            raise SpecError("all proposals are decided", remedy="Undo a decision, or stop")
        return proposal
