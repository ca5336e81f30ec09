"""Words are runs of pieces, and have the mean of their states."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.encoders import EncodedTexts, Encoder
from tertium.encoders.pieces import PiecedTexts
from tertium.encoders.word_states import average_states, encode_words, find_word_spans

TEXTS = st.one_of(st.text(alphabet="thecadogs not.,-'1 中éA", max_size=25), st.text(max_size=25)).map(str.strip)


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in find_word_spans(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He didn't pay $1,000.50 (or so).", ["He", "didn't", "pay", "$", "1,000.50", "(", "or", "so", ")", "."]),
        ("well-known – l’eau...", ["well-known", "–", "l’eau", "..."]),
        ("中文 и हिन्दी", ["中", "文", "и", "हिन्दी"]),
        ("-a 'b' c-", ["-", "a", "'", "b", "'", "c", "-"]),
        ("", []),
    ],
)
def test_words_end_at_white_space_and_marks(text: str, words: list[str]) -> None:
    assert split(text) == words


@given(TEXTS)
def test_spans_have_all_but_white_space(text: str) -> None:
    spans = find_word_spans(text)
    assert all(low < high for low, high in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    left = set(range(len(text))) - {place for low, high in spans for place in range(low, high)}
    assert all(text[place].isspace() or not text[place].isprintable() for place in left)


@given(TEXTS)
def test_every_piece_is_of_one_word(small: Encoder, text: str) -> None:
    encoded = small.encode([text], layers=[1])
    found = encode_words(text, encoded)
    if found.words:
        assert found.pieces[0] == 1
        assert found.pieces[-1] == len(encoded.pieces.numbers) - 1
    assert (np.diff(found.pieces) > 0).all()
    for place, word in enumerate(found.words):
        low, high = found.pieces[place], found.pieces[place + 1]
        mean = encoded.states[low:high, 0].astype(np.float64).mean(axis=0)
        np.testing.assert_allclose(found.states[place], mean / np.linalg.norm(mean), atol=1e-4)
        assert word == text[encoded.pieces.spans[low, 0] :][: len(word)] or len(word) > 1


def make_encoded(*spans: tuple[int, int]) -> EncodedTexts:
    count = len(spans) + 2
    pieces = PiecedTexts(
        numbers=np.arange(count, dtype=np.uint32),
        offsets=np.array([0, count]),
        spans=np.array([(0, 0), *spans, (0, 0)]),
        shortened=(),
    )
    return EncodedTexts(pieces, np.ones((count, 1, 4), dtype=np.float32), (0,))


def test_pieces_may_begin_with_a_blank_or_have_several_words() -> None:
    assert encode_words("a cat", make_encoded((0, 1), (1, 5))).words == ["a", "cat"]
    assert encode_words('so."', make_encoded((0, 2), (2, 4))).words == ["so", '."']
    assert encode_words("\x00", make_encoded((0, 1))).words == []
    # What an encoder does not see is not there.
    assert encode_words("a cat sat", make_encoded((0, 1), (2, 5))).words == ["a", "cat"]


def test_words_without_pieces_have_no_state() -> None:
    states = average_states(np.ones((2, 4), dtype=np.float32), np.array([0, 0]), 2)
    np.testing.assert_allclose(states, [[0.5] * 4, [0.0] * 4])
