"""Context: how near the words of both sides are in meaning where they stand, by the states of an encoder.

For each layer, the cosine of each piece of a word with the nearest piece of the other side (the marks at the ends of
texts do not count). ``context7.rarity.precision`` is the mean of these over the hypothesis, weighed by how rare their
words are (marks weigh .1); ``recall`` the same over the reference. ``context7.lowest10.precision`` is the mean of the
lowest tenth, ``lowest25`` of the lowest quarter, ``lowest50`` of the lower half. ``context7.bigram`` has the mean for
pairs of neighbours, each the sum of two states of length 1; ``bigram.lowest`` is the mean of the lowest quarter of both
sides. ``context7.sentence`` is the cosine of the states at the beginning of both texts. ``state.ours3`` is the third
number of the mean state of the hypothesis at layer 7, of states of length 1, and ``state.apart3`` how much more that is
than the reference's: weighed together they say what is amiss with a hypothesis by itself, and against its reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.encoders import DEFAULT, EncodedTexts, match_texts, open_encoder
from tertium.encoders.encoder import States
from tertium.encoders.pieces import PiecedTexts
from tertium.metrics.features import frequency
from tertium.metrics.features.text import Pairs, is_word
from tertium.types import Array, Matrix

LAYERS = range(1, 13)
HIDDEN = 384
_PROBED = 7
_SHARES = {"lowest10": 0.1, "lowest25": 0.25, "lowest50": 0.5}
_BIGRAM_SHARE = 0.25
_MARK = 0.1
_RATES = ("precision", "recall")

_FIGURES = (
    *(f"bigram.{figure}" for figure in (*_RATES, "lowest")),
    *(f"rarity.{rate}" for rate in _RATES),
    "sentence",
    *(f"{share}.{rate}" for share in _SHARES for rate in _RATES),
)
NAMES = tuple(f"context{layer}.{figure}" for layer in LAYERS for figure in _FIGURES)
STATES = tuple(f"state.{side}{number}" for side in ("ours", "apart") for number in range(HIDDEN))


def compare_states(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each pair."""
    encoded = [side.encode(LAYERS, threads) for side in (pairs.ours, pairs.theirs)]
    weights = [_weigh(*side) for side in zip(encoded, (pairs.hypotheses, pairs.references), strict=True)]
    units = [_normalise(side.states) for side in encoded]
    joined = [_join(side, states) for side, states in zip(encoded, units, strict=True)]
    matched = match_texts(*encoded, edges=False, threads=threads)
    matched_bigrams = match_texts(*joined, threads=threads)
    rows = np.zeros((len(pairs), len(LAYERS), len(_FIGURES)))
    for number in range(len(pairs)):
        inner = [slice(start + 1, end - 1) for start, end in (_span(side.pieces, number) for side in encoded)]
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
                _average_lowest(np.concatenate(bigrams), [_BIGRAM_SHARE])[0],
                *(_average(side, weight[place]) for side, weight, place in zip(cosines, weights, inner, strict=True)),
                np.einsum("ij,ij->i", first, other),
                *_alternate(*(_average_lowest(side, list(_SHARES.values())) for side in cosines)),
            ]
        )
    return dict(zip(NAMES, rows.reshape(len(pairs), -1).T, strict=True))


def probe_states(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the numbers of the mean states of each pair."""
    ours, theirs = (_average_states(side.encode(LAYERS, threads)) for side in (pairs.ours, pairs.theirs))
    return dict(zip(STATES, np.hstack((ours, ours - theirs)).T, strict=True))


def describe_resources() -> dict[str, str]:
    """Return the encoder with the digest of its weights, and the version of wordfreq."""
    return {"encoder": open_encoder(DEFAULT).version, **frequency.describe_resources()}


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


def _average_lowest(cosines: Matrix, shares: Sequence[float]) -> list[Array]:
    """The mean of the lowest cosines at each layer, for each share of them; of one at least."""
    sums = np.cumsum(np.sort(cosines, axis=0), axis=0)
    counts = [max(1, round(len(cosines) * share)) for share in shares]
    return [sums[count - 1] / count for count in counts]


def _alternate(ones: Sequence[Array], others: Sequence[Array]) -> list[Array]:
    return [each for pair in zip(ones, others, strict=True) for each in pair]


def _average_states(encoded: EncodedTexts) -> Matrix:
    """The mean of the states of each text, each of length 1, at one layer."""
    units = _normalise(encoded.states[:, encoded.layers.index(_PROBED)]).astype(np.float64)
    offsets = encoded.pieces.offsets
    units[offsets[:-1]] = units[offsets[1:] - 1] = 0
    counts = np.maximum(np.diff(offsets) - 2, 1)
    return np.asarray(np.add.reduceat(units, offsets[:-1], axis=0) / counts[:, None]) if len(counts) else units
