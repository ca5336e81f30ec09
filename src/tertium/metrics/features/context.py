"""Context: how near the words of both sides are in meaning where they stand, by the states of an encoder.

At some layers, each piece of a word is matched with the piece of the other side whose state is nearest, by the cosine.
The marks at the ends of texts do not count. ``context7.rarity.precision`` is the mean cosine over the hypothesis,
weighed by how rare the words are (marks weigh .1); ``recall`` the same over the reference. ``context7.worst`` has the
mean of the lowest quarter. ``context7.bigram`` has the mean for pairs of neighbours, whose states are the sums of two
states of length 1, and ``bigram.worst`` the mean of the lowest quarter of both sides. ``context7.sentence`` is the
cosine of the states at the beginning of both texts.

``state.ours3`` is the third number of the mean state of the hypothesis at layer 7, of states of length 1, and
``state.apart3`` how much more that is than the reference's. Weighed together, they say what is amiss with a hypothesis
by itself, and against its reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.encoders import DEFAULT, EncodedTexts, match_texts, open_encoder
from tertium.encoders.encoder import States
from tertium.encoders.pieces import PiecedTexts
from tertium.metrics import encoded
from tertium.metrics.features import frequency
from tertium.metrics.features.feature_cache import use_cached
from tertium.metrics.features.text import Pairs, is_word
from tertium.types import Array, Matrix

LAYERS = (2, 5, 7, 12)
HIDDEN = 384
_PROBED = LAYERS.index(7)
_WORST = 0.25
_MARK = 0.1

_FIGURES = (
    *("bigram.precision", "bigram.recall", "bigram.worst"),
    *("rarity.precision", "rarity.recall"),
    *("worst.precision", "worst.recall"),
    "sentence",
)
NAMES = tuple(f"context{layer}.{figure}" for layer in LAYERS for figure in _FIGURES)
STATES = tuple(f"state.{side}{number}" for side in ("ours", "apart") for number in range(HIDDEN))


def compare_states(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each pair."""

    def compute(places: Sequence[int]) -> Matrix:
        chosen = pairs.select(places)
        ours, theirs = (side.encode(LAYERS, threads) for side in (chosen.ours, chosen.theirs))
        return np.hstack((_compare(chosen, ours, theirs, threads), _probe(ours, theirs)))

    texts = list(zip(pairs.ours.joined, pairs.theirs.joined, strict=True))
    names = (*NAMES, *STATES)
    return dict(zip(names, use_cached(describe_encoder(), texts, len(names), compute).T, strict=True))


def list_parts() -> list[str]:
    """Return the optional parts that the encoder needs, by names of ``tertium.parts.PARTS``."""
    return encoded.list_parts(DEFAULT)


def describe_resources() -> dict[str, str]:
    """Return the encoder with the digest of its weights, and the version of wordfreq."""
    return {"encoder": describe_encoder(), **frequency.describe_resources()}


def describe_encoder() -> str:
    """Return the encoder with the digest of its weights."""
    return open_encoder(DEFAULT).version


def _compare(pairs: Pairs, ours: EncodedTexts, theirs: EncodedTexts, threads: int) -> Matrix:
    """How near the pieces are: one row per pair, the figures layer by layer."""
    encoded = (ours, theirs)
    weights = [_weigh(*side) for side in zip(encoded, (pairs.hypotheses, pairs.references), strict=True)]
    units = [_normalise(side.states) for side in encoded]
    joined = [_join(side, states) for side, states in zip(encoded, units, strict=True)]
    matched = match_texts(ours, theirs, edges=False, threads=threads)
    matched_bigrams = match_texts(*joined, threads=threads)
    rows = np.zeros((len(pairs), len(LAYERS), len(_FIGURES)))
    for number in range(len(pairs)):
        inner = [cut_ends(side.pieces, number) for side in encoded]
        cosines = [side.cosines[place].astype(np.float64) for side, place in zip(matched, inner, strict=True)]
        if not len(cosines[0]) or not len(cosines[1]):
            continue
        spans = [slice(*_span(side.pieces, number)) for side in joined]
        bigrams = [side.cosines[span].astype(np.float64) for side, span in zip(matched_bigrams, spans, strict=True)]
        if not len(bigrams[0]) or not len(bigrams[1]):
            bigrams = cosines
        first, other = (states[_span(side.pieces, number)[0]] for side, states in zip(encoded, units, strict=True))
        rows[number] = np.column_stack(
            [
                *(side.mean(axis=0) for side in bigrams),
                average_worst(np.concatenate(bigrams)),
                *(_average(side, weight[place]) for side, weight, place in zip(cosines, weights, inner, strict=True)),
                *(average_worst(side) for side in cosines),
                np.einsum("ij,ij->i", first, other),
            ]
        )
    return rows.reshape(len(pairs), -1)


def _probe(ours: EncodedTexts, theirs: EncodedTexts) -> Matrix:
    """The numbers of the mean state of each hypothesis, and how much more they are than the reference's."""
    means, others = (average_texts(side, _PROBED) for side in (ours, theirs))
    is_empty = (np.diff(ours.pieces.offsets) <= 2) | (np.diff(theirs.pieces.offsets) <= 2)
    return np.where(is_empty[:, None], 0.0, np.hstack((means, means - others)))


def cut_ends(pieces: PiecedTexts, number: int) -> slice:
    """Return where the pieces of a text are, without the marks at its ends."""
    start, end = _span(pieces, number)
    return slice(start + 1, end - 1)


def _span(pieces: PiecedTexts, number: int) -> tuple[int, int]:
    return int(pieces.offsets[number]), int(pieces.offsets[number + 1])


def _normalise(states: States) -> States:
    """States of length 1."""
    return np.asarray(states / np.maximum(np.linalg.norm(states, axis=-1, keepdims=True), np.float32(1e-9)))


def _join(encoded: EncodedTexts, units: States) -> EncodedTexts:
    """Pairs of neighbours, without the marks at the ends: the sums of their states."""
    pieces = encoded.pieces
    counts = np.maximum(np.diff(pieces.offsets) - 3, 0)
    offsets = np.concatenate(([0], np.cumsum(counts)))
    places = np.arange(offsets[-1]) + np.repeat(pieces.offsets[:-1] + 1 - offsets[:-1], counts)
    joined = PiecedTexts(numbers=pieces.numbers[places], offsets=offsets, spans=pieces.spans[places], shortened=())
    return EncodedTexts(joined, units[places] + units[places + 1], encoded.layers)


def _weigh(encoded: EncodedTexts, texts: Sequence[Sequence[str]]) -> Array:
    """The weight of the word of each piece; 0 at the ends."""
    words = [word for tokens in texts for word in tokens]
    weights = frequency.weigh(frequency.look_up_frequencies(words))
    weights[[not is_word(word) for word in words]] = _MARK
    return np.append(weights, 0.0)[encoded.pieces.find_words(texts)]


def _average(cosines: Matrix, weights: Array) -> Array:
    return np.asarray(weights @ cosines / max(float(weights.sum()), 1e-9))


def average_worst(cosines: Matrix) -> Array:
    """Return the mean of the lowest quarter of the cosines at each layer, of one at least."""
    count = max(1, round(len(cosines) * _WORST))
    return np.asarray(np.partition(cosines, count - 1, axis=0)[:count].mean(axis=0))


def average_texts(encoded: EncodedTexts, place: int) -> Matrix:
    """Return the mean of the states of each text, each of length 1, at one of the layers that were encoded."""
    units = _normalise(encoded.states[:, place]).astype(np.float64)
    offsets = encoded.pieces.offsets
    units[offsets[:-1]] = units[offsets[1:] - 1] = 0
    counts = np.maximum(np.diff(offsets) - 2, 1)
    return np.asarray(np.add.reduceat(units, offsets[:-1], axis=0) / counts[:, None]) if len(counts) else units
