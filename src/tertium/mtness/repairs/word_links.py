"""Which word of the output translates which word of the source, found through the dictionary.

A pair may be linked if the word of the output is a translation of the source word, by form or by base form, or is the
same string. Each pair weighs more the surer it is, the nearer it is to the diagonal, and if the words beside it could
be linked to each other, too. The links are the one-to-one set of pairs of the greatest weight, which is found exactly:
pairs that share no word with others are taken as they are, and the rest is an assignment problem for each knot of them.
In long lines, only pairs near the diagonal are looked at; in a line that says the same word a thousand times over, the
heaviest pairs are taken one after the other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tertium.mtness.resources.dictionary import SourceWord
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

FORM, LEMMA, SAME = 100, 70, 60
"""What a pair weighs: the form of a translation, its base form, and the same string though no translation."""

SUPPORT = 25
"""What each pair of neighbours adds that could be linked, too: those before, and those after."""

FARTHEST = 30
"""Each word of distance from the diagonal takes 1 off, up to this; so that every link weighs more than none."""

# How far from the diagonal a pair may be: a number of words, and a share of the line; how many of the same word count.
_WINDOW, _SHARE, _MOST_ALIKE = 64, 50, 32
_LARGEST_KNOT = 1_000_000
_WORD = re.compile(r"\w+(?:[-·]\w+)*")
_Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedSegment:
    """A segment with the words of its source, and the links between both.

    Attributes:
        segment: The segment with its spans.
        tokens: Its words.
        words: The words of its source; none if it has no source.
        links: For each token the place of its source word in ``words``, or -1.
        is_word: For each token whether it is a word, and no mark.
    """

    segment: Segment
    tokens: tuple[Token, ...]
    words: tuple[SourceWord, ...]
    links: tuple[int, ...]
    is_word: tuple[bool, ...]

    @classmethod
    def of(cls, segment: Segment, words: Sequence[SourceWord]) -> LinkedSegment:
        """Return the segment with links to the words of its source."""
        tokens = segment.tokens
        return cls(
            segment=segment,
            tokens=tokens,
            words=tuple(words),
            links=find_links(words, tokens),
            is_word=tuple(token.tag.part is not Part.PUNCTUATION for token in tokens),
        )

    def source_of(self, index: int) -> SourceWord | None:
        """Return the source word of a token, if it has one."""
        link = self.links[index]
        return self.words[link] if link >= 0 else None


def split_source(text: str) -> tuple[SourceWord, ...]:
    """Return the words of a source for which there is no dictionary."""
    return tuple(SourceWord(found.group(), *found.span(), ()) for found in _WORD.finditer(text))


def find_links(words: Sequence[SourceWord], tokens: Sequence[Token]) -> tuple[int, ...]:
    """Return for each token the place of the source word that it translates, or -1."""
    links = [-1] * len(tokens)
    places = [index for index, token in enumerate(tokens) if token.tag.part is not Part.PUNCTUATION]
    pairs = weigh_pairs(words, [tokens[index] for index in places])
    for word, token in _choose(pairs):
        links[places[token]] = word
    return tuple(links)


def weigh_pairs(words: Sequence[SourceWord], tokens: Sequence[Token]) -> dict[_Pair, int]:
    """Return the weight of each pair of a source word and a token that may be linked; tokens without marks."""
    if not words or not tokens:
        return {}
    forms: dict[str, list[int]] = {}
    lemmas: dict[str, list[int]] = {}
    for place, token in enumerate(tokens):
        forms.setdefault(token.text.casefold(), []).append(place)
        lemmas.setdefault(token.lemma.casefold(), []).append(place)
    diagonal = [index * len(tokens) // len(words) for index in range(len(words))]
    window = _WINDOW + len(tokens) // _SHARE
    whole = len(tokens) <= window
    kinds: dict[_Pair, int] = {}
    for index, word in enumerate(words):
        found: dict[int, int] = {}
        for places, kind in _find_places(word, forms, lemmas):
            for place in places if whole else _near(places, diagonal[index], window):
                if found.get(place, 0) < kind:
                    found[place] = kind
        for place, kind in found.items():
            kinds[index, place] = kind
    return {
        (index, place): kind
        + SUPPORT * (((index - 1, place - 1) in kinds) + ((index + 1, place + 1) in kinds))
        - min(abs(place - diagonal[index]), FARTHEST)
        for (index, place), kind in kinds.items()
    }


def _find_places(
    word: SourceWord, forms: dict[str, list[int]], lemmas: dict[str, list[int]]
) -> Iterable[tuple[list[int], int]]:
    same = word.text.casefold()
    if same in forms:
        yield forms[same], SAME if word.translations else FORM
    for translation in word.translations:
        form, lemma = translation.text.casefold(), translation.target.lemma.casefold()
        if form in forms:
            yield forms[form], FORM
        if lemma in lemmas:
            yield lemmas[lemma], LEMMA


def _near(places: list[int], expected: int, window: int) -> list[int]:
    first, stop = bisect_left(places, expected - window), bisect_right(places, expected + window)
    if stop - first > _MOST_ALIKE:
        first = max(first, bisect_left(places, expected) - _MOST_ALIKE // 2)
        stop = min(stop, first + _MOST_ALIKE)
    return places[first:stop]


def _choose(pairs: dict[_Pair, int]) -> list[_Pair]:
    """The one-to-one set of pairs of the greatest weight."""
    by_word: dict[int, list[int]] = {}
    by_token: dict[int, list[int]] = {}
    for word, token in pairs:
        by_word.setdefault(word, []).append(token)
        by_token.setdefault(token, []).append(word)
    chosen: list[_Pair] = []
    seen: set[int] = set()
    for word, tokens in by_word.items():
        if word in seen:
            continue
        if len(tokens) == 1 and len(by_token[tokens[0]]) == 1:
            chosen.append((word, tokens[0]))
            continue
        knot_words, knot_tokens = _find_knot(word, by_word, by_token)
        seen |= knot_words
        if len(knot_words) == 1 or len(knot_tokens) == 1:
            knot = [(word, token) for word in sorted(knot_words) for token in sorted(knot_tokens)]
            chosen.append(max(knot, key=pairs.__getitem__))
        else:
            chosen += _assign(sorted(knot_words), sorted(knot_tokens), by_word, pairs)
    return chosen


def _find_knot(word: int, by_word: dict[int, list[int]], by_token: dict[int, list[int]]) -> tuple[set[int], set[int]]:
    words, tokens, left = {word}, set[int](), [word]
    while left:
        for token in by_word[left.pop()]:
            if token not in tokens:
                tokens.add(token)
                for other in by_token[token]:
                    if other not in words:
                        words.add(other)
                        left.append(other)
    return words, tokens


def _assign(words: list[int], tokens: list[int], by_word: dict[int, list[int]], pairs: dict[_Pair, int]) -> list[_Pair]:
    if len(words) == 2 and len(tokens) == 2:
        # By far the most frequent knot, and too small for the ceremony below.
        straight = [(words[0], tokens[0]), (words[1], tokens[1])]
        crossed = [(words[0], tokens[1]), (words[1], tokens[0])]
        best = max((straight, crossed), key=lambda each: sum(pairs.get(pair, 0) for pair in each))
        return [pair for pair in best if pair in pairs]
    if len(words) * len(tokens) > _LARGEST_KNOT:
        return _take_heaviest(words, by_word, pairs)
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    weights = np.zeros((len(words), len(tokens)))
    columns_of = {token: column for column, token in enumerate(tokens)}
    for row, word in enumerate(words):
        for token in by_word[word]:
            weights[row, columns_of[token]] = pairs[word, token]
    rows, columns = linear_sum_assignment(weights, maximize=True)
    found = [(words[row], tokens[column]) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)]
    return [pair for pair in found if pair in pairs]


def _take_heaviest(words: list[int], by_word: dict[int, list[int]], pairs: dict[_Pair, int]) -> list[_Pair]:
    found: list[_Pair] = []
    used_words, used_tokens = set[int](), set[int]()
    knot = [(word, token) for word in words for token in by_word[word]]
    for word, token in sorted(knot, key=lambda pair: -pairs[pair]):
        if word not in used_words and token not in used_tokens:
            used_words.add(word)
            used_tokens.add(token)
            found.append((word, token))
    return found
