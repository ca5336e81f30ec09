"""What became of a text on its way there and back, and what is learned from it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.language_model import LanguageModel
from tertium.mtness.learning.differences import LONGEST_SIDE, WordDifference, find_differences, learn_confusions
from tertium.mtness.resources.confusions import START, Confusion
from tests.mtness.notation import GivenCounts

WORDS = st.lists(st.sampled_from(["a", "b", "c", "de", "casa", "lista"]), max_size=9)


def apply(words: Sequence[str], differences: Sequence[WordDifference]) -> list[str]:
    found = list(words)
    for each in reversed(differences):
        found[each.first : each.stop] = each.words
    return found


@given(returned=WORDS, original=WORDS)
def test_differences_lead_to_the_original(returned: list[str], original: list[str]) -> None:
    found = find_differences(returned, original)
    assert apply(returned, found) == original
    assert bool(found) == (returned != original)
    for one, other in pairwise(found):
        # A word that stays is between any two, so that a word beside a difference is one that stays.
        assert one.stop < other.first
    assert all(each.words != tuple(returned[each.first : each.stop]) for each in found)


def learn(pairs: Sequence[tuple[str, str]], **options: object) -> dict[tuple[str, str], tuple[int, int]]:
    """Counts and occurrences, by what is replaced and what replaces it; the original comes second."""
    found = learn_confusions(*([text.split() for text in side] for side in zip(*pairs, strict=True)), **options)  # type: ignore[arg-type]
    return {(" ".join(each.replaced), " ".join(each.replacement)): (each.count, each.occurrences) for each in found}


CLICK = [("haz clic a la lista", "haz clic en la lista")]
LOOK = [("mira a la casa", "mira a la casa")]


def test_a_confusion_and_the_words_beside_it() -> None:
    found = learn([*CLICK * 4, *LOOK * 16])
    # By itself, it is right in a fifth of its occurrences; after "clic" always.
    assert found == {("a", "en"): (4, 20), ("clic a", "clic en"): (4, 4)}


def test_a_word_beside_it_that_says_no_more_is_dropped() -> None:
    assert learn(CLICK * 4) == {("a", "en"): (4, 4)}
    # Half again as often is more; but "a la" is always right as well, and says more than "a".
    found = learn([*CLICK * 6, *[("di a ver", "di a ver")] * 6])
    assert found == {("a", "en"): (6, 12), ("clic a", "clic en"): (6, 6), ("a la", "en la"): (6, 6)}


def test_what_is_rare_is_not_learned() -> None:
    assert learn(CLICK * 2) == {}
    assert learn(CLICK * 2, least=2) == {("a", "en"): (2, 2)}
    assert ("a", "en") not in learn([*CLICK * 3, *LOOK * 400])
    assert ("a", "en") in learn([*CLICK * 3, *LOOK * 400], min_share=0.001)


def test_words_that_are_put_in_or_left_out_need_a_word_beside_them() -> None:
    inserted = learn([("voy casa", "voy a casa")] * 3)
    assert inserted == {("voy", "voy a"): (3, 3), ("casa", "a casa"): (3, 3)}
    removed = learn([("voy a la casa", "voy a casa")] * 3)
    assert removed == {("a la", "a"): (3, 3), ("la casa", "casa"): (3, 3)}


def test_the_ends_of_a_text_are_beside_words_too() -> None:
    found = learn([("qué es", "¿ qué es")] * 4)
    assert found == {(START, f"{START} ¿"): (4, 4), ("qué", "¿ qué"): (4, 4)}
    found = learn([("es así", "es así ?")] * 4)
    assert found == {(START, f"? {START}"): (4, 4), ("así", "así ?"): (4, 4)}


def test_what_is_too_long_or_loses_a_long_word_is_not_learned() -> None:
    words = [chr(ord("e") + place) for place in range(LONGEST_SIDE + 1)]
    assert learn([(f"a {' '.join(words)} b", "a x b")] * 3) == {}
    assert learn([("a x b", f"a {' '.join(words)} b")] * 3) == {}
    assert learn([("la lista completa es", "la lista es")] * 3) == {}
    assert learn([("la lista larga es", "la lista de es")] * 3) == {}
    assert ("larga", "corta") in learn([("la lista larga es", "la lista corta es")] * 3)


def count_slowly(texts: Sequence[Sequence[str]], run: Sequence[str]) -> int:
    if tuple(run) == (START,):
        return len(texts)
    padded = [(START, *text, START) for text in texts]
    return sum(
        text[start : start + len(run)] == tuple(run) for text in padded for start in range(len(text) - len(run) + 1)
    )


@given(texts=st.lists(st.tuples(WORDS, WORDS), max_size=8), copies=st.integers(1, 3))
def test_counts_are_those_of_the_texts(texts: list[tuple[list[str], list[str]]], copies: int) -> None:
    texts = texts * copies
    returned, originals = [one for one, _ in texts], [other for _, other in texts]
    found = learn_confusions(returned, originals, least=copies)
    for each in found:
        assert each.occurrences == count_slowly(returned, each.replaced)
        assert copies <= each.count <= each.occurrences
        assert each.replaced
        assert each.replaced != each.replacement
    assert found == sorted(found, key=lambda each: (-each.count, each.replaced, each.replacement))
    assert len({(each.replaced, each.replacement) for each in found}) == len(found)


def test_the_gain_is_that_of_the_model_on_average() -> None:
    model = LanguageModel(GivenCounts({"a": 10, "en": 30, "clic": 8, "lista": 8, "clic en": 6, "la": 20}, size=1000))
    texts = [("clic a la lista", "clic en la lista")] * 2 + [("voy a la lista", "voy en la lista")] * 2
    returned, originals = ([pair[side].split() for pair in texts] for side in (0, 1))
    gains = model.compare([(words, 1, 2, ["en"]) for words in returned])
    (general,) = [each for each in learn_confusions(returned, originals, model) if each.replaced == ("a",)]
    assert isinstance(general, Confusion)
    assert general.gain == pytest.approx(gains.mean(), abs=0.05)
    assert general.gain > 0


def test_texts_have_to_be_as_many() -> None:
    with pytest.raises(ValueError, match="zip"):
        learn_confusions([["a"]], [])
