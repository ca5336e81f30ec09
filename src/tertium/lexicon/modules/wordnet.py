"""The modules of WordNet: wn_stem, wn_synonym and relatedness. They are for English.

``wn_stem``: words match if they share a base form (``went`` and ``goes``, by WordNet's own morphology). A word
that WordNet does not have is its own base form, so that it matches itself without a stage ``exact`` before.

``wn_synonym``: words match if they share a synset; inflected words are looked up by their base forms. A word that
WordNet does not have has no synonyms, not even itself.

``relatedness(threshold)``: words match if two of their synsets are near each other in the hierarchy of hypernyms, so
that 1 / (1 + distance) is at least the threshold. The paper names it as future work. Unknown words match nothing.
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

_ENGLISH = frozenset({"en"})
_THRESHOLD = "0.25"
# Distances are bytes; no two synsets are further apart than this.
_FARTHEST = 255


class _WordNetModule:
    """The base class: the database, and its version in the signature."""

    def __init__(self, name: str, path: str = "") -> None:
        self._wordnet = load_wordnet(path or None)
        self.name = f"{name}({Path(path).name})" if path else name
        version = self._wordnet.version
        if path:
            version += f" sha256:{sha256(Path(path).read_bytes()).hexdigest()[:8]}"
        self.resources: Mapping[str, str] = {"wordnet": version}
        # What is packed in another file is not known.
        self.languages = None if path else _ENGLISH


class WordNetStem(_WordNetModule):
    """Words match if they share a base form."""

    def __init__(self, name: str, path: str = "") -> None:
        super().__init__(name, path)
        self._memory = Memory(self._wordnet.base_forms)

    def keys(self, words: Sequence[str]) -> Keys:
        """Return the base forms of each word; unknown words have their own numbers, above those of all base forms."""
        offsets, values = self._memory.gather(words)
        unknown = offsets[1:] == offsets[:-1]
        above = int(values.max()) + 1 if len(values) else 0
        own = np.arange(above, above + np.count_nonzero(unknown), dtype=np.uint32)
        widened = offsets.copy()
        widened[1:] += np.cumsum(unknown)
        return Keys(widened, np.insert(values, offsets[:-1][unknown], own))


class WordNetSynonym(_WordNetModule):
    """Words match if they share a synset."""

    def __init__(self, name: str, path: str = "") -> None:
        super().__init__(name, path)
        self._memory = Memory(self._wordnet.synsets)

    def keys(self, words: Sequence[str]) -> Keys:
        """Return the synsets of each word; none for unknown words."""
        return Keys(*self._memory.gather(words))


class Relatedness(_WordNetModule):
    """Words match if they are near each other.

    Args:
        threshold: The lowest similarity, 1 / (1 + distance), of words that match.
    """

    def __init__(self, threshold: float) -> None:
        super().__init__("relatedness")
        self.name = f"relatedness({threshold:g})"
        # 1 / 0.2 - 1 is not quite 4 in floating point.
        self._limit = min(floor(1 / threshold - 1 + 1e-9), _FARTHEST)

    def keys(self, words: Sequence[str]) -> Keys:
        """Return the synsets of each word and their hypernyms, up to the distance of the threshold."""
        offsets, values, distances = self._wordnet.ancestors(words, self._limit)
        return Keys(offsets, values, distances, self._limit)


def make_stem(argument: str) -> WordNetStem:
    """Make the module of base forms, from another packed WordNet if the argument names one."""
    return WordNetStem("wn_stem", argument)


def make_synonym(argument: str) -> WordNetSynonym:
    """Make the module of synonyms, from another packed WordNet if the argument names one."""
    return WordNetSynonym("wn_synonym", argument)


def make_relatedness(argument: str) -> Relatedness:
    """Make the module of relatedness; the argument is the threshold, 0.25 if empty."""
    try:
        threshold = float(argument or _THRESHOLD)
    except ValueError:
        threshold = 0.0
    if not 0 < threshold <= 1:
        raise SpecError(
            f"the threshold of relatedness is {argument!r}, not a number above 0 and up to 1",
            remedy="Write relatedness(0.5) for words one step apart, relatedness(0.25) for up to three",
        )
    return Relatedness(threshold)
