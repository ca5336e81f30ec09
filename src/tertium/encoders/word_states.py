"""Words as an encoder sees them: runs of its pieces, each with the mean of their states.

A word ends at white space and at marks, but not at a hyphen or an apostrophe between letters, nor at a point or a comma
between digits. Ideographs and syllables of Chinese and Japanese are words of their own. What one piece has of several
words is one word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from tertium.encoders.encoder import EncodedTexts, States

_INNER = re.compile(r"(?<=[^\W_])['’‐-](?=[^\W_])|(?<=\d)[.,](?=\d)")
_ALONE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


@dataclass(frozen=True)
class EncodedWords:
    """The words of a text, and their states.

    Attributes:
        words: The words, as they are written.
        states: Words, numbers; each of length 1.
        pieces: The first piece of each word, counted from that at the beginning of the text, and the end of the last.
    """

    words: Sequence[str]
    states: States
    pieces: NDArray[np.int64]


def find_word_spans(text: str) -> list[tuple[int, int]]:
    """Return where each word and each run of the same mark starts and ends.

    >>> [text[a:b] for text in ["Don't pay 1,000... (ever-lasting)"] for a, b in find_word_spans(text)]
    ["Don't", 'pay', '1,000', '...', '(', 'ever-lasting', ')']
    """
    inner = {found.start() for found in _INNER.finditer(text)}
    kinds = [_find_kind(character, at, at in inner) for at, character in enumerate(text)]
    spans, start = [], 0
    for kind, run in groupby(kinds):
        end = start + len(list(run))
        if kind:
            spans.append((start, end))
        start = end
    return spans


def encode_words(text: str, encoded: EncodedTexts) -> EncodedWords:
    """Return the words of a text that the encoder sees.

    Args:
        text: The text.
        encoded: The same text alone, at one layer.
    """
    spans = find_word_spans(text)
    starts = [start for start, _ in spans]
    words: list[tuple[int, int]] = []
    firsts: list[int] = []
    # A text without words may still have pieces, for controls that some encoders see.
    for piece, (before, high) in enumerate(encoded.pieces.spans[1:-1].tolist() if spans else [], start=1):
        # Pieces of some encoders begin with the blank before the word.
        low = high - len(text[before:high].lstrip())
        start, end = (spans[max(bisect_right(starts, place) - 1, 0)] for place in (low, max(high - 1, low)))
        if words and start[0] < words[-1][1]:
            words[-1] = (words[-1][0], max(words[-1][1], end[1]))
        else:
            words.append((start[0], end[1]))
            firsts.append(piece)
    bounds = np.array([*firsts, len(encoded.pieces.numbers) - 1], dtype=np.int64)
    whose = np.repeat(np.arange(len(words)), np.diff(bounds))
    states = average_states(encoded.states[1:-1, 0][: len(whose)], whose, len(words))
    return EncodedWords([text[start:end] for start, end in words], states, bounds)


def average_states(states: States, whose: NDArray[np.int64], count: int) -> States:
    """Return the mean states of words, of length 1; zero for words without pieces.

    Args:
        states: Pieces, numbers.
        whose: Which word each piece is of.
        count: How many words there are.
    """
    sums = np.zeros((count, states.shape[1]), dtype=np.float32)
    np.add.at(sums, whose, states)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    np.divide(sums, lengths, out=sums, where=lengths > 0)
    return sums


def _find_kind(character: str, place: int, is_inner: bool) -> str:
    """Return the same for neighbours of one word or run of marks; empty for what is between words."""
    if _ALONE.match(character):
        return f"{place}"
    kind = category(character)
    if character.isspace() or kind in ("Cc", "Zs", "Zl", "Zp"):
        return ""
    if not is_inner and kind[0] in "PS":
        return character
    return "word"
