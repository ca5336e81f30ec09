"""A cache of lookups: batches of a test set share most of their words, and systems share all references."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

Lists = tuple[NDArray[np.int64], NDArray[np.uint32]]

# Beyond this many words the cache is emptied, so that an endless stream does not fill the memory.
_MOST = 1_000_000


class Memory:
    """Lists of numbers for words, each looked up once.

    Args:
        look_up: Returns offsets and values for some words.
    """

    def __init__(self, look_up: Callable[[Sequence[str]], Lists]) -> None:
        self._look_up = look_up
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self._places: dict[str, int] = {}
        self._offsets: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self._values: NDArray[np.uint32] = np.zeros(0, dtype=np.uint32)

    def gather(self, words: Sequence[str]) -> Lists:
        """Return offsets and values for distinct words, as ``look_up`` does."""
        with self._lock:
            unseen = [word for word in words if word not in self._places]
            if len(self._places) + len(unseen) > _MOST:
                self._forget()
                unseen = list(words)
            if unseen:
                self._learn(unseen)
            places = np.fromiter(map(self._places.__getitem__, words), dtype=np.int64, count=len(words))
            starts, values = self._offsets[places], self._values
            lengths = self._offsets[places + 1] - starts
        offsets = np.zeros(len(words) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        # The n-th value of a list is n places after the start of the list, in both arrays.
        return offsets, values[np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])]

    def _learn(self, words: Sequence[str]) -> None:
        offsets, values = self._look_up(words)
        first = len(self._places)
        self._places.update((word, first + index) for index, word in enumerate(words))
        self._offsets = np.concatenate((self._offsets, offsets[1:] + len(self._values)))
        self._values = np.concatenate((self._values, values))
