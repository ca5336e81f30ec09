"""From the fields of a form to a decision about a finding.

Attempts can be repeated: who accepts what is accepted already, or undoes what is undone, learns that it is so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tertium.errors import SpecError
from tertium.postedit import ChangedSegmentError, Decision, Review
from tertium.proposals import Proposal
from tertium.web.fields import read_number
from tertium.web.findings_view import Place, find_decision, read_place
from tertium.web.word_places import choose_places, list_places


class ConflictError(SpecError):
    """Somebody decided otherwise meanwhile.

    Args:
        message: What happened.
        segment: The segment that it is about, from 1.
        remedy: What to do.
    """

    def __init__(
        self, message: str, segment: int, remedy: str = "Look at the segment as it is now, and decide"
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.segment = segment


@dataclass(frozen=True)
class DecisionMade:
    """What came of a form.

    Attributes:
        number: The number of the decision that was made or undone.
        place: Where; None if that is not known any more.
        undone: Whether it was undone.
        stayed: At how many other places the words stay, since a tag stands within them.
    """

    number: int
    place: Place | None
    undone: bool = False
    stayed: int = 0


def decide(review: Review, fields: Mapping[str, str]) -> DecisionMade:
    """Do what a form asks for: accept, decline, or undo.

    Args:
        review: The review, refreshed.
        fields: ``do``: ``accept``, ``propagate`` (accept at all places), ``places`` (accept the words at those places
            whose ``at-…`` is given), ``write`` (``text`` by hand), ``rewrite`` (``text`` of the whole segment),
            ``decline`` or ``undo`` (``number``); ``place``; ``suggestion``, its number from 0; ``seen``, the last row
            of the repository when the page was made.

    Raises:
        ConflictError: Somebody decided about the segment since the page was made.
        SpecError: The form asks for something that is not there, or that a tag is in the way of.
    """
    action = fields.get("do", "")
    if action == "undo":
        return _undo(review, read_number(fields.get("number", "")))
    place = read_place(fields.get("place", ""))
    if place is None:
        raise SpecError("the form does not say about which finding it is", remedy="Choose one of those below")
    proposal = next((each for each in review.waiting if each.place == place), None)
    if proposal is None:
        raise SpecError("there is no finding at this place", remedy="Choose one of those below")
    if action in ("places", "rewrite"):
        return _decide_beyond(review, place, fields)
    text = _choose_text(proposal, action, fields)
    before = find_decision(review, place)
    if before is not None:
        if not _is_same(before, text):
            raise ConflictError("this place was decided already, and otherwise", place[0] + 1)
        if action == "propagate" and review.can_propagate(before.edit):
            raise ConflictError(
                "this was accepted already, but not at all places", place[0] + 1, "Undo it, and accept it at all places"
            )
        return DecisionMade(before.id, place)
    seen = read_number(fields.get("seen", ""), review.seen)
    try:
        if text is None:
            review.decline(at=place, seen=seen)
        else:
            chosen = next((each for each in proposal.suggestions if each.text == text), text)
            review.accept(chosen, propagated=action == "propagate", at=place, seen=seen)
    except ChangedSegmentError as error:
        raise ConflictError("somebody decided about this segment after you opened the page", place[0] + 1) from error
    stayed = len(review.obstructed) if action == "propagate" else 0
    made = find_decision(review, place)
    return DecisionMade(made.id if made else 0, place, stayed=stayed)


def _decide_beyond(review: Review, place: Place, fields: Mapping[str, str]) -> DecisionMade:
    """Accept a word edit at several places, or take the whole segment as it was written."""
    before = find_decision(review, place)
    if before is not None:
        if before.decision == "declined":
            raise ConflictError("this place was decided already, and otherwise", place[0] + 1)
        return DecisionMade(before.id, place)
    seen = read_number(fields.get("seen", ""), review.seen)
    known = {each.id for each in review.decisions}
    try:
        if fields["do"] == "rewrite":
            review.rewrite(_read_segment(review, place, fields), at=place, seen=seen)
        else:
            places = list_places(review, place)
            chosen = choose_places(places, fields)
            review.accept_places(chosen, by_word=len(chosen) == len(places), seen=seen)
    except ChangedSegmentError as error:
        raise ConflictError("somebody decided about this segment after you opened the page", place[0] + 1) from error
    stayed = len(review.obstructed) if fields["do"] == "places" else 0
    made = [each.id for each in review.decisions if each.id not in known]
    return DecisionMade(made[0] if made else 0, place, stayed=stayed)


def _read_segment(review: Review, place: Place, fields: Mapping[str, str]) -> str:
    """Return the text of a whole segment, on one line unless it was on several."""
    lines = fields.get("text", "").splitlines()
    if not "".join(lines).strip():
        raise SpecError("nothing was written", remedy="Write what the segment is to be")
    return ("\n" if "\n" in review.edited.segments[place[0]].text else " ").join(lines)


def _undo(review: Review, number: int) -> DecisionMade:
    # It may have been undone before, perhaps by this very form, whose answer was lost.
    undone = review.find_undone(number) or review.undo(number)
    return DecisionMade(undone.id, undone.edit.place, undone=True)


def _choose_text(proposal: Proposal, action: str, fields: Mapping[str, str]) -> str | None:
    """Return what is to stand in place of the span; None if it is declined."""
    if action == "decline":
        return None
    if action == "write":
        text = " ".join(fields.get("text", "").split())
        if not text:
            raise SpecError("nothing was written", remedy="Write what is to stand there, or decline")
        if text == proposal.span:
            raise SpecError("these are the words that stand there", remedy="Write others, or decline")
        return text
    number = read_number(fields.get("suggestion", ""))
    if action not in ("accept", "propagate") or number >= len(proposal.suggestions):
        raise SpecError("there is no such suggestion", remedy="Choose one of those below")
    return proposal.suggestions[number].text


def _is_same(decision: Decision, text: str | None) -> bool:
    if text is None:
        return decision.decision == "declined"
    return decision.decision != "declined" and decision.edit.suggestion == text
