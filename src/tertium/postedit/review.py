"""A review: one document, its proposals, and a proofreader who decides about one after the other.

It knows nothing of terminals and pages. Every decision is in the repository before the next proposal is shown, so that
a review can be broken off at any time and taken up again: what was decided about is not asked again.
"""

from __future__ import annotations

from dataclasses import replace

from tertium.edits import Edit
from tertium.errors import SpecError
from tertium.postedit.correction import Correction, Decision, Record
from tertium.postedit.postediting import EditedText, propagate
from tertium.postedit.proposals import Option, Proposal, Proposals
from tertium.postedit.repository import Repository


class Review:
    """Where a proofreader is in a document.

    Args:
        proposals: The document and what is proposed for it.
        repository: Where decisions are kept.
        name: What the document is called, where its segments do not say; a digest of its text if it is empty.
        languages: The language pair; what the proposals say if it is empty.
        by: Who decides.
        everywhere: Propagates also where the source has not got the word that was translated wrongly.
        candidates: Also asks about phrases that were not found and for which nothing better is known.

    Attributes:
        edited: The document as it is now.
        waiting: What there is to decide about, as long as nothing is decided.
    """

    def __init__(
        self,
        proposals: Proposals,
        repository: Repository,
        *,
        name: str = "",
        languages: str = "",
        by: str = "",
        everywhere: bool = False,
        candidates: bool = False,
    ) -> None:
        name = name or proposals.name
        self._segments = [replace(each, document=each.document or name) for each in proposals.segments]
        self.waiting = [
            replace(each, document=each.document or name)
            for each in proposals.proposals
            if candidates or (each.verdict == "instance" and each.options)
        ]
        self._repository, self._by, self._everywhere = repository, by, everywhere
        self._languages = languages or proposals.languages
        self._position = 0
        self._load()

    def _load(self) -> None:
        """Takes up what was decided about this very text, here or by somebody else."""
        self.edited = EditedText(self._segments)
        self._decided: set[tuple[int, int, int]] = set()
        self._decisions: list[Decision] = []
        for decision in self._repository.decisions([each.document for each in self._segments]):
            said = decision.correction
            if not 0 < said.segment <= len(self._segments):
                continue
            segment = self._segments[said.segment - 1]
            # Another text of the same name, or another version of it, has the same places but not the same words.
            if (segment.text, segment.document) != (said.text, said.document):
                continue
            self._decided.add((said.segment, said.start, said.end))
            if decision.decision != "declined":
                self.edited.add(said.segment, said.changes)
            if decision.decision != "propagated":
                self._decisions.append(decision)

    @property
    def decided(self) -> int:
        """How many decisions were made about this text."""
        return len(self._decisions)

    @property
    def left(self) -> int:
        """How many proposals there are still to decide about, skipped ones included."""
        return sum(self._is_open(each) for each in self.waiting)

    @property
    def current(self) -> Proposal | None:
        """What to decide about next; None if nothing is left."""
        while self._position < len(self.waiting):
            if self._is_open(self.waiting[self._position]):
                return self.waiting[self._position]
            self._position += 1
        return None

    def _is_open(self, proposal: Proposal) -> bool:
        place = (proposal.segment, proposal.start, proposal.end)
        # Words that were changed are not the words that were found.
        untouched = self.edited.is_free(proposal.segment, (Edit(proposal.start, proposal.end, "\0"),))
        return place not in self._decided and untouched

    def records(self, proposal: Proposal) -> list[Record]:
        """The record of each option."""
        keys = [proposal.choose(option, self._languages).key for option in proposal.options]
        found = self._repository.record_of(keys)
        return [found[key] for key in keys]

    def accept(self, option: Option | str, *, propagated: bool = False) -> list[Correction]:
        """Accepts an option for the current proposal, or a text that the proofreader wrote.

        Args:
            option: One of the proposal's, or what is to stand there instead.
            propagated: Changes the same phrase at all other places of the document too.

        Returns:
            The other places that were changed.

        Raises:
            SpecError: There is no current proposal; or the option would change what was changed before.
        """
        proposal = self._require_current()
        if isinstance(option, str):
            correction = proposal.edit_by_hand(option, self._languages)
        else:
            correction = proposal.choose(option, self._languages)
        if not self.edited.add(correction.segment, correction.changes):
            raise SpecError(
                "that would change words that were changed before", remedy="Choose another, or edit by hand"
            )
        after = self.edited.text_of(correction.segment)
        number = self._repository.decide(correction, accepted=True, by=self._by, after=after)
        changed: list[Correction] = []
        if propagated:
            found = propagate(self._segments, correction, everywhere=self._everywhere)
            open_places = [each for each in found if (each.segment, each.start, each.end) not in self._decided]
            changed = [each for each in open_places if self.edited.add(each.segment, each.changes)]
            self._repository.propagate(changed, number, self._by)
        self._note(Decision(number, 0.0, "accepted", self._by, correction))
        self._decided |= {(each.segment, each.start, each.end) for each in changed}
        return changed

    def decline(self) -> None:
        """Declines the best option of the current proposal: the phrase stays as it is."""
        correction = self._require_current().choose(None, self._languages)
        after = self.edited.text_of(correction.segment)
        number = self._repository.decide(correction, accepted=False, by=self._by, after=after)
        self._note(Decision(number, 0.0, "declined", self._by, correction))

    def skip(self) -> None:
        """Leaves the current proposal for another time."""
        self._require_current()
        self._position += 1

    def undo(self) -> Decision:
        """Takes back the last decision about this text, with what was propagated from it, and asks about it again.

        Raises:
            SpecError: Nothing was decided; or the last decision is somebody else's, which is left as it is.
        """
        if not self._decisions:
            raise SpecError("nothing was decided about this text", remedy="There is nothing to undo")
        last = self._decisions[-1]
        if last.by != self._by:
            raise SpecError(
                f"the last decision about this text was made by {last.by or 'somebody without a name'}",
                remedy=f"It stays; `tertium postedit undo {last.id}` takes it back",
            )
        undone = self._repository.undo(last.id, self._by)
        self._load()
        said = undone.correction
        places = [(each.segment, each.start, each.end) for each in self.waiting]
        if (said.segment, said.start, said.end) in places:
            self._position = min(self._position, places.index((said.segment, said.start, said.end)))
        return undone

    def _note(self, decision: Decision) -> None:
        said = decision.correction
        self._decided.add((said.segment, said.start, said.end))
        self._decisions.append(decision)
        self._position += 1

    def _require_current(self) -> Proposal:
        proposal = self.current
        if proposal is None:
            raise SpecError("there is nothing left to decide about", remedy="Undo a decision, or stop")
        return proposal
