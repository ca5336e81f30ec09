"""BERTScore against the source: soft matches between a hypothesis and its source, by a multilingual encoder.

BERTScore is that of Zhang, Kishore, Wu, Weinberger and Artzi 2020. Zhao, Glavaš, Peyrard, Gao, West and Eger 2020 put
the source in the place of the reference. Each piece of the hypothesis is matched with the nearest piece of the source,
by the cosine of their states at one layer, and the other way round. ``P`` is the mean cosine over the pieces of the
hypothesis, ``R`` that over the pieces of the source, ``F1 = 2PR / (P + R)``. The corpus score is the mean over the
segments. From -1 to 1. References are not looked at.

It is a weak measure of quality: ``docs/metrics/bertscore-qe.md`` has measured correlations with human judgments.

*Our deviations*: Zhao et al. measure how far the words of one text have to be moved to those of the other, after they
have mapped the states of one language to those of the other, and add a language model. Nothing is mapped or added here.
Pieces do not weigh more where they are rare, since rarity is learned from references.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from tertium.encoders import MULTILINGUAL
from tertium.metrics.encoded import EncodableTexts
from tertium.metrics.metric import Batch
from tertium.metrics.soft_matching import SoftMatching
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class SourceBertScore(SoftMatching):
    """Precision, recall and F1 of soft matches with the source.

    Attributes:
        encoder: The name of an installed encoder, or a folder in the usual layout; it has to know both languages.
        layer: The layer whose states are compared; 0 is what the first layer sees.
        report: Which of the three figures is the score; the others are its components.
    """

    name: ClassVar[str] = "bertscore-qe"
    display_name: ClassVar[str] = "BERTScore-QE"
    summary: ClassVar[str] = "similarity with the source; weak"

    encoder: str = MULTILINGUAL
    layer: int = 9
    report: Literal["f1", "precision", "recall"] = "f1"

    @property
    def caution(self) -> str:
        """It is weak."""
        return (
            "a weak measure: a literal translation may score above a better one. Its correlation with human judgments "
            "of segments was 0.19 to 0.48, and that of BLEU with references 0.39 to 0.55"
        )

    @property
    def needs_references(self) -> bool:
        """It compares with the source."""
        return False

    @property
    def needs_sources(self) -> bool:
        """It compares with nothing else."""
        return True

    @property
    def blind_to(self) -> Sequence[str]:
        """As BERTScore is; words of the source stand in another order anyway."""
        return ["order", "content", *["recall"] * (self.report == "precision")]

    def tally(self, batch: Batch[EncodableTexts], threads: int = 1) -> Matrix:
        """Return precision, recall and F1 of each segment, and 1; references are not looked at."""
        sources: EncodableTexts = batch.require_sources(self.name)
        figures = self._match(batch.hypotheses.encoded, sources.encoded, threads)
        return np.column_stack([figures, np.ones(len(figures))])

    def score(self, tallies: Matrix) -> Array:
        """Return the mean of the reported figure, from -1 to 1."""
        return self.components(tallies)[self.report]
