"""Keys: two words match if they share one.

One form serves every module: a stem is the only key of its word, a synset is a key of each of its words, and a hypernym
is a key at some distance from the word. The kernel compares keys only, so it does not depend on the language.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Keys:
    """The keys of some words.

    Attributes:
        offsets: Where the keys of each word start, and where those of the last word end.
        values: The keys of all words, ascending within each word, each at most once per word.
        distances: The distance of each key from its word, 0 or more; None if all are 0.
        limit: Two words match if the distances of a shared key add up to at most this.
    """

    offsets: NDArray[np.int64]
    values: NDArray[np.uint32]
    distances: NDArray[np.uint8] | NDArray[np.float32] | None = None
    limit: float = 0

    @classmethod
    def from_lists(cls, lists: Sequence[Iterable[Hashable]]) -> Self:
        """Make keys from lists of any values, such as strings; a word without keys never matches.

        >>> Keys.from_lists([["see", "saw"], [], ["see"]]).values.tolist()
        [0, 1, 0]
        """
        numbers: dict[Hashable, int] = {}
        rows = [sorted({numbers.setdefault(key, len(numbers)) for key in keys}) for keys in lists]
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        values = np.fromiter((number for row in rows for number in row), dtype=np.uint32, count=int(offsets[-1]))
        return cls(offsets, values)

    def select(self, words: NDArray[np.int64]) -> Self:
        """Return the keys of some of the words, which may come more than once.

        >>> Keys.from_lists([["see", "saw"], ["sea"]]).select(np.array([1, 0, 1])).values.tolist()
        [2, 0, 1, 2]
        """
        counts = np.diff(self.offsets)[words]
        offsets = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        places = np.arange(offsets[-1]) + np.repeat(self.offsets[:-1][words] - offsets[:-1], counts)
        distances = None if self.distances is None else self.distances[places]
        return replace(self, offsets=offsets, values=self.values[places], distances=distances)

    @classmethod
    def from_strings(cls, strings: Sequence[str]) -> Self:
        """Make one key per word, such as its stem."""
        return cls.from_lists([(string,) for string in strings])


@dataclass(frozen=True)
class WordLinks:
    """Words of hypotheses and references that match because of where they stand.

    Attributes:
        ours: The place of a word of a hypothesis, counted through all hypotheses.
        theirs: The place of the word of a reference that it matches, counted through all references.
        weights: How much the match counts: above 0, and at most 1.
    """

    ours: NDArray[np.int64]
    theirs: NDArray[np.int64]
    weights: NDArray[np.float64]

    def to_keys(self, our_count: int, their_count: int) -> Keys:
        """Return keys of all places, first those of the hypotheses: each link is a key of the two words that match."""
        # A match at a distance counts 1 / (1 + distance).
        distances = (1 / self.weights - 1).astype(np.float32)
        places = np.concatenate((self.ours, our_count + self.theirs))
        numbers = np.tile(np.arange(len(self.ours), dtype=np.uint32), 2)
        order = np.lexsort((numbers, places))
        counts = np.bincount(places, minlength=our_count + their_count)
        return Keys(
            offsets=np.concatenate(([0], np.cumsum(counts, dtype=np.int64))),
            values=numbers[order],
            distances=np.concatenate((distances, np.zeros_like(distances)))[order],
            limit=float(distances.max(initial=0)),
        )
