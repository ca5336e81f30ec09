"""Measures of relatedness from their definitions, over WordNet's own files; slow and obvious.

Synsets are pairs of part of speech and offset, as in ``tests.oracle.wordnet``; those compared are nouns, or verbs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.oracle.wordnet import ROOT, WordNet

Synset = tuple[str, Any]


class Relatedness:
    """All measures over a WordNet, with counts of synsets, if there are any."""

    def __init__(self, wordnet: WordNet, counts: Mapping[Synset, float] | None = None) -> None:
        self.wordnet = wordnet
        self.counts = dict(counts or {})
        self.depth = cache(self._depth)

    def above(self, synset: Synset) -> list[Synset]:
        """The hypernyms; the tops of verbs have a root."""
        found: list[Synset] = self.wordnet.hypernyms.get(synset, [])
        return found or ([ROOT] if synset[0] == "v" and synset != ROOT else [])

    def steps(self, synset: Synset) -> dict[Synset, int]:
        """The fewest steps to all that stands above, and to itself."""
        found, level, count = {synset: 0}, [synset], 0
        while level:
            count += 1
            level = [above for below in level for above in self.above(below) if above not in found]
            found |= dict.fromkeys(level, count)
        return found

    def _depth(self, synset: Synset) -> int:
        """The synsets on the longest way to a root, both ends counted."""
        return 1 + max(map(self.depth, self.above(synset)), default=0)

    @cache  # noqa: B019 - two in all
    def total(self, part: str) -> float:
        """The counts of all synsets without hypernyms."""
        return sum(count for synset, count in self.counts.items() if synset[0] == part and not self.tops(synset))

    def tops(self, synset: Synset) -> list[Synset]:
        found: list[Synset] = self.wordnet.hypernyms.get(synset, [])
        return found

    @cache  # noqa: B019 - a few in all
    def content(self, synset: Synset) -> float:
        """Its information content."""
        return 0.0 if synset == ROOT else -math.log(self.counts[synset] / self.total(synset[0]))

    def measure(self, name: str, one: Synset, other: Synset) -> float:
        """The greatest value over all that stands above both."""
        ours, theirs = self.steps(one), self.steps(other)
        deepest = {"n": 19, "v": 13}[one[0]]
        values = []
        for common in ours.keys() & theirs.keys():
            steps = ours[common] + theirs[common]
            if name == "path":
                values.append(1 / (1 + steps))
            elif name == "wu-palmer":
                values.append(2 * self.depth(common) / (steps + 2 * self.depth(common)))
            elif name == "leacock-chodorow":
                values.append(-math.log((steps + 1) / (2 * deepest)))
            else:
                values.append(self._informed(name, self.content(one), self.content(other), self.content(common)))
        return max(values, default=0.0)

    @staticmethod
    def _informed(name: str, one: float, other: float, common: float) -> float:
        if name == "resnik":
            return common
        if name == "lin":
            return 2 * common / (one + other) if one + other else 0.0
        distance = one + other - 2 * common
        return 1 / distance if distance > 1e-12 else math.inf


def count(wordnet: WordNet, words: Mapping[str, float], smoothing: float) -> dict[Synset, float]:
    """The counts of all nouns and verbs: each occurrence of a word is shared by its synsets and goes to all above."""
    found: dict[Synset, float] = {synset: smoothing for synset in wordnet.members if synset[0] in "nv"}
    climber = Relatedness(wordnet)
    for word, number in words.items():
        synsets = wordnet.synsets(word)
        for synset in synsets:
            if synset[0] in "nv":
                for above in climber.steps(synset).keys() - {ROOT}:
                    found[above] += number / len(synsets)
    return found
