"""Places of a text that edits keep."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tertium.edits import Edit, apply_edits
from tertium.fixed_places import FixedPlace, find_obstacle, refine

TEXTS = st.text("ab ,", max_size=12)


def test_a_tag_is_in_the_way_only_inside_of_an_edit() -> None:
    tag = FixedPlace(3, 3, "<b>")
    assert [tag.is_in_way(Edit(start, end, "")) for start, end in ((0, 3), (3, 6), (3, 3), (2, 4))] == [
        False,
        False,
        False,
        True,
    ]


def test_a_line_break_is_in_the_way_of_every_edit_of_it() -> None:
    place = FixedPlace(3, 4, "a line break")
    assert [place.is_in_way(Edit(start, end, "")) for start, end in ((0, 3), (4, 6), (3, 3), (4, 4))] == [False] * 4
    assert [place.is_in_way(Edit(start, end, "")) for start, end in ((0, 4), (3, 4), (3, 6))] == [True] * 3


def test_the_obstacle_is_named() -> None:
    tags = [FixedPlace(2, 2, "<b>"), FixedPlace(5, 5, "</b>")]
    found = find_obstacle("a bcd e", [Edit(4, 7, "x")], tags)
    assert found == tags[1]
    assert find_obstacle("a bcd e", [Edit(2, 5, "x"), Edit(6, 7, "y")], tags) is None


@given(TEXTS, TEXTS, st.data())
def test_finer_edits_make_the_same_text(text: str, new: str, data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    places = [FixedPlace(at, at, "<b>") for at in sorted(data.draw(st.sets(st.integers(0, len(text)))))]
    edit = Edit(start, end, new)
    assert apply_edits(text, refine(text, edit, places)) == apply_edits(text, [edit])
