"""Contextual matches: two words match if an encoder gives them states that are near each other.

The words of both texts get the mean of the states of their pieces. A word of the hypothesis and one of the reference
match if each is nearest to the other, and the cosine of their states is at least the threshold. The match counts as
much as the cosine. Words are joined by spaces for the encoder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.encoders import CATALOGUE, DEFAULT, Encoder, open_encoder
from tertium.encoders.encoder import States
from tertium.encoders.word_states import average_states
from tertium.errors import SpecError
from tertium.languages import Languages
from tertium.lexicon.keys import WordLinks

LAYER = 7
THRESHOLD = 0.6
# Pairs whose states are in memory at a time.
_BATCH = 256


@dataclass(frozen=True)
class ContextualModule:
    """Matches of words by their states in context.

    Attributes:
        threshold: The least cosine at which words match, above 0.
    """

    threshold: float = THRESHOLD

    @property
    def name(self) -> str:
        """The name in stages, results and pictures."""
        return "contextual" if self.threshold == THRESHOLD else f"contextual({self.threshold:g})"

    @property
    def resources(self) -> Mapping[str, str]:
        """The encoder, with the digest of its weights."""
        return {"encoder": f"{open_encoder(DEFAULT).version} layer {LAYER}"}

    @property
    def languages(self) -> Languages:
        """The language of the encoder."""
        return frozenset({CATALOGUE[DEFAULT].language})

    def link(self, hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[str]], threads: int) -> WordLinks:
        """Return the words that match in each hypothesis and the reference at the same place."""
        encoder = open_encoder(DEFAULT)
        ours, theirs, weights = [], [], []
        start = other_start = 0
        pairs = zip(_average(encoder, hypotheses, threads), _average(encoder, references, threads), strict=True)
        for one, other in pairs:
            if len(one) and len(other):
                cosines = one @ other.T
                partner = cosines.argmax(axis=1)
                best = cosines[np.arange(len(one)), partner]
                is_mutual = cosines.argmax(axis=0)[partner] == np.arange(len(one))
                found = np.flatnonzero(is_mutual & (best >= self.threshold))
                ours.append(start + found)
                theirs.append(other_start + partner[found])
                weights.append(np.minimum(best[found], 1.0))
            start += len(one)
            other_start += len(other)
        empty = np.zeros(0, dtype=np.int64)
        return WordLinks(
            np.concatenate([empty, *ours]),
            np.concatenate([empty, *theirs]),
            np.concatenate([empty, *weights]).astype(float),
        )


def _average(encoder: Encoder, texts: Sequence[Sequence[str]], threads: int) -> Iterator[States]:
    """Yield the states of the words of each text, each of length 1; zero for words that the encoder does not see."""
    for first in range(0, len(texts), _BATCH):
        batch = texts[first : first + _BATCH]
        encoded = encoder.encode([" ".join(words) for words in batch], layers=[LAYER], threads=threads)
        whose = encoded.pieces.find_words(batch)
        ends = np.cumsum([0, *map(len, batch)])
        states = average_states(encoded.states[whose >= 0, 0], whose[whose >= 0], int(ends[-1]))
        yield from np.split(states, ends[1:-1])


def make(argument: str) -> ContextualModule:
    """Return the module, with the threshold in its parentheses or the usual one.

    Raises:
        SpecError: The threshold is not a number above 0 and at most 1.
    """
    try:
        threshold = float(argument) if argument else THRESHOLD
    except ValueError as error:
        raise SpecError(
            f"contextual({argument}) has no threshold", remedy="Write contextual(0.8), for example"
        ) from error
    if not 0 < threshold <= 1:
        raise SpecError(f"the threshold of contextual is {argument}", remedy="Give a number above 0 and at most 1")
    return ContextualModule(threshold)
