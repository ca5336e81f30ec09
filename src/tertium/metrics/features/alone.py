"""Alone: what the states of a hypothesis say about it, without a reference and without its source.

``alone7.3`` is the third number of the mean state of the hypothesis at layer 7, of states of length 1. By itself such a
number means nothing; weighed together, they tell text that people would write from text that they would not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.metrics.features.context import HIDDEN, average_texts, describe_encoder
from tertium.metrics.features.feature_cache import use_cached
from tertium.metrics.features.text import Pairs
from tertium.types import Array, Matrix

LAYERS = (4, 7, 10)
NAMES = tuple(f"alone{layer}.{number}" for layer in LAYERS for number in range(HIDDEN))


def probe_hypotheses(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each hypothesis."""

    def compute(places: Sequence[int]) -> Matrix:
        encoded = pairs.ours.select(places).encode(LAYERS, threads)
        return np.hstack([average_texts(encoded, place) for place in range(len(LAYERS))])

    texts = [(text,) for text in pairs.ours.joined]
    return dict(zip(NAMES, use_cached(describe_encoder(), texts, len(NAMES), compute).T, strict=True))


def describe_resources() -> dict[str, str]:
    """Return the encoder with the digest of its weights."""
    return {"encoder": describe_encoder()}
