"""How modules tell which words match: two words match if they share a key.

One form serves every module: a stem is the only key of its word, a synset is a key of each of its words, and a hypernym
is a key that lies some steps away from the word. The kernel compares keys only, so it knows nothing of languages.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Keys:
    """The keys of some words.

    Attributes:
        offsets: Where the keys of each word start, and where the last one's end.
        values: The keys of all words, ascending within each word, each at most once a word.
        distances: How far each key is from its word; None if all are at no distance.
        limit: Two words match if the distances of a key that they share add up to no more than this.
    """

    offsets: NDArray[np.int64]
    values: NDArray[np.uint32]
    distances: NDArray[np.uint8] | None = None
    limit: int = 0

    @classmethod
    def from_lists(cls, lists: Sequence[Iterable[Hashable]]) -> Self:
        """Keys of any kind, such as strings, for each word; no key for words that never match.

        >>> Keys.from_lists([["see", "saw"], [], ["see"]]).values.tolist()
        [0, 1, 0]
        """
        numbers: dict[Hashable, int] = {}
        rows = [sorted({numbers.setdefault(key, len(numbers)) for key in keys}) for keys in lists]
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        values = np.fromiter((number for row in rows for number in row), dtype=np.uint32, count=int(offsets[-1]))
        return cls(offsets, values)

    @classmethod
    def from_strings(cls, strings: Sequence[str]) -> Self:
        """One key a word, such as its stem."""
        return cls.from_lists([(string,) for string in strings])
