"""Unigram precision, recall, F1 and Fmean: the ground of METEOR (Banerjee and Lavie 2005, section 2).

``P`` and ``R`` are the fractions of the words of hypothesis and reference that match, each word once; ``F1 = 2PR / (P +
R)`` and ``Fmean = 10PR / (R + 9P)``, which weighs recall nine times as much. From 0 to 1. Of several references the one
with the best Fmean counts; the corpus score is that of the summed counts.

*Our deviations*: the paper leaves the tokenizer open; ours is 13a by default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tertium import _core
from tertium.metrics.metric import Batch, ratio
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class Unigram(TokenizedMetric):
    """Precision, recall and their means over single words.

    Attributes:
        report: Which of the four figures is the score; the others are its components.
        tokenize: The name of the tokenizer.
        lowercase: Whether case is ignored.
    """

    name: ClassVar[str] = "unigram"
    summary: ClassVar[str] = "precision and recall of single words"
    scale: ClassVar[tuple[float, float]] = (0, 1)
    explainable: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"precision": 4, "recall": 4, "f1": 4, "fmean": 4}

    report: Literal["fmean", "f1", "precision", "recall"] = "fmean"
    tokenize: str = "13a"
    lowercase: bool = False

    @property
    def blind_to(self) -> Sequence[str]:
        """Single words have no order."""
        return ["synonyms", "order", "content", *["recall"] * (self.report == "precision")]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return matches, and words on both sides."""
        return _core.tally_unigram(*batch.texts, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return the reported figure of each row, from 0 to 1."""
        return self.components(tallies)[self.report]

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return precision, recall, F1 and Fmean."""
        matches, ours, theirs = tallies[..., 0], tallies[..., 1], tallies[..., 2]
        return {
            "precision": ratio(matches, ours),
            "recall": ratio(matches, theirs),
            "f1": ratio(2 * matches, ours + theirs),
            "fmean": ratio(10 * matches, ours + 9 * theirs),
        }
