"""All places of a word edit, as a page shows them for a proofreader to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium.errors import SpecError
from tertium.postedit import EditPlace, Review
from tertium.web.findings_view import Place, write_place

_AROUND = 60


@dataclass(frozen=True, kw_only=True)
class ShownPlace:
    """A place of a word edit.

    Attributes:
        key: The place, as forms have it.
        segment: The segment, from 1.
        before: The text before the words, cut.
        words: The words.
        suggestion: What is to stand there.
        after: The text after them, cut.
        proposed: Whether it was found by itself.
        obstructed: Whether a tag stands within the words, so that they have to stay.
    """

    key: str
    segment: int
    before: str
    words: str
    suggestion: str
    after: str
    proposed: bool
    obstructed: bool


@dataclass(frozen=True, kw_only=True)
class WordPlaces:
    """The places of a word edit.

    Attributes:
        place: The finding that was opened.
        words: The words that change there.
        suggestion: What is to stand there.
        source: The source word, if it is known.
        places: All places, that of the finding first.
    """

    place: Place
    words: str
    suggestion: str
    source: str
    places: Sequence[ShownPlace]


def view_places(review: Review, place: Place) -> WordPlaces | None:
    """Return the places of the best suggestion for a finding; None if it is not open, or has no suggestion.

    Args:
        review: The review, refreshed.
        place: The place of the finding.
    """
    try:
        found = list_places(review, place)
    except SpecError:
        return None
    if not found:
        return None
    first = found[0].edit
    return WordPlaces(
        place=place,
        words=first.span,
        suggestion=first.suggestion,
        source=first.source_word,
        places=[_show(review, each) for each in found],
    )


def list_places(review: Review, place: Place) -> list[EditPlace]:
    """Return the places of the best suggestion for a finding.

    Raises:
        SpecError: There is no such finding, or it was decided already.
    """
    proposal = next((each for each in review.waiting if each.place == place), None)
    if proposal is None or proposal.best is None:
        return []
    return review.places(proposal.best, at=place)


def choose_places(places: Sequence[EditPlace], fields: Mapping[str, str]) -> list[EditPlace]:
    """Return those places whose boxes are ticked in a form."""
    return [each for each in places if fields.get(f"at-{write_place(each.edit.place)}")]


def _show(review: Review, place: EditPlace) -> ShownPlace:
    edit = place.edit
    before, words, after = review.show_around(*edit.place)
    changed = edit.suggestion if words == edit.span else review.show_around(*edit.place, edit.edits)[1]
    return ShownPlace(
        key=write_place(edit.place),
        segment=edit.segment + 1,
        before=f"…{before[-_AROUND:]}" if len(before) > _AROUND else before,
        words=words,
        suggestion=changed,
        after=f"{after[:_AROUND]}…" if len(after) > _AROUND else after,
        proposed=place.whole is not None,
        obstructed=place.obstructed,
    )
