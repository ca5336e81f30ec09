import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, SpecError
from tests.oracle.phrases import split

# What is unassigned in this version of Python may be assigned in that of the core.
ANY = st.text(st.characters(exclude_categories=["Cs", "Cn"]), max_size=30)
TRICKY = st.text(
    st.sampled_from(
        "aBéÉñßİıŉǰΣςſ'’ʼ-‐‑–_.,¿* \t\u00a0\u0301\u0308\u030c\u0327\u00ad\u200d\ufeff\ufe0f❤9½ⅷ中한\u1100\u1161ำ"
    ),
    max_size=20,
)


@given(text=ANY | TRICKY, casefold=st.booleans(), apostrophes=st.booleans(), hyphens=st.booleans())
def test_words_are_those_of_the_rules(text: str, casefold: bool, apostrophes: bool, hyphens: bool) -> None:
    rules = Normalisation("", casefold, "keep" if apostrophes else "split", "keep" if hyphens else "split")
    expected = split(text, casefold=casefold, keep_apostrophes=apostrophes, keep_hyphens=hyphens)
    assert rules.split(text) == expected


@given(text=TRICKY)
def test_words_are_words_already(text: str) -> None:
    rules = Normalisation("ca")
    words = rules.split(text)
    assert rules.split(" ".join(words)) == words
    assert all(unicodedata.is_normalized("NFC", word) for word in words)


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("es", "¿Teórico-práctico, O’Donnell?", ["¿", "teórico-práctico", ",", "o'donnell", "?"]),
        ("ca", "L’home: fer-ne", ["l", "'", "home", ":", "fer", "-", "ne"]),
        ("en", "Don't! well-known", ["don't", "!", "well-known"]),
        ("fr", "Qu'est-ce", ["qu", "'", "est", "-", "ce"]),
        ("fr-CA", "l'homme", ["l", "'", "homme"]),
        ("de", "l'homme", ["l'homme"]),
        ("french", "l'homme", ["l", "'", "homme"]),
        ("en-fr", "l'homme", ["l", "'", "homme"]),
    ],
)
def test_each_language_has_what_it_needs(language: str, text: str, words: list[str]) -> None:
    assert Normalisation(language).split(text) == words


def test_settings_win_over_the_language() -> None:
    rules = Normalisation("ca", apostrophes="keep")
    assert rules.split("l'home fer-ne") == ["l'home", "fer", "-", "ne"]
    assert Normalisation.from_dict(rules.to_dict()) == rules


def test_what_is_no_setting_or_no_text_is_refused() -> None:
    with pytest.raises(SpecError, match="hyphens cannot be 'drop'"):
        Normalisation("ca", hyphens="drop")
    with pytest.raises(InputError, match="lone surrogate"):
        Normalisation().split("\ud800")


@pytest.mark.parametrize("language", ["ca", "CA", "ca-ES", "ca_ES", "cat"])
def test_a_language_by_any_of_its_names(language: str) -> None:
    assert Normalisation(language).split("l'home") == ["l", "'", "home"]


@pytest.mark.parametrize("language", ["no such", "c", "-ca", "ca.", "xx"])
def test_what_is_no_language_is_refused(language: str) -> None:
    with pytest.raises(SpecError, match="there is no language"):
        Normalisation(language)


LOCATED = st.tuples(
    ANY
    | TRICKY
    | st.lists(st.sampled_from(["İ’ß", "e\u0301\u00ad\u0327", "fi\u200dn-x", "'", "\u0301", "ŉ"])).map("".join),
    st.booleans(),
    st.sampled_from(["keep", "split"]),
    st.sampled_from(["keep", "split"]),
)


@given(drawn=LOCATED)
def test_words_are_where_they_are_said_to_be(drawn: tuple[str, bool, str, str]) -> None:
    text, casefold, apostrophes, hyphens = drawn
    rules = Normalisation("", casefold, apostrophes, hyphens)
    (found,) = rules.locate_many([text])
    assert [[word for word, _, _ in found]] == rules.split_many([text])
    ends = [0, *(end for _, _, end in found)]
    starts = [*(start for _, start, _ in found), len(text)]
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    for (word, start, end), before, after in zip(found, ends, starts[1:], strict=False):
        assert 0 <= start < end <= len(text)
        words = rules.split(text[start:end])
        # Where folding makes several words of one character, all of them are there.
        assert words == [word] if before <= start and end <= after else word in words
    for end, start in zip(ends, starts, strict=True):
        assert rules.split(text[end:start]) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("\u00adCo\u00adche\u00ad s", [("coche", 1, 7), ("s", 9, 10)]),
        ("Straße!", [("strasse", 0, 6), ("!", 6, 7)]),
        ("İx e\u0301", [("i̇x", 0, 2), ("é", 3, 5)]),
        ("o’Donnell", [("o'donnell", 0, 9)]),
        ("ŉ!", [("'", 0, 1), ("n", 0, 1), ("!", 1, 2)]),
        ("\u0345 a", [("ι", 0, 1), ("a", 2, 3)]),
        ("!\u212b", [("!", 0, 1), ("å", 1, 2)]),
    ],
)
def test_places_are_those_of_the_characters(text: str, places: list[tuple[str, int, int]]) -> None:
    assert Normalisation("es").locate_many([text]) == [places]


def test_texts_are_located_each_by_itself() -> None:
    rules = Normalisation("es")
    texts = ["¿Qué hizo?", "", "o’Donnell"]
    assert rules.locate_many(texts) == [rules.locate_many([text])[0] for text in texts]
    assert rules.locate_many([]) == []
    with pytest.raises(InputError, match="lone surrogate"):
        rules.locate_many(["\ud800"])
