"""Edits by place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.edits import Edit
from tertium.postedit import SuggestedEdit, TranslatedSegment
from tertium.postedit.edited_text import EditedText
from tests.postedit.notation import make_edits


def test_changes_that_overlap_are_refused() -> None:
    segments = [TranslatedSegment("uno dos tres")]
    made = [
        SuggestedEdit(span="uno dos", suggestion="1 2", segment=0, start=0, end=7),
        SuggestedEdit(span="dos tres", suggestion="2 3", segment=0, start=4, end=12),
        SuggestedEdit(span="tres", suggestion="3", segment=0, start=8, end=12),
    ]
    assert make_edits(segments, made) == (["1 2 3"], [made[1]])


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (Edit(4, 4, "el "), Edit(4, 7, "DOS"), "uno el DOS tres"),
        (Edit(4, 7, "DOS"), Edit(7, 7, " y"), "uno DOS y tres"),
        (Edit(4, 7, "DOS"), Edit(5, 5, "x"), None),
        (Edit(4, 4, "a"), Edit(4, 4, "b"), None),
        (Edit(4, 7, "DOS"), Edit(4, 7, "DOS"), "uno DOS tres"),
        (Edit(4, 8, ""), Edit(8, 12, "3"), "uno 3"),
    ],
    ids=["before", "after", "inside", "same place", "same", "left out"],
)
def test_words_are_put_in_and_left_out(first: Edit, second: Edit, text: str | None) -> None:
    edited = EditedText([TranslatedSegment("uno dos tres")])
    assert edited.add(0, (first,))
    assert edited.add(0, (second,)) == (text is not None)
    assert text is None or edited.texts == [text]


@settings(max_examples=200)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from(["", "x", "yy"])), max_size=8))
def test_what_is_outside_of_edits_never_changes(places: list[tuple[int, int, str]]) -> None:
    text = "abcdefghijkl"
    edited = EditedText([TranslatedSegment(text)])
    made = [Edit(min(a, b), max(a, b), new) for a, b, new in places]
    made = [edit for edit in made if edited.add(0, (edit,))]
    left = [each for place, each in enumerate(text) if not any(edit.start <= place < edit.end for edit in made)]
    assert [each for each in edited.texts[0] if each not in "xy"] == left
