"""Error rates of words: edits, divided by the words of the reference."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.metrics.metric import ratio
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class WordErrorMetric(TokenizedMetric):
    """A rate of edits. Its rows are edits, and words of the reference.

    Attributes:
        tokenize: The name of the tokenizer; white space only, by default.
        lowercase: Whether case is ignored.
    """

    scale: ClassVar[tuple[float, float]] = (0, math.inf)
    explainable: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"edits": 0, "reference_length": 0}

    tokenize: str = "none"
    lowercase: bool = False

    @property
    def higher_is_better(self) -> bool:
        """Fewer edits are better."""
        return False

    def score(self, tallies: Matrix) -> Array:
        """Return the rate of each row, as a fraction; against an empty reference 0 or 1."""
        edits, words = tallies[..., 0], tallies[..., 1]
        return ratio(edits, words, np.where(edits > 0, 1.0, 0.0))

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return edits and words."""
        return {"edits": tallies[..., 0], "reference_length": tallies[..., 1]}
