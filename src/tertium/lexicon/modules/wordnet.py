"""The modules of WordNet: wn_stem, wn_synonym and relatedness. They are for English.

``wn_stem``: words match that have a base form in common (``went`` and ``goes``, by WordNet's own morphology). A word
that WordNet does not know is its own base form, so that it matches itself where no stage ``exact`` has come before.

``wn_synonym``: words match that have a synset in common; base forms are looked up for inflected words. A word that
WordNet does not know has no synonyms, not even itself.

``relatedness(threshold)``: words match of which some synsets are near each other in the hierarchy of hypernyms, so that
1 / (1 + distance) is at least the threshold. The paper names it as future work. Unknown words are related to none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import floor
from pathlib import Path

import numpy as np

from tertium.errors import SpecError
from tertium.lexicon.keys import Keys
from tertium.lexicon.memory import Memory
from tertium.lexicon.packed_wordnet import load_wordnet

_THRESHOLD = "0.25"
# Distances are bytes; no two synsets are further apart than this.
_FARTHEST = 255


class _WordNetModule:
    """What the modules have in common: the database, and its version in the signature."""

    def __init__(self, name: str, path: str = "") -> None:
        self._wordnet = load_wordnet(path or None)
        self.name = f"{name}({Path(path).name})" if path else name
        version = self._wordnet.version
        if path:
            version += f" sha256:{sha256(Path(path).read_bytes()).hexdigest()[:8]}"
        self.resources: Mapping[str, str] = {"wordnet": version}


class WordNetStem(_WordNetModule):
    """Words match that have a base form in common."""

    def __init__(self, name: str, path: str = "") -> None:
        super().__init__(name, path)
        self._memory = Memory(self._wordnet.base_forms)

    def keys(self, words: Sequence[str]) -> Keys:
        """The base forms of each word; for unknown words a number of their own, above those of all base forms."""
        offsets, values = self._memory.gather(words)
        unknown = offsets[1:] == offsets[:-1]
        above = int(values.max()) + 1 if len(values) else 0
        own = np.arange(above, above + np.count_nonzero(unknown), dtype=np.uint32)
        widened = offsets.copy()
        widened[1:] += np.cumsum(unknown)
        return Keys(widened, np.insert(values, offsets[:-1][unknown], own))


class WordNetSynonym(_WordNetModule):
    """Words match that have a synset in common."""

    def __init__(self, name: str, path: str = "") -> None:
        super().__init__(name, path)
        self._memory = Memory(self._wordnet.synsets)

    def keys(self, words: Sequence[str]) -> Keys:
        """The synsets of each word; none for unknown words."""
        return Keys(*self._memory.gather(words))


class Relatedness(_WordNetModule):
    """Words match that are near each other.

    Args:
        threshold: The least similarity, 1 / (1 + distance), of words that match.
    """

    def __init__(self, threshold: float) -> None:
        super().__init__("relatedness")
        self.name = f"relatedness({threshold:g})"
        # 1 / 0.2 - 1 is not quite 4 in floating point.
        self._limit = min(floor(1 / threshold - 1 + 1e-9), _FARTHEST)

    def keys(self, words: Sequence[str]) -> Keys:
        """The synsets of each word and what is above them, up to the distance that the threshold allows."""
        offsets, values, distances = self._wordnet.ancestors(words, self._limit)
        return Keys(offsets, values, distances, self._limit)


def make_stem(argument: str) -> WordNetStem:
    """Base forms, from another packed WordNet if the argument names one."""
    return WordNetStem("wn_stem", argument)


def make_synonym(argument: str) -> WordNetSynonym:
    """Synonyms, from another packed WordNet if the argument names one."""
    return WordNetSynonym("wn_synonym", argument)


def make_relatedness(argument: str) -> Relatedness:
    """Relatedness with the threshold that the argument is, 0.25 if there is none."""
    try:
        threshold = float(argument or _THRESHOLD)
    except ValueError:
        threshold = 0.0
    if not 0 < threshold <= 1:
        raise SpecError(
            f"the threshold of relatedness is a number above 0 and up to 1, not {argument!r}",
            remedy="Write relatedness(0.5) for words one step apart, relatedness(0.25) for up to three",
        )
    return Relatedness(threshold)
