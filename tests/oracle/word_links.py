"""Word links by trying them all: the oracle for ``tertium.mtness.repairs.word_links``, for up to about ten pairs.

Weights are computed anew from the definition, and every one-to-one set of pairs is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tertium.mtness.repairs.word_links import FARTHEST, FORM, LEMMA, SAME, SUPPORT
from tertium.mtness.resources.dictionary import SourceWord
from tertium.mtness.text.tokens import Token

Pair = tuple[int, int]


def weigh_all(words: Sequence[SourceWord], tokens: Sequence[Token]) -> dict[Pair, int]:
    """What each pair weighs that may be linked."""
    all_pairs = [(i, j) for i in range(len(words)) for j in range(len(tokens))]
    kinds = {(i, j): kind for i, j in all_pairs if (kind := find_kind(words[i], tokens[j]))}
    weights = {}
    for (i, j), kind in kinds.items():
        neighbours = sum(pair in kinds for pair in ((i - 1, j - 1), (i + 1, j + 1)))
        distance = abs(j - i * len(tokens) // len(words))
        weights[i, j] = kind + SUPPORT * neighbours - min(distance, FARTHEST)
    return weights


def find_kind(word: SourceWord, token: Token) -> int:
    """What makes a pair possible, the best if several do; 0 if nothing does."""
    kinds = [0]
    if word.text.casefold() == token.text.casefold():
        kinds.append(SAME if word.translations else FORM)
    for translation in word.translations:
        if translation.text.casefold() == token.text.casefold():
            kinds.append(FORM)
        if translation.target.lemma.casefold() == token.lemma.casefold():
            kinds.append(LEMMA)
    return max(kinds)


def find_greatest(weights: Mapping[Pair, int]) -> int:
    """The weight of the heaviest one-to-one set of pairs."""
    return max(sum(weights[pair] for pair in pairs) for pairs in enumerate_sets(sorted(weights)))


def enumerate_sets(pairs: Sequence[Pair]) -> Iterator[tuple[Pair, ...]]:
    """All one-to-one sets of some pairs."""
    if not pairs:
        yield ()
        return
    (i, j), *rest = pairs
    yield from enumerate_sets(rest)
    for others in enumerate_sets([pair for pair in rest if pair[0] != i and pair[1] != j]):
        yield ((i, j), *others)
