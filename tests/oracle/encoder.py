"""BERT as its authors define it, one text at a time, in float64; and greedy matching, piece by piece."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.special import erf, softmax

from tertium.types import Array


def normalise(rows: Array, scale: Array, shift: Array, epsilon: float) -> Array:
    """Layer normalisation."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + epsilon) * scale + shift)


def encode(
    tensors: Mapping[str, Array], pieces: Sequence[int], *, heads: int, first_position: int, epsilon: float
) -> list[Array]:
    """The states of a text after the embeddings and after each layer."""
    weights = {name: np.asarray(tensor, dtype=np.float64) for name, tensor in tensors.items()}

    def apply(rows: Array, name: str) -> Array:
        return np.asarray(rows @ weights[f"{name}.weight"].T + weights[f"{name}.bias"])

    def level(rows: Array, name: str) -> Array:
        return normalise(rows, weights[f"{name}.weight"], weights[f"{name}.bias"], epsilon)

    places = np.arange(len(pieces)) + first_position
    states = weights["embeddings.word_embeddings.weight"][list(pieces)]
    states = states + weights["embeddings.position_embeddings.weight"][places]
    states = level(states + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    found = [states]
    layers = sum(name.endswith("intermediate.dense.bias") for name in weights)
    size = states.shape[1] // heads
    for layer in range(layers):
        start = f"encoder.layer.{layer}"
        query, key, value = (apply(states, f"{start}.attention.self.{kind}") for kind in ("query", "key", "value"))
        parts = []
        for head in range(heads):
            own = slice(head * size, (head + 1) * size)
            shares = softmax(query[:, own] @ key[:, own].T / math.sqrt(size), axis=1)
            parts.append(shares @ value[:, own])
        mixed = apply(np.concatenate(parts, axis=1), f"{start}.attention.output.dense")
        states = level(states + mixed, f"{start}.attention.output.LayerNorm")
        inner = apply(states, f"{start}.intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
        states = level(states + apply(inner, f"{start}.output.dense"), f"{start}.output.LayerNorm")
        found.append(states)
    return found


def match(one: Array, other: Array) -> tuple[Array, Array]:
    """The greatest cosine of each row of both with a row of the other."""
    ours, theirs = (np.asarray(rows, dtype=np.float64) for rows in (one, other))
    ours, theirs = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (ours, theirs))
    cosines = ours @ theirs.T
    return cosines.max(axis=1), cosines.max(axis=0)
