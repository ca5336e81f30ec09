"""Reviews that continue where they stopped."""

from pathlib import Path
from typing import Any

import pytest

from tertium.errors import SpecError
from tertium.postedit import ChangedSegmentError, Repository, Review, TranslatedSegment, propose_edits
from tertium.postedit.application import apply_pairs
from tests.postedit.notation import TEXTS, make_data, write_data


def open_review(folder: Path, **settings: Any) -> Review:
    proposals = propose_edits(write_data(folder))
    return Review(proposals, Repository(folder / "kept.sqlite"), document="found", language_pair="ca-es", **settings)


def decide_all(review: Review) -> None:
    assert review.current is not None
    assert [each.segment for each in review.accept(review.current.suggestions[0], propagated=True)] == [2, 2]
    review.decline()


def test_a_review_goes_through_a_document(tmp_path: Path) -> None:
    review = open_review(tmp_path, annotator="Ada")
    assert (review.left, review.decided) == (4, 0)
    decide_all(review)
    # What overlaps with a change, and what was changed by propagation, is not asked about.
    assert (review.current, review.left, review.decided) == (None, 0, 2)
    assert review.edited.texts == [
        "Salida vuelo a las 8.", TEXTS[1][0], "La salida vuelo y la SALIDA VUELO.", TEXTS[3][0],
    ]  # fmt: skip
    with pytest.raises(SpecError, match="all proposals are decided"):
        review.decline()


def test_a_review_goes_on_where_it_stopped(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert review.current is not None
    review.accept(review.current.suggestions[0])
    again = open_review(tmp_path)
    assert (again.decided, again.left) == (1, 2)
    assert again.current is not None
    assert again.current.span == "mueran de siete"
    assert again.edited.texts[0] == "Salida vuelo a las 8."
    again.accept("mueran de hambre")
    assert open_review(tmp_path).edited.texts[1] == "Se mueran de hambre."
    # Another text at the same places is asked about as if nothing had been decided.
    data = make_data()
    data["segments"][0]["text"] = "Salida quiere a las 9."
    data["findings"] = data["findings"][1:2]
    other = Review(propose_edits(write_data(tmp_path, data)), Repository(tmp_path / "kept.sqlite"), document="found")
    assert other.current is not None


def test_decisions_are_taken_back_one_after_the_other(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    decide_all(review)
    assert review.undo().decision == "declined"
    assert review.current is not None
    assert review.current.span == "mueran de siete"
    assert review.undo().decision == "accepted"
    assert review.edited.texts == [text for text, _ in TEXTS]
    assert review.current.span == "Salida quiere"
    with pytest.raises(SpecError, match="no decisions about this text"):
        review.undo()


def test_only_ones_own_decisions_are_taken_back(tmp_path: Path) -> None:
    decide_all(open_review(tmp_path, annotator="Ada"))
    for name in ("Bob", ""):
        with pytest.raises(SpecError, match="was made by Ada"):
            open_review(tmp_path, annotator=name).undo()
    assert open_review(tmp_path, annotator="Ada").undo().decision == "declined"
    unnamed = open_review(tmp_path)
    unnamed.decline()
    with pytest.raises(SpecError, match="by an unnamed annotator"):
        open_review(tmp_path, annotator="Ada").undo()
    assert unnamed.undo().annotator == ""


def test_what_is_written_by_hand_keeps_the_word_of_the_source(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    # The last segment has the phrase too, and its source has another word.
    changed = review.accept("salida avión", propagated=True)
    assert [(each.segment, each.suggestion) for each in changed] == [(2, "salida avión"), (2, "SALIDA AVIÓN")]
    (pair,) = Repository(tmp_path / "kept.sqlite").pairs()
    assert pair.source_words == {"vol"}
    segments = [TranslatedSegment(text, source) for text, source in TEXTS]
    assert [each.segment for each in apply_pairs(segments, [pair]).edits] == [0, 2, 2]


def test_a_text_without_a_name_is_called_by_what_it_says(tmp_path: Path) -> None:
    data = make_data()
    names = [propose_edits(write_data(tmp_path, data)).name]
    data["findings"] = []
    names.append(propose_edits(write_data(tmp_path, data)).name)  # what was found in it does not matter
    data["segments"][0]["text"] = "Salida  quiere a las 8. "
    names.append(propose_edits(write_data(tmp_path, data)).name)
    data["segments"][0]["text"] = "Salida quiere a las 9."
    other = propose_edits(write_data(tmp_path, data)).name
    assert len(set(names)) == 1
    assert other not in names
    data["segments"][0]["document"] = "known"
    repository = Repository(tmp_path / "kept.sqlite")
    data["findings"] = make_data()["findings"][:1]
    proposals = propose_edits(write_data(tmp_path, data))
    review = Review(proposals, repository)
    review.decline()
    assert repository.decisions()[0].edit.document == proposals.name
    assert Review(proposals, repository).decided == 1


def test_pairs_are_proposed_with_their_record(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert review.current is not None
    review.accept(review.current.suggestions[0])
    review.decline()
    assert review.current.span == "salida quiere"
    (record,) = review.records(review.current)
    assert record.describe() == "accepted once"


def test_what_is_skipped_or_has_no_suggestion_is_left_for_another_time(tmp_path: Path) -> None:
    review = open_review(tmp_path, candidates=True)
    assert review.left == 5
    for _ in range(4):
        review.skip()
    assert review.current is not None
    assert (review.current.span, review.current.suggestions) == ("irse", ())
    review.decline()
    assert (review.left, review.decided) == (4, 1)


def test_proposals_are_decided_by_place(tmp_path: Path) -> None:
    review = open_review(tmp_path, annotator="Ada")
    proposals = list(review.waiting)
    second = next(each for each in proposals if each.span == "mueran de siete")
    assert review.current == proposals[0]
    review.accept("mueran de hambre", at=second.place)
    assert review.current == proposals[0], "the order of the others stays"
    with pytest.raises(SpecError, match="was decided already"):
        review.decline(at=second.place)
    with pytest.raises(SpecError, match="no proposal at this place"):
        review.decline(at=(0, 1, 2))
    number = Repository(tmp_path / "kept.sqlite").last
    assert review.undo(number).edit.place == second.place
    with pytest.raises(SpecError, match=f"there is no decision {number} to undo"):
        review.undo(number)
    review.decline(at=second.place)
    assert review.edited.texts == [text for text, _ in TEXTS]


def test_two_tabs_do_not_decide_about_one_segment(tmp_path: Path) -> None:
    one, other = open_review(tmp_path, annotator="Ada"), open_review(tmp_path, annotator="Ben")
    place = one.waiting[0].place
    assert one.current is not None
    assert other.current is not None
    one.accept(one.current.suggestions[0])
    # By place, what the other did is taken up first; in order, it is seen when the decision is stored.
    with pytest.raises(SpecError, match="was decided already"):
        open_review(tmp_path, annotator="Ben").decline(at=place)
    with pytest.raises(ChangedSegmentError, match="meanwhile"):
        other.decline()
    assert other.edited.texts[0] == "Salida vuelo a las 8."
    assert (other.decided, Repository(tmp_path / "kept.sqlite").last) == (1, 1)
    with pytest.raises(SpecError, match="was made by Ada"):
        other.undo(1)
    # Decisions about different segments do not disturb each other, and own propagated ones do not either.
    assert other.current is not None
    other.accept("mueran de hambre")
    one.accept(one.waiting[-1].suggestions[0], propagated=True, at=one.waiting[-1].place)
    assert one.edited.texts[1] == "Se mueran de hambre."
