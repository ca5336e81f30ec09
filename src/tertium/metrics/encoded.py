"""Segments for metrics that use an encoder: they are split and encoded when that is needed, and only once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tertium.encoders import CATALOGUE, EncodedTexts, Encoder, is_folder
from tertium.encoders.pieces import PiecedTexts
from tertium.languages import Languages, to_two_letters
from tertium.metrics.metric import Batch
from tertium.types import Array, Offsets


@dataclass(frozen=True)
class EncodableTexts:
    """Segments and the encoder that they are for.

    Attributes:
        segments: The segments.
        encoder: The encoder.
        layers: The layers that are wanted.
        threads: How many threads to use.
    """

    segments: Sequence[str]
    encoder: Encoder
    layers: tuple[int, ...]
    threads: int

    @cached_property
    def pieces(self) -> PiecedTexts:
        """The pieces of each segment."""
        return self.encoder.split(self.segments)

    @cached_property
    def encoded(self) -> EncodedTexts:
        """The states of each segment; equal segments are encoded once."""
        distinct = list(dict.fromkeys(self.segments))
        found = self.encoder.encode(distinct, layers=self.layers, threads=self.threads)
        if len(distinct) == len(self.segments):
            return found
        places = {text: place for place, text in enumerate(distinct)}
        return found.choose([places[text] for text in self.segments])


def pair_up(batch: Batch[EncodableTexts]) -> tuple[EncodedTexts, EncodedTexts]:
    """Return the hypothesis of each reference, and the references."""
    counts = np.diff(batch.offsets)
    ours = batch.hypotheses.encoded
    if (counts != 1).any():
        ours = ours.choose(np.repeat(np.arange(len(counts)), counts).tolist())
    return ours, batch.references.encoded


def take_best(values: Array, offsets: Offsets) -> Array:
    """Return the greatest value among the references of each segment."""
    return np.maximum.reduceat(values, offsets[:-1]) if len(values) else np.zeros(len(offsets) - 1)


def list_parts(encoder: str) -> list[str]:
    """Return the optional parts that an encoder needs: libraries, and its weights if it is known by name."""
    return ["encoder", *([] if is_folder(encoder) or encoder not in CATALOGUE else [encoder])]


def find_languages(encoder: str) -> Languages | None:
    """Return the languages that an encoder is for; None if it is for any, or if they are not known."""
    if is_folder(encoder) or encoder not in CATALOGUE:
        return None
    language = CATALOGUE[encoder].language
    return frozenset({to_two_letters(language)}) if language else None
