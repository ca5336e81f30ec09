"""Keys: two words match if they share one.

One form serves every module: a stem is the only key of its word, a synset is a key of each of its words, and a hypernym
is a key at some distance from the word. The kernel compares keys only, so it does not depend on the language.
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

    @classmethod
    def from_strings(cls, strings: Sequence[str]) -> Self:
        """Make one key per word, such as its stem."""
        return cls.from_lists([(string,) for string in strings])
