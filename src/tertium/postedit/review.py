"""A review: one document, its proposals, and a proofreader who decides about one after the other.

It does not depend on a terminal or a web page. Each decision is in the repository before the next proposal is shown, so
that a review can be interrupted at any time and continued later: a decided proposal is not shown again.
"""

from __future__ import annotations

from dataclasses import replace

from tertium.edits import Edit
from tertium.errors import SpecError
from tertium.postedit.decisions import Decision
from tertium.postedit.edited_text import EditedText
from tertium.postedit.pairs import Record
from tertium.postedit.propagation import propagate
from tertium.postedit.proposed_edits import ProposedEdits
from tertium.postedit.repository import Repository
from tertium.postedit.suggested_edits import SuggestedEdit, write_by_hand
from tertium.proposals import Proposal, Suggestion


class Review:
    """The review of a document.

    Args:
        proposed: The document and its proposals.
        repository: Where decisions are stored.
        document: The name of the document, for segments without one; a digest of its text if empty.
        language_pair: The language pair; that of the findings if empty.
        annotator: Who decides.
        everywhere: Propagate also to segments whose source does not contain the mistranslated word.
        candidates: Show also candidates, and spans without a suggestion.

    Attributes:
        edited: The document with all accepted edits.
        waiting: The proposals that are shown, decided or not.

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
        language_pair: str = "",
        annotator: str = "",
        everywhere: bool = False,
        candidates: bool = False,
    ) -> None:
        name = document or proposed.name
        self._segments = [replace(each, document=each.document or name) for each in proposed.segments]
        self.waiting = [
            replace(each, document=each.document or name)
            for each in proposed.proposals
            if candidates or (each.verdict == "instance" and each.suggestions)
        ]
        self._repository, self._annotator, self._everywhere = repository, annotator, everywhere
        self._language_pair = language_pair or proposed.language_pair
        self._position = 0
        self._load()

    def _load(self) -> None:
        """Take up all decisions about this text, also those of other annotators."""
        self.edited = EditedText(self._segments)
        self._decided: set[tuple[int, int, int]] = set()
        self._decisions: list[Decision] = []
        for decision in self._repository.decisions([each.document for each in self._segments]):
            edit = decision.edit
            if not 0 <= edit.segment < len(self._segments):
                continue
            segment = self._segments[edit.segment]
            # Another text of the same name, or another version of it, has the same places but not the same words.
            if (segment.text, segment.document) != (edit.text, edit.document):
                continue
            self._decided.add(edit.place)
            if decision.decision != "declined":
                self.edited.add(edit.segment, edit.replacements)
            if decision.decision != "propagated":
                self._decisions.append(decision)

    @property
    def decided(self) -> int:
        """The number of decisions about this text."""
        return len(self._decisions)

    @property
    def left(self) -> int:
        """The number of proposals without a decision, including skipped ones."""
        return sum(self._is_open(each) for each in self.waiting)

    @property
    def current(self) -> Proposal | None:
        """The proposal to decide about next; None if there are no more."""
        while self._position < len(self.waiting):
            if self._is_open(self.waiting[self._position]):
                return self.waiting[self._position]
            self._position += 1
        return None

    def _is_open(self, proposal: Proposal) -> bool:
        # Words that were changed are not the words that were found.
        untouched = self.edited.is_free(proposal.segment, (Edit(proposal.start, proposal.end, "\0"),))
        return proposal.place not in self._decided and untouched

    def records(self, proposal: Proposal) -> list[Record]:
        """Return the record of each suggestion."""
        keys = [SuggestedEdit.of(proposal, each, self._language_pair).key for each in proposal.suggestions]
        found = self._repository.record_of(keys)
        return [found[key] for key in keys]

    def accept(self, suggestion: Suggestion | str, *, propagated: bool = False) -> list[SuggestedEdit]:
        """Accept a suggestion for the current proposal, or a text that the proofreader wrote.

        Args:
            suggestion: One of the proposal's suggestions, or the replacement of the span.
            propagated: Edit the same span at all other places of the document too.

        Returns:
            The edits at other places.

        Raises:
            SpecError: There is no current proposal, or the suggestion overlaps with an earlier edit.
        """
        proposal = self._require_current()
        if isinstance(suggestion, str):
            suggestion = write_by_hand(proposal, suggestion)
        edit = SuggestedEdit.of(proposal, suggestion, self._language_pair)
        if not self.edited.add(edit.segment, edit.replacements):
            raise SpecError(
                "the suggestion changes words that were changed before", remedy="Choose another, or edit by hand"
            )
        number = self._decide(edit, accepted=True)
        further: list[SuggestedEdit] = []
        if propagated:
            found = propagate(self._segments, edit, everywhere=self._everywhere)
            open_places = [each for each in found if each.place not in self._decided]
            further = [each for each in open_places if self.edited.add(each.segment, each.replacements)]
            self._repository.propagate(further, number, self._annotator)
            self._decided |= {each.place for each in further}
        return further

    def decline(self) -> None:
        """Decline the best suggestion of the current proposal: the span stays as it is."""
        proposal = self._require_current()
        declined = proposal.best or Suggestion(text="", edits=())
        self._decide(SuggestedEdit.of(proposal, declined, self._language_pair), accepted=False)

    def skip(self) -> None:
        """Leave the current proposal for later."""
        self._require_current()
        self._position += 1

    def undo(self) -> Decision:
        """Undo the last decision about this text, with what was propagated from it, and show its proposal again.

        Raises:
            SpecError: There is no decision, or the last one was made by somebody else and stays.
        """
        if not self._decisions:
            raise SpecError("there are no decisions about this text to undo", remedy="Decide about a proposal first")
        last = self._decisions[-1]
        if last.annotator != self._annotator:
            raise SpecError(
                f"the last decision about this text was made by {last.annotator or 'an unnamed annotator'}",
                remedy=f"It stays; undo it with `tertium postedit undo {last.id}`",
            )
        undone = self._repository.undo(last.id, self._annotator)
        self._load()
        places = [each.place for each in self.waiting]
        if undone.edit.place in places:
            self._position = min(self._position, places.index(undone.edit.place))
        return undone

    def _decide(self, edit: SuggestedEdit, *, accepted: bool) -> int:
        after = self.edited.text_of(edit.segment)
        number = self._repository.decide(edit, accepted=accepted, annotator=self._annotator, after=after)
        decision = "accepted" if accepted else "declined"
        self._decisions.append(Decision(id=number, time=0.0, decision=decision, annotator=self._annotator, edit=edit))
        self._decided.add(edit.place)
        self._position += 1
        return number

    def _require_current(self) -> Proposal:
        proposal = self.current
        if proposal is None:
            raise SpecError("all proposals are decided", remedy="Undo a decision, or stop")
        return proposal
