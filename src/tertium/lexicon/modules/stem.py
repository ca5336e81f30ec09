"""The modules porter and snowball: words match if they have the same stem.

``porter`` is Porter's algorithm of 1980, which the paper of 2005 uses; ``snowball(english)`` is his later revision,
which METEOR 1.5 uses. Both are PyStemmer's. They expect lower case; words are not lowered here.

Our deviation: before ``ed`` and ``ing`` the article shortens any double consonant, Snowball's ``porter`` only bb, dd,
ff, gg, mm, nn, pp, rr and tt. So ``trekking`` is ``trekk``, not ``trek``. The tests find no other difference from NLTK.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import version  # Stemmer.version() of 2.2 says 2.0.1
from threading import Lock
from typing import Any

import numpy as np

from tertium import registry
from tertium.errors import SpecError
from tertium.languages import LANGUAGES, Languages, find_by_name
from tertium.lexicon.keys import Keys

# Algorithms that are not named after their language.
_NAMED_OTHERWISE = {"porter": "english", "lovins": "english", "dutch_porter": "dutch"}

# Beyond this many words the cache is emptied, so that an endless stream does not fill the memory.
_MEMORY = 1_000_000


class Stemmer:
    """An algorithm of PyStemmer, with a cache.

    Args:
        name: The name of the module.
        algorithm: One of ``Stemmer.algorithms()``.
    """

    def __init__(self, name: str, algorithm: str) -> None:
        self.name = name
        self.languages: Languages | None = find_by_name(_NAMED_OTHERWISE.get(algorithm, algorithm))
        self.resources: Mapping[str, str] = {"stemmer": f"{algorithm} (PyStemmer {version('PyStemmer')})"}
        self._stem = _library().Stemmer(algorithm, 0).stemWords  # without its own cache, since there is ours
        self._numbers: dict[str, int] = {}
        self._memory: dict[str, int] = {}
        self._lock = Lock()  # PyStemmer's objects must not be used by two threads at once

    def keys(self, words: Sequence[str]) -> Keys:
        """Return one key per word: the number of its stem."""
        with self._lock:
            memory = self._memory
            unseen = [word for word in words if word not in memory]
            if len(memory) + len(unseen) > _MEMORY:
                memory.clear()
                self._numbers.clear()
                unseen = list(words)
            if unseen:
                numbers = self._numbers
                stems = self._stem(unseen)
                memory.update(
                    (word, numbers.setdefault(stem, len(numbers))) for word, stem in zip(unseen, stems, strict=True)
                )
            values = np.fromiter(map(memory.__getitem__, words), dtype=np.uint32, count=len(words))
        return Keys(np.arange(len(words) + 1, dtype=np.int64), values)


def make_porter(argument: str) -> Stemmer:
    """Make Porter's algorithm of 1980; it has no argument."""
    if argument:
        raise SpecError(
            f"the module 'porter' has no argument, but {argument!r} was given",
            remedy=f"Write porter for English as in the paper, or snowball({argument})",
        )
    return Stemmer("porter", "porter")


def make_snowball(argument: str) -> Stemmer:
    """Make the Snowball algorithm of a language, by its English name or two-letter code."""
    wanted = argument.lower() or "english"
    known = _library().algorithms()
    # PyStemmer accepts codes too, but does not say which algorithm that is, and the signature names it.
    algorithm = LANGUAGES[wanted].name if wanted in LANGUAGES else wanted
    if algorithm not in known:
        raise registry.unknown("language of snowball", argument, known)
    return Stemmer(f"snowball({algorithm})", algorithm)


def _library() -> Any:
    # Imported only where stems are needed.
    return import_module("Stemmer")
