"""How frequent words of English are, by wordfreq, whose data come with it: Zipf's scale, 0 (unknown) to 8 (``the``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from threading import Lock
from typing import Any

import numpy as np

from tertium.errors import MissingExtraError
from tertium.types import Array

_MOST = 8.0
# Beyond this many words what is remembered is forgotten, so that an endless stream does not fill the memory.
_MEMORY = 1_000_000
_memory: dict[str, float] = {}
_lock = Lock()


def look_up_frequencies(words: Sequence[str]) -> Array:
    """Return the frequency of each word on Zipf's scale: the logarithm of how often it comes in a billion words.

    Raises:
        MissingExtraError: wordfreq is not installed.
    """
    with _lock:  # another thread may forget what this one still needs
        unseen = [word for word in words if word not in _memory]
        if len(_memory) + len(unseen) > _MEMORY:
            _memory.clear()
            unseen = list(words)
        if unseen:
            frequency = _load()
            _memory.update((word, frequency(word, "en")) for word in unseen)
        return np.fromiter(map(_memory.__getitem__, words), dtype=np.float64, count=len(words))


def weigh(frequencies: Array) -> Array:
    """Return the weights of words: ``(8 - frequency) / 8``, 1 for unknown words and near 0 for the most frequent."""
    return np.maximum(_MOST - frequencies, 0) / _MOST


def describe_resources() -> dict[str, str]:
    """Return the version of wordfreq."""
    _load()
    return {"wordfreq": version("wordfreq")}


@cache
def _load() -> Callable[[str, str], float]:
    try:
        library: Any = import_module("wordfreq")
    except ImportError as error:
        raise MissingExtraError("the rarity of words", "blend") from error
    frequency: Callable[[str, str], float] = library.zipf_frequency
    return frequency
