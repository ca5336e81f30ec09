"""The modules porter and snowball: words match that have the same stem.

``porter`` is Porter's algorithm of 1980, which the paper of 2005 uses; ``snowball(english)`` is his later revision,
which METEOR 1.5 uses. Both are PyStemmer's. They expect lower case, and words are stemmed as they are.

Our deviation: before ``ed`` and ``ing`` the article makes one consonant of two, Snowball's ``porter`` only of bb, dd,
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
from tertium.languages import LANGUAGES
from tertium.lexicon.keys import Keys

# Beyond this many words what is remembered is forgotten, so that an endless stream does not fill the memory.
_MEMORY = 1_000_000


class Stemmer:
    """An algorithm of PyStemmer, with the words it has seen.

    Args:
        name: What the module is called.
        algorithm: One of ``Stemmer.algorithms()``.
    """

    def __init__(self, name: str, algorithm: str) -> None:
        self.name = name
        self.resources: Mapping[str, str] = {"stemmer": f"{algorithm} (PyStemmer {version('PyStemmer')})"}
        self._stem = _library().Stemmer(algorithm, 0).stemWords  # no memory of its own: ours is beyond it
        self._numbers: dict[str, int] = {}
        self._memory: dict[str, int] = {}
        self._lock = Lock()  # PyStemmer's objects must not be used by two threads at once

    def keys(self, words: Sequence[str]) -> Keys:
        """One key a word: the number of its stem."""
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
    """Porter's algorithm of 1980; it takes no argument."""
    if argument:
        raise SpecError(
            f"the module 'porter' takes no argument, and was given {argument!r}",
            remedy=f"Write porter for English as in the paper, or snowball({argument})",
        )
    return Stemmer("porter", "porter")


def make_snowball(argument: str) -> Stemmer:
    """The Snowball algorithm of a language, by its English name or its code of two letters."""
    wanted = argument.lower() or "english"
    known = _library().algorithms()
    # PyStemmer takes codes too, but does not say which algorithm that is, and the signature names it.
    algorithm = LANGUAGES[wanted].name if wanted in LANGUAGES else wanted
    if algorithm not in known:
        raise registry.unknown("language of snowball", argument, known)
    return Stemmer(f"snowball({algorithm})", algorithm)


def _library() -> Any:
    # Imported only where stems are asked for.
    return import_module("Stemmer")
