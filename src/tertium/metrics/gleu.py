"""GLEU, Google's BLEU for single sentences: Wu et al. 2016, section 5.2.

The n-grams of all orders from 1 to 4 are counted together. ``GLEU = matches / max(n-grams of the hypothesis, n-grams of
the reference)``, which is the smaller of precision and recall. From 0 to 1. Of several references the best counts; the
corpus score is that of the summed counts. Equal to NLTK's ``corpus_gleu`` and ``sentence_gleu`` on the same words.

*Our deviations*: none. (Napoles et al. 2015 have another measure of this name, for corrections of grammar.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium import _core
from tertium.metrics.metric import Batch, ratio
from tertium.metrics.spec import require
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class Gleu(TokenizedMetric):
    """The smaller of precision and recall of n-grams.

    Attributes:
        tokenize: The name of the tokenizer.
        lowercase: Whether case is ignored.
        min_len: The shortest n-grams.
        max_len: The longest n-grams.
    """

    name: ClassVar[str] = "gleu"
    display_name: ClassVar[str] = "GLEU"
    summary: ClassVar[str] = "the smaller of precision and recall of n-grams, for single segments"
    scale: ClassVar[tuple[float, float]] = (0, 1)
    explainable: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"matches": 0, "ngrams": 0}

    tokenize: str = "13a"
    lowercase: bool = False
    min_len: int = 1
    max_len: int = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            1 <= self.min_len <= self.max_len <= 30,
            f"min_len and max_len are 1 to 30, the first not above the second, not {self.min_len} and {self.max_len}",
        )

    @property
    def blind_to(self) -> Sequence[str]:
        """Recall is part of the score; the rest is as with BLEU."""
        return ["synonyms", "order", "content"]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return matches, and n-grams of the side that has more."""
        return _core.tally_gleu(*batch.texts, self.min_len, self.max_len, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return GLEU of each row, from 0 to 1."""
        return ratio(tallies[..., 0], tallies[..., 1])

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return matches, and n-grams of the side that has more."""
        return {"matches": tallies[..., 0], "ngrams": tallies[..., 1]}
