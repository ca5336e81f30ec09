"""The module exact: the word itself is its key.

Banerjee & Lavie (2005) have a variant that "does not match unigrams that belong to a list of stop words": the argument
is such a list. Case does not matter: ``The`` is a stop word if the list has ``the``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tertium.lexicon.function_words import describe_words, find_languages_of_words, load_function_words
from tertium.lexicon.keys import Keys


class Exact:
    """Words match if they are the same.

    Args:
        argument: Words that never match: ``english``, or a file with one word per line; all match if it is empty.
    """

    def __init__(self, argument: str = "") -> None:
        self._stop_words = load_function_words(argument) if argument else frozenset[str]()
        self.name = f"exact({Path(argument).name})" if argument else "exact"
        self.languages = find_languages_of_words(argument)
        self.resources: Mapping[str, str] = {"stopwords": describe_words(argument)} if argument else {}

    def keys(self, words: Sequence[str]) -> Keys:
        """Return one key per word, which are distinct; none for stop words."""
        if not self._stop_words:
            return Keys(np.arange(len(words) + 1, dtype=np.int64), np.arange(len(words), dtype=np.uint32))
        stop_words = self._stop_words
        kept = np.fromiter((word.lower() not in stop_words for word in words), dtype=np.bool_, count=len(words))
        offsets = np.zeros(len(words) + 1, dtype=np.int64)
        np.cumsum(kept, out=offsets[1:])
        return Keys(offsets, np.flatnonzero(kept).astype(np.uint32))


def make(argument: str) -> Exact:
    """Make the module, with the stop words of the argument."""
    return Exact(argument)
