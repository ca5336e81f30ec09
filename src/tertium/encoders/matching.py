"""The nearest partner of each piece in the other text, by the cosine of their states, at each layer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.encoders.encoder import EncodedTexts, States


@dataclass(frozen=True)
class MatchedTexts:
    """One side of texts that were matched.

    Attributes:
        cosines: The greatest cosine of each piece with one of the other text: pieces, layers.
        partners: Which piece of the other text that is, counted from its first.
    """

    cosines: States
    partners: NDArray[np.uint32]


def match_texts(
    one: EncodedTexts, other: EncodedTexts, *, edges: bool = True, threads: int = 1
) -> tuple[MatchedTexts, MatchedTexts]:
    """Match the texts at the same places, in both directions.

    Args:
        one: Some texts.
        other: As many others, with the same layers.
        edges: Whether the marks at the ends of texts may be partners too.
        threads: How many threads to use.
    """
    first, second = _core.match_states(
        one.states, one.pieces.offsets, other.states, other.pieces.offsets, edges, threads
    )
    return MatchedTexts(*first), MatchedTexts(*second)
