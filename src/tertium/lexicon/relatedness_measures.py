"""Measures of how related two words are, over WordNet's hypernyms.

The words are as related as the two of their synsets that are most related. For synsets *a* and *b*, and all *c* that
stand above both, or are one of them, the greatest of:

- ``path``: ``1 / (1 + steps)``, where *steps* lead from *a* up to *c* and down to *b*;
- ``wu-palmer`` (Wu and Palmer 1994): ``2 depth(c) / (steps + 2 depth(c))``, where a root has depth 1;
- ``leacock-chodorow`` (1998): ``log(2 D / (steps + 1))``, with the depth *D* of all nouns (19) or verbs (13);
- ``resnik`` (1995): ``IC(c)``;
- ``lin`` (1998): ``2 IC(c) / (IC(a) + IC(b))``;
- ``jiang-conrath`` (1997): ``1 / (IC(a) + IC(b) - 2 IC(c))``.

Each is ``1 / (1 + distance)``, but for its scale, and each distance is a sum of a part of *a* and a part of *b* for the
same *c*. So all of them are keys with distances (``tertium.lexicon.keys``), and the kernel knows only one formula.

*Our deviations* from NLTK 3.9: all *c* are considered, where NLTK's ``wup_similarity`` takes one of the deepest; the
root of verbs counts in their depth, as it does in the steps; adjectives and adverbs, which have no hypernyms, are
related if they share a synset, and then as much as can be; ways to the root of verbs are the shortest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp, inf, log
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tertium.errors import SpecError
from tertium.lexicon.information import InformationContent
from tertium.lexicon.packed_wordnet import load_wordnet
from tertium.registry import unknown

MeasureName = Literal["path", "wu-palmer", "leacock-chodorow", "resnik", "lin", "jiang-conrath"]
MEASURES: tuple[str, ...] = get_args(MeasureName)
COUNTED = ("resnik", "lin", "jiang-conrath")

_REMEDY = "Count it with tertium index information, and give the file; or use wu-palmer"

Distances = tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float64]]


@dataclass(frozen=True)
class RelatednessMeasure:
    """A measure, with the information content that it may need.

    Attributes:
        name: One of ``MEASURES``.
        information: Information content, for ``resnik``, ``lin`` and ``jiang-conrath``.
    """

    name: str
    information: InformationContent | None = None

    def __post_init__(self) -> None:
        if self.name not in MEASURES:
            raise unknown("measure of relatedness", self.name, MEASURES)
        if self.name in COUNTED:
            _ = self._counted

    @property
    def highest(self) -> float:
        """The value of two words that are as related as can be."""
        return self.to_value(0.0)

    def to_value(self, distance: float) -> float:
        """Return the value of the measure at a distance; 0 if that is infinite."""
        if distance == inf:
            return 0.0
        if self.name == "leacock-chodorow":
            return log(2 * _depths_of_parts()[0] / (1 + distance))
        if self.name == "resnik":
            return self._counted.most / (1 + distance)
        if self.name == "jiang-conrath":
            return 1 / distance if distance else inf
        return 1 / (1 + distance)

    def to_distance(self, value: float) -> float:
        """Return the distance at which the measure has a value above 0."""
        if self.name == "leacock-chodorow":
            return 2 * _depths_of_parts()[0] * exp(-value) - 1
        if self.name == "resnik":
            return self._counted.most / value - 1
        return 1 / value - (self.name != "jiang-conrath")

    def find_keys(self, offsets: NDArray[np.int64], synsets: NDArray[np.uint32]) -> Distances:
        """Return what stands above each group of synsets, and its part of the distance.

        Args:
            offsets: Where each group starts, and where the last one ends.
            synsets: The numbers of the synsets of all groups.

        Returns:
            Offsets, numbers of synsets, and distances.
        """
        wordnet = load_wordnet()
        nouns, verbs, *_ = wordnet.synset_counts
        costs = self._counted.content[:-1] if self.name in COUNTED else None
        offsets, above, starts = wordnet.subsumers(offsets, synsets, costs)
        root = sum(wordnet.synset_counts)
        has_hypernyms = (above < nouns + verbs) | (above == root)
        with np.errstate(divide="ignore", invalid="ignore"):
            distances = self._split(above, starts, (above < nouns))
        # Two synsets that never occur have nothing in common that is known.
        distances = np.where(np.isnan(distances), inf, np.maximum(distances, 0.0))
        return offsets, above, np.where(has_hypernyms, distances, 0.0)

    def _split(
        self, above: NDArray[np.uint32], starts: NDArray[np.float64], is_noun: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return the part of the distance between a synset and what stands above it."""
        if self.name == "path":
            return starts
        if self.name == "wu-palmer":
            return starts / (2 * _depths()[above])
        if self.name == "leacock-chodorow":
            nouns, verbs = _depths_of_parts()
            return np.where(is_noun, starts, (starts + 0.5) * nouns / verbs - 0.5)
        content = self._counted.content[above]
        if self.name == "resnik":
            return (self._counted.most / content - 1) / 2
        if self.name == "lin":
            return (starts - content) / (2 * content)
        return starts - content

    @property
    def _counted(self) -> InformationContent:
        if self.information is None:
            raise SpecError(f"the measure {self.name!r} needs information content", remedy=_REMEDY)
        return self.information

    def compare(self, one: NDArray[np.uint32], other: NDArray[np.uint32]) -> float:
        """Return how related two groups of synsets are: the most related of them; 0 if nothing stands above both."""
        offsets = np.array([0, len(one), len(one) + len(other)], dtype=np.int64)
        bounds, above, distances = self.find_keys(offsets, np.concatenate([one, other]).astype(np.uint32))
        middle = int(bounds[1])
        _, ours, theirs = np.intersect1d(above[:middle], above[middle:], assume_unique=True, return_indices=True)
        sums = distances[:middle][ours] + distances[middle:][theirs]
        return self.to_value(float(sums.min())) if len(sums) else 0.0


def relate_words(one: str, other: str, measure: str = "path", information: InformationContent | None = None) -> float:
    """Return how related two English words are, on the scale of a measure; 0 if they are not, or are not in WordNet.

    >>> relate_words("dogs", "cat")
    0.2
    >>> round(relate_words("dog", "cat", "wu-palmer"), 3)
    0.857

    Args:
        one: A word.
        other: Another.
        measure: ``path``, ``wu-palmer``, ``leacock-chodorow``, ``resnik``, ``lin`` or ``jiang-conrath``.
        information: Information content for the last three, from ``read_information`` or ``count_information``.

    Raises:
        SpecError: There is no such measure, or it needs information content.
    """
    (start, middle, end), synsets = load_wordnet().synsets([one, other])
    return RelatednessMeasure(measure, information).compare(synsets[start:middle], synsets[middle:end])


@cache
def _depths() -> NDArray[np.float64]:
    """Return the depth of each synset, and of the root of verbs: 1 for a root, 2 for the tops of verbs."""
    wordnet = load_wordnet()
    nouns, verbs, *_ = wordnet.synset_counts
    depths = np.append(wordnet.depths(), 0).astype(np.float64) + 1
    depths[nouns : nouns + verbs] += 1
    return depths


@cache
def _depths_of_parts() -> tuple[int, int]:
    """Return the most steps from a noun, and from a verb, to its root."""
    wordnet = load_wordnet()
    nouns, verbs, *_ = wordnet.synset_counts
    depths = wordnet.depths()
    return int(depths[:nouns].max()), int(depths[nouns : nouns + verbs].max()) + 1
