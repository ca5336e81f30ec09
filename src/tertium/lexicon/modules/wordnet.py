"""The modules of WordNet: wn_stem, wn_synonym and relatedness. They are for English.

``wn_stem``: words match if they share a base form (``went`` and ``goes``, by WordNet's own morphology). A word
that WordNet does not have is its own base form, so that it matches itself without a stage ``exact`` before.

``wn_synonym``: words match if they share a synset; inflected words are looked up by their base forms. A word that
WordNet does not have has no synonyms, not even itself.

``relatedness(threshold)``: words match if two of their synsets are near each other in the hierarchy of hypernyms, so
that 1 / (1 + distance) is at least the threshold. The paper names it as future work. Unknown words match nothing.
``relatedness(measure,threshold,file)`` takes another measure (``tertium.lexicon.relatedness_measures``), with the file
of information content if it needs one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import floor, inf
from pathlib import Path

import numpy as np

from tertium.errors import SpecError
from tertium.lexicon.information import read_information
from tertium.lexicon.keys import Keys
from tertium.lexicon.memory import Memory
from tertium.lexicon.packed_wordnet import load_wordnet
from tertium.lexicon.relatedness_measures import COUNTED, MEASURES, RelatednessMeasure
from tertium.registry import unknown

_ENGLISH = frozenset({"en"})
# What is usual, by measure; docs/reference/modules.md says what was measured.
_THRESHOLDS = {
    "path": "0.25",
    "wu-palmer": "0.95",
    "leacock-chodorow": "2.2",
    "resnik": "5",
    "lin": "0.9",
    "jiang-conrath": "0.2",
}
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


class MeasuredRelatedness(_WordNetModule):
    """Words match if they are related by a measure.

    Args:
        measure: The measure.
        threshold: The lowest value of words that match.
        path: The file of its information content, if it has any.
    """

    def __init__(self, measure: RelatednessMeasure, threshold: float, path: str = "") -> None:
        super().__init__("relatedness")
        self.name = f"relatedness({','.join([measure.name, f'{threshold:g}', *([Path(path).name] if path else [])])})"
        if measure.information is not None:
            self.resources = {**self.resources, "information": measure.information.version}
        self._measure = measure
        # Distances are compared in single precision.
        self._limit = measure.to_distance(threshold) * (1 + 1e-6) + 1e-6

    def keys(self, words: Sequence[str]) -> Keys:
        """Return all that stands above the synsets of each word, as far as the threshold allows."""
        offsets, values, distances = self._measure.find_keys(*self._wordnet.synsets(words))
        near = distances <= self._limit
        counts = np.concatenate([[0], np.cumsum(near)])
        return Keys(counts[offsets], values[near], distances[near].astype(np.float32), self._limit)


def make_stem(argument: str) -> WordNetStem:
    """Make the module of base forms, from another packed WordNet if the argument names one."""
    return WordNetStem("wn_stem", argument)


def make_synonym(argument: str) -> WordNetSynonym:
    """Make the module of synonyms, from another packed WordNet if the argument names one."""
    return WordNetSynonym("wn_synonym", argument)


def make_relatedness(argument: str) -> Relatedness | MeasuredRelatedness:
    """Make the module of relatedness; the argument is the threshold, 0.25 if empty, or measure, threshold and file."""
    name, given, path = _split_argument(argument)
    counted = name in COUNTED
    if path and not counted:
        raise SpecError(
            f"the measure {name!r} of relatedness takes no file, but {path!r} was given",
            remedy=f"Write relatedness({name},{given or _THRESHOLDS[name]})",
        )
    if counted and not path:
        raise SpecError(
            f"the measure {name!r} of relatedness needs a file of information content",
            remedy=f"Write relatedness({name},{given or _THRESHOLDS[name]},FILE); tertium index information makes one",
        )
    measure = RelatednessMeasure(name, read_information(path) if counted else None)
    threshold = _read_threshold(given or _THRESHOLDS[name])
    if not 0 < threshold <= measure.highest or threshold == inf:
        most = "" if measure.highest == inf else f" and up to {measure.highest:.4g}"
        raise SpecError(
            f"the threshold of relatedness is {given!r}, not a number above 0{most}",
            remedy="Write relatedness(0.5) for words one step apart, relatedness(0.25) for up to three"
            if name == "path"
            else f"Usual for {name} is {_THRESHOLDS[name]}",
        )
    return Relatedness(threshold) if name == "path" else MeasuredRelatedness(measure, threshold, path)


def _split_argument(argument: str) -> tuple[str, str, str]:
    """Return measure, threshold and file; a number or nothing is the threshold of ``path``."""
    name, _, rest = (part.strip() for part in argument.partition(","))
    if name in MEASURES:
        threshold, _, path = (part.strip() for part in rest.partition(","))
        return name, threshold, path
    if rest or (name and name[0].isalpha() and name.lower() not in ("nan", "inf", "infinity")):
        raise unknown("measure of relatedness", name, MEASURES)
    return "path", name, ""


def _read_threshold(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
