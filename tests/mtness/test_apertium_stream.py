"""The stream format: nothing is lost on the way into it and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.mtness.resources.apertium.source_text import Disguise, SourceText, deformat, reformat
from tertium.mtness.resources.apertium.stream import (
    escape,
    parse_reading,
    parse_unit,
    split_joined,
    split_readings,
    split_stream,
    unescape,
)

TEXT = st.text(st.one_of(st.sampled_from("\\[]^$/<>{}@~#*+ \n\té̀a\u00ad\0"), st.characters(codec=None)))


@given(TEXT)
def test_any_text_survives(text: str) -> None:
    assert unescape(escape(text)) == text
    assert "".join(unescape(blank) for blank, _ in split_stream(escape(text))) == text
    assert reformat(deformat(text)) == text


@given(TEXT)
def test_characters_that_kill_programs_survive(text: str) -> None:
    disguise = Disguise.of(text)
    hidden = disguise.put_on(text)
    assert not set(hidden) & {"\0", "\ud800", "\uffff"}
    assert disguise.take_off(hidden) == text


@given(TEXT)
def test_places_in_the_original_are_kept(text: str) -> None:
    source = SourceText.of(text)
    assert source.locate(0, len(source.plain)) == (0, len(text)) or not text
    pieces = [source.original[slice(*source.locate(place, place + 1))] for place in range(len(source.plain))]
    assert "".join(pieces) == text
    for piece, character in zip(pieces, source.plain, strict=True):
        assert piece.isspace() == character.isspace()


@given(st.lists(st.tuples(TEXT, TEXT.filter(bool), TEXT.filter(bool))))
def test_units_are_read_back(pieces: list[tuple[str, str, str]]) -> None:
    stream = "".join(f"{escape(blank)}^{escape(word)}/{escape(lemma)}<n>$" for blank, word, lemma in pieces)
    read = list(split_stream(stream))
    assert [unescape(blank) for blank, _ in read] == [blank for blank, _, _ in pieces]
    for (_, unit), (_, word, lemma) in zip(read, pieces, strict=True):
        assert unit is not None
        assert parse_unit(unit).surface == word
        assert split_readings(unit) == [escape(word), f"{escape(lemma)}<n>"]


def test_superblanks_are_let_through() -> None:
    assert list(split_stream("a[<b>^x$]^c/c<n>$[\n]")) == [("a[<b>^x$]", "c/c<n>"), ("[\n]", None)]


def test_a_malformed_stream_is_text() -> None:
    assert "".join(unescape(blank) for blank, _ in split_stream("^a/a<n>$ b^c/d")) == " b^c/d"
    assert "".join(unescape(blank) for blank, _ in split_stream("x[y")) == "x[y"


@pytest.mark.parametrize(
    ("unit", "readings"),
    [
        ("vol/vol<n><m><sg>/voler<vblex><pri><p3><sg>", ("vol<n><m><sg>", "voler<vblex><pri><p3><sg>")),
        ("kungfu/*kungfu", ()),
        ("casa/@casa", ()),
        ("x/#x<n>", ()),
        ("a\\/b/a\\/b<n>", ("a\\/b<n>",)),
    ],
    ids=["two", "unknown", "untranslated", "ungenerated", "escaped"],
)
def test_readings(unit: str, readings: tuple[str, ...]) -> None:
    assert parse_unit(unit).readings == readings


@pytest.mark.parametrize(
    ("reading", "parts"),
    [
        ("per a<pr>", [("per a", ("pr",))]),
        ("de<pr>+el<det><def><m><sg>", [("de", ("pr",)), ("el", ("det", "def", "m", "sg"))]),
        ("haver<vbmod><inf># de", [("haver de", ("vbmod", "inf"))]),
        ("haver# de<vbmod><inf>", [("haver de", ("vbmod", "inf"))]),
        ("c+b<n>", [("c+b", ("n",))]),
        ("a\\<b<n>", [("a<b", ("n",))]),
    ],
    ids=["spaces", "joined", "second half behind", "second half before", "plus in a lemma", "escaped"],
)
def test_parts(reading: str, parts: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(part.lemma, part.tags) for part in parse_reading(reading)] == parts
    assert "+".join(split_joined(reading)) == reading
