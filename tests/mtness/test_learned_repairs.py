"""Repairs that a table of confusions proposes, as edits of the text: spaces and capitals stay as one writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.normalisation import Normalisation
from tertium.edits import apply_edits
from tertium.mtness.repairs.learned_repairs import LEARNED, changes_name, join_counted, make_repair
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token
from tests.mtness.notation import confused

RULES = Normalisation("es")
WHY = confused(["a"], ["b"], 3, 4)


def repair(text: str, first: int, stop: int, new: str, names: tuple[str, ...] = ()) -> str:
    """The text after a change of the words that are counted."""
    (words,) = RULES.locate_many([text])
    tokens = tuple(
        Token(text=text[a:b], start=a, end=b, lemma=word, tag=Tag.parse("proper" if text[a:b] in names else "noun"))
        for word, a, b in words
    )
    segment = Segment(text=text).with_tokens(tokens)
    change = (first, stop, tuple(new.split()))
    found = make_repair(segment, words, change, WHY)
    assert (found.action, found.change, found.confusion) == (LEARNED, change, WHY)
    return apply_edits(text, found.edits)


@pytest.mark.parametrize(
    ("text", "first", "stop", "new", "expected"),
    [
        ("Haz clic a la lista.", 2, 3, "en", "Haz clic en la lista."),
        ("A la lista.", 0, 1, "en", "En la lista."),
        ("El CORO late", 1, 2, "corazón", "El CORAZÓN late"),
        ("Fue de acuerdo con ello", 1, 4, "según", "Fue según ello"),
        ("Voy a la casa.", 2, 3, "", "Voy a casa."),
        ("Voy a casa la", 3, 4, "", "Voy a casa"),
        ("La Paz es", 0, 1, "", "Paz es"),
        ("La gente viene.", 0, 1, "", "Gente viene."),
        ("Hola. La gente viene.", 2, 3, "", "Hola. Gente viene."),
        ("Dijo La gente viene.", 1, 2, "", "Dijo gente viene."),
        ("Voy casa.", 1, 1, "a", "Voy a casa."),
        ("Gente viene.", 0, 0, "la", "La gente viene."),
        ("Viene.", 2, 2, "!", "Viene.!"),
        ("Viene", 1, 1, "hoy", "Viene hoy"),
        ("Viene", 1, 1, ".", "Viene."),
        ("Qué es?", 0, 0, "¿", "¿Qué es?"),
        ("ONU viene", 0, 0, "la", "la ONU viene"),
        ("", 0, 0, "hoy", "hoy"),
        ("a b", 1, 2, ", c", "a, c"),
        ("a b c", 1, 1, ",", "a, b c"),
        ("a b c", 1, 1, ", x", "a, x b c"),
        ("(a) b", 3, 3, ",", "(a), b"),
    ],
)
def test_text_after_the_repair(text: str, first: int, stop: int, new: str, expected: str) -> None:
    assert repair(text, first, stop, new) == expected


def test_a_name_keeps_its_capital() -> None:
    assert repair("Juan viene", 0, 0, "a", names=("Juan",)) == "A Juan viene"


@pytest.mark.parametrize(
    ("source", "names", "is_name"),
    [
        ("Tom va venir.", ("Tom",), True),
        ("Va venir Tomàs.", ("Tom",), False),
        ("Tom va venir.", (), False),
        (None, ("Tom",), False),
    ],
)
def test_a_name_that_was_left_as_it_is_stays(source: str | None, names: tuple[str, ...], is_name: bool) -> None:
    text = "Ayer Tom vino."
    (words,) = RULES.locate_many([text])
    tokens = tuple(
        Token(text=text[a:b], start=a, end=b, lemma=word, tag=Tag.parse("proper" if text[a:b] in names else "noun"))
        for word, a, b in words
    )
    segment = Segment(text=text, source=source).with_tokens(tokens)
    assert changes_name(segment, words, (1, 2, ("tomo",))) is is_name
    assert not changes_name(segment, words, (2, 3, ("venía",)))
    assert not changes_name(segment, words, (1, 1, ("a",)))


@pytest.mark.parametrize(
    ("words", "text"),
    [("¡ oh , no !", "¡oh, no!"), ("( a )", "(a)"), ("« a » .", "«a»."), ("de el", "de el"), ("", "")],
)
def test_words_are_joined_as_one_writes_them(words: str, text: str) -> None:
    assert join_counted(words.split()) == text


@given(
    words=st.lists(st.sampled_from(["el", "disco", "Juan", ",", ".", "¿", "?"]), max_size=6),
    first=st.integers(0, 6),
    length=st.integers(0, 2),
    new=st.lists(st.sampled_from(["la", "casa", ",", "¿"]), max_size=2),
)
def test_the_words_of_the_new_text_are_those_of_the_change(
    words: list[str], first: int, length: int, new: list[str]
) -> None:
    text = " ".join(words)
    first = min(first, len(words))
    stop = min(first + length, len(words))
    after = repair(text, first, stop, " ".join(new))
    folded = [word.casefold() for word in words]
    assert RULES.split(after) == [*folded[:first], *new, *folded[stop:]]
    assert "  " not in after.strip()
    assert after.count(" ,") <= text.count(" ,")
