"""WER, word error rate (Levenshtein 1966): insertions, deletions and substitutions of words.

``WER = edits / words of the reference``. Fewer is better; 0 is a perfect match, and it may exceed 1. Of several
references the one with the lowest rate counts. No reordering is allowed, which is what BLEU was made to forgive
(Callison-Burch et al. 2006, section 2).

*Our deviations*: against an empty reference the rate is 0 for an empty hypothesis and 1 for any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium import _core
from tertium.metrics.metric import ratio
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix, Offsets


@dataclass(frozen=True, kw_only=True)
class Wer(TokenizedMetric):
    """Word error rate.

    Attributes:
        tokenize: The name of the tokenizer; white space only, by default.
        lowercase: Whether case is ignored.
    """

    name: ClassVar[str] = "wer"
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"edits": 0, "reference_length": 0}

    tokenize: str = "none"
    lowercase: bool = False

    @property
    def higher_is_better(self) -> bool:
        """Fewer errors are better."""
        return False

    @property
    def blind_to(self) -> Sequence[str]:
        """Order is seen: no word may be moved."""
        return ["synonyms", "content"]

    def tally(self, hypotheses: _core.Tokens, references: _core.Tokens, offsets: Offsets, threads: int = 1) -> Matrix:
        """Return edits, and words of the reference."""
        return _core.tally_wer(hypotheses, references, offsets, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return WER of each row, as a fraction."""
        edits, words = tallies[..., 0], tallies[..., 1]
        return ratio(edits, words, np.where(edits > 0, 1.0, 0.0))

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return edits and words."""
        return {"edits": tallies[..., 0], "reference_length": tallies[..., 1]}
