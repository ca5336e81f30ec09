"""Source: how near the words of a hypothesis are in meaning to those of its source, by a multilingual encoder.

At some layers, each piece of a word is matched with the piece of the other side whose state is nearest, by the cosine.
The marks at the ends of texts do not count. ``source9.precision`` is the mean cosine over the hypothesis, ``recall``
that over the source, and ``worst`` the mean of the lowest quarter of either.

Unlike other features, these depend on case: the encoder knows German nouns by their capitals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.encoders import MULTILINGUAL, match_texts, open_encoder
from tertium.errors import InputError
from tertium.metrics import encoded
from tertium.metrics.features.context import average_worst, cut_ends
from tertium.metrics.features.feature_cache import use_cached
from tertium.metrics.features.text import Pairs
from tertium.types import Array, Matrix

LAYERS = (4, 7, 9, 12)
_FIGURES = ("precision", "recall", "worst.precision", "worst.recall")
NAMES = tuple(f"source{layer}.{figure}" for layer in LAYERS for figure in _FIGURES)


def compare_with_sources(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each hypothesis and its source.

    Raises:
        InputError: The sources are not known.
    """
    sources = pairs.sources
    if sources is None:
        raise InputError(
            "a feature compares with the source, and the source segments are not known here",
            remedy="Use a metric that compares with references here",
        )

    def compute(places: Sequence[int]) -> Matrix:
        chosen = pairs.ours.select(places), sources.select(places, shared=True)
        encoded = [side.encode(LAYERS, threads, MULTILINGUAL) for side in chosen]
        matched = match_texts(*encoded, edges=False, threads=threads)
        rows = np.zeros((len(places), len(LAYERS), len(_FIGURES)))
        for number in range(len(places)):
            inner = (cut_ends(side.pieces, number) for side in encoded)
            cosines = [side.cosines[span].astype(np.float64) for side, span in zip(matched, inner, strict=True)]
            if all(map(len, cosines)):
                means = [side.mean(axis=0) for side in cosines]
                rows[number] = np.column_stack([*means, *(average_worst(side) for side in cosines)])
        return rows.reshape(len(places), -1)

    texts = list(zip(pairs.ours.cased, sources.cased, strict=True))
    return dict(zip(NAMES, use_cached(describe_encoder(), texts, len(NAMES), compute).T, strict=True))


def describe_encoder() -> str:
    """Return the encoder with the digest of its weights."""
    return open_encoder(MULTILINGUAL).version


def list_parts() -> list[str]:
    """Return the optional parts that the encoder needs, by names of ``tertium.parts.PARTS``."""
    return encoded.list_parts(MULTILINGUAL)


def describe_resources() -> dict[str, str]:
    """Return the encoder with the digest of its weights."""
    return {"multilingual": describe_encoder()}
