"""Lengths: how long the hypothesis is beside the reference, in words and in letters, and how long the reference is.

``length.words`` is ``log((h + 1) / (r + 1))`` for h and r words; ``length.difference`` its absolute value, of letters
and digits; ``length.reference`` is ``log(1 + r)``.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tertium.metrics.features.text import Pairs
from tertium.types import Array

NAMES = ("length.words", "length.difference", "length.reference")


def compare_lengths(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the lengths of each pair."""
    words = np.array([(len(ours), len(theirs)) for ours, theirs in pairs.words], dtype=np.float64).reshape(-1, 2) + 1
    letters = np.array([[sum(map(len, side)) for side in pair] for pair in pairs.words], np.float64).reshape(-1, 2) + 1
    return {
        "length.words": np.log(words[:, 0] / words[:, 1]),
        "length.difference": np.abs(np.log(letters[:, 0] / letters[:, 1])),
        "length.reference": np.log(words[:, 1]),
    }
