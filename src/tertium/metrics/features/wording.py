"""Wording: small slips that people mind more than their number of letters tells.

``pronouns.all`` is how many personal and possessive pronouns only one side has, over the words of the reference;
``pronouns.subjects`` the same of those that are nothing but subjects (``i he she we they``). ``negation`` is by how
many words of negation the sides differ. ``repetition.words`` is the fraction of the hypothesis' words that repeat the
word before, ``repetition.pairs`` the fraction of its pairs of words that come again, less that of the reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from tertium.metrics.features.text import Pairs
from tertium.types import Array

NAMES = ("pronouns.all", "pronouns.subjects", "negation", "repetition.words", "repetition.pairs")

_PRONOUNS = frozenset(
    {
        *("i", "me", "my", "we", "us", "our", "you", "your"),
        *("he", "him", "his", "she", "her", "it", "its", "they", "them", "their"),
    }
)
_SUBJECTS = frozenset({"i", "he", "she", "we", "they"})
_NEGATIONS = frozenset({"not", "no", "never", "none", "nothing", "nobody", "neither", "nor", "without"})


def find_slips(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each pair."""
    rows = [(*_compare(ours, theirs), *_look_at(ours, theirs)) for ours, theirs in pairs.words]
    return dict(zip(NAMES, np.array(rows, dtype=np.float64).reshape(-1, len(NAMES)).T, strict=True))


def _compare(ours: Sequence[str], theirs: Sequence[str]) -> tuple[float, float, float]:
    differences = Counter(word for word in ours if word in _PRONOUNS)
    differences.subtract(word for word in theirs if word in _PRONOUNS)
    pronouns = sum(map(abs, differences.values())) / max(len(theirs), 1)
    subjects = sum(abs(differences[word]) for word in _SUBJECTS) / max(len(theirs), 1)
    negations = sum(word in _NEGATIONS for word in ours) - sum(word in _NEGATIONS for word in theirs)
    return pronouns, subjects, abs(negations)


def _look_at(ours: Sequence[str], theirs: Sequence[str]) -> tuple[float, float]:
    again = sum(word == following for word, following in pairwise(ours)) / max(len(ours), 1)
    return again, _repeat_pairs(ours) - _repeat_pairs(theirs)


def _repeat_pairs(words: Sequence[str]) -> float:
    return (max(len(words) - 1, 0) - len(set(pairwise(words)))) / max(len(words), 1)
