"""N-grams: counted as the slow version counts them, tested exactly, folded, and with few false discoveries."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tertium.contrast import contrast_ngrams
from tertium.errors import SpecError, TertiumError
from tertium.text.tokenizers import get_tokenizer
from tests.oracle import contrast as oracle
from tests.strategies import Corpus, corpora, sentences

NAMES = ("one", "two")


def tokenize(texts: list[str]) -> _core.Tokens:
    return get_tokenizer("none").tokenize(texts)


@given(
    corpus=corpora(),
    others=st.lists(sentences, min_size=4, max_size=4),
    order=st.integers(1, 5),
    least=st.integers(1, 3),
)
def test_rows_equal_the_slow_version(corpus: Corpus, others: list[str], order: int, least: int) -> None:
    first, second = corpus.hypotheses, others[: len(corpus.hypotheses)]
    tokens = [tokenize(first), tokenize(second), tokenize(corpus.flat)]
    words, rows = _core.contrast_ngrams(*tokens, corpus.offsets, order, least)
    lists = [each.to_lists() for each in tokens]
    bounds = corpus.offsets.tolist()
    references = [lists[2][start:end] for start, end in pairwise(bounds)]
    expected = oracle.contrast(lists[0], lists[1], references, order, least)
    assert dict(zip(words, rows[:, :10].tolist(), strict=True)) == expected
    assert len(words) == len(expected)


def test_equal_sums_are_of_the_same_segments() -> None:
    one, two = tokenize(["x y", "x", "", "x y"]), tokenize(["", "", "x y", ""])
    words, rows = _core.contrast_ngrams(one, two, tokenize(["x y", "x", "x y", "x y"]), np.arange(5), 2, 1)
    same = dict(zip(words, rows[:, 10].tolist(), strict=True))
    assert same["y"] == same["x y"] != same["x"]


def test_shapes_are_checked() -> None:
    one, two = tokenize(["a"]), tokenize(["a", "b"])
    with pytest.raises(TertiumError, match="offsets for 2 hypotheses"):
        _core.contrast_ngrams(one, two, one, np.arange(2), 4, 6)
    with pytest.raises(TertiumError, match="has no reference"):
        _core.contrast_ngrams(two, two, one, np.array([0, 0, 1]), 4, 6)


@pytest.mark.parametrize(("setting", "message"), [({"rate": 0}, "between 0 and 1"), ({"order": 10}, "1 to 9")])
def test_settings_are_checked(setting: dict[str, float], message: str) -> None:
    one = tokenize(["a"])
    with pytest.raises(SpecError, match=message):
        contrast_ngrams((one, one), one, np.arange(2), names=NAMES, **setting)  # type: ignore[arg-type]


def test_a_system_does_not_differ_from_itself() -> None:
    one = tokenize(["a b c"] * 20)
    for tests in contrast_ngrams((one, one), one, np.arange(21), names=NAMES):
        assert (tests.tested, tests.ngrams) == (0, [])


def test_shorter_ngrams_of_the_same_segments_are_part_of_the_longest() -> None:
    right, unmatched = contrast_ngrams(
        (tokenize(["the red car"] * 9 + ["red"] * 3), tokenize(["the blue car"] * 9 + ["car"] * 3)),
        tokenize(["the red car"] * 9 + ["red car"] * 3),
        np.arange(13),
        names=NAMES,
    )
    found = {each.ngram: each for each in right.ngrams}
    # "red" is right in three more segments, and so is listed by itself.
    assert found["red"].ahead == (12, 0)
    assert found["the red car"].includes == ("the red", "red car")
    assert [each.ngram for each in unmatched.of("two")] == ["the blue car"]
    assert unmatched.of("one") == []


def test_p_is_that_of_the_exact_test_and_q_is_not_below_it() -> None:
    generator = np.random.default_rng(3)
    words = np.array(list("abcdefgh"))
    texts = [[" ".join(generator.choice(words, 6)) for _ in range(60)] for _ in range(3)]
    one, two, references = map(tokenize, texts)
    for tests in contrast_ngrams((one, two), references, np.arange(61), names=NAMES, order=2, rate=0.5):
        assert tests.ngrams
        assert tests.tested <= tests.differing
        for each in tests.ngrams:
            assert each.p_value == pytest.approx(float(oracle.sign_test(*each.ahead)), rel=1e-12)
            assert each.p_value <= each.q_value <= 1
            assert each.system == NAMES[each.ahead[1] > each.ahead[0]]


def test_chance_is_rarely_taken_for_a_difference(made_data: Path) -> None:
    """Outputs of two systems change places at random: what is found then is false, and rarely is anything."""
    folder = made_data / "wmt17-toen" / "de-en"
    names = ("hyp.anna.txt", "hyp.dora.txt", "reference.txt")
    one, two, references = (folder.joinpath(name).read_text(encoding="utf-8").splitlines() for name in names)
    count = len(references)
    tokens = tokenize(references)
    generator = np.random.default_rng(1)
    alarms = 0
    for _ in range(20):
        pairs = [(b, a) if swap else (a, b) for a, b, swap in zip(one, two, generator.random(count) < 0.5, strict=True)]
        systems = tokenize([a for a, _ in pairs]), tokenize([b for _, b in pairs])
        right, _ = contrast_ngrams(systems, tokens, np.arange(count + 1), names=NAMES)
        alarms += bool(right.significant)
    assert (
        len(contrast_ngrams((tokenize(one), tokenize(two)), tokens, np.arange(count + 1), names=NAMES)[0].significant)
        > 5
    )
    # At a rate of 5 %, four or more of 20 have a chance of 1.6 %; seeds are fixed.
    assert alarms <= 3
