"""Encoders: each piece of a text gets a vector that depends on the whole text, layer by layer.

A text's states do not depend on its neighbours, on the size of a batch or on the number of threads, to the last bit.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.encoders.pieces import PiecedTexts, PieceTokenizer
from tertium.encoders.weights import Weights
from tertium.errors import InputError, TextWarning
from tertium.registry import unknown
from tertium.threads import resolve_threads

States = NDArray[np.float32]


@dataclass(frozen=True)
class EncodedTexts:
    """Texts and the states of their pieces.

    Attributes:
        pieces: The pieces.
        states: Pieces, layers, numbers.
        layers: Which layers these are; 0 is what the first layer sees.
    """

    pieces: PiecedTexts
    states: States
    layers: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.pieces)

    def choose(self, texts: Sequence[int]) -> EncodedTexts:
        """Return some of the texts, in the given order."""
        starts, ends = self.pieces.offsets[:-1], self.pieces.offsets[1:]
        rows = np.concatenate([np.arange(starts[text], ends[text]) for text in texts] or [np.zeros(0, dtype=np.int64)])
        lengths = [int(ends[text] - starts[text]) for text in texts]
        pieces = PiecedTexts(
            numbers=self.pieces.numbers[rows],
            offsets=np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))),
            spans=self.pieces.spans[rows],
            shortened=(),
        )
        return EncodedTexts(pieces, self.states[rows], self.layers)


class Encoder:
    """A sentence encoder.

    Args:
        name: What it is called.
        weights: Its weights.
        tokenizer: What splits texts into pieces.
    """

    def __init__(self, name: str, weights: Weights, tokenizer: PieceTokenizer) -> None:
        self.name = name
        self.digest = f"{weights.digest[:8]}{tokenizer.digest[:4]}"
        self.layers = weights.layers
        self._tokenizer = tokenizer
        words = len(weights.tensors["embeddings.word_embeddings.weight"])
        if tokenizer.size > words:
            raise InputError(
                f"the tokenizer of {name} has {tokenizer.size} pieces, and the weights have {words}",
                remedy="Give the tokenizer and the weights of the same encoder",
            )
        made = weights.architecture
        self._kernel = _core.Encoder(
            weights.flatten(),
            heads=made.heads,
            inner=weights.inner,
            first_position=made.first_position,
            epsilon=made.epsilon,
        )

    @property
    def version(self) -> str:
        """Its name and the beginning of the digests of weights and tokenizer, for signatures."""
        return f"{self.name} sha256:{self.digest}"

    def choose_layers(self, layers: Sequence[int] | None) -> tuple[int, ...]:
        """Return the layers as they are numbered: all but layer 0 if None.

        Raises:
            SpecError: There is no such layer.
        """
        chosen = range(1, self.layers + 1) if layers is None else sorted(set(layers))
        for layer in chosen:
            if not 0 <= layer <= self.layers:
                raise unknown("layer", str(layer), [f"0 to {self.layers}"], owner=self.name)
        return tuple(chosen)

    def split(self, texts: Sequence[str]) -> PiecedTexts:
        """Split texts into pieces, and warn of those that are too long.

        Raises:
            TextError: One of them is not a text.
        """
        _core.check_texts(texts, True)
        pieces = self._tokenizer.split(texts)
        if pieces.shortened:
            one = len(pieces.shortened) == 1
            warnings.warn(
                TextWarning(
                    f"{len(pieces.shortened)} {'text is' if one else 'texts are'} longer than {self._tokenizer.longest}"
                    f" pieces of words; {self.name} does not see the rest",
                    remedy="Split long segments into sentences",
                    command_remedy="Split long segments into sentences",
                ),
                stacklevel=2,
            )
        return pieces

    def encode(
        self, texts: Sequence[str], *, layers: Sequence[int] | None = None, threads: int | None = None
    ) -> EncodedTexts:
        """Return the states of the pieces of texts.

        Args:
            texts: Any texts.
            layers: Which layers are wanted: 0 for what the first layer sees; all but that if None.
            threads: How many threads to use.

        Raises:
            SpecError: There is no such layer.
        """
        chosen = self.choose_layers(layers)
        pieces = self.split(texts)
        states = self._kernel.encode(pieces.numbers, pieces.offsets, list(chosen), resolve_threads(threads))
        return EncodedTexts(pieces, states, chosen)

    def name_pieces(self, pieces: PiecedTexts) -> list[str]:
        """Return the pieces of all texts as strings."""
        return [self._tokenizer.name(int(number)) for number in pieces.numbers]
