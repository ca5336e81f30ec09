"""chrF: Popović 2015; chrF++ with word n-grams: Popović 2017.

Precision and recall of character n-grams of each order up to 6 (and of word n-grams up to ``word_order``), averaged
over the orders, and ``F = (1 + b^2) P R / (b^2 P + R)`` with ``b = 2``. White space is left out; the words of chrF++
lose one punctuation mark at their end, or else at their start. Of several references the best counts, segment by
segment; the corpus score is that of the summed counts. On a scale of 0 to 100, equal to sacrebleu 2.6.0.

*Our deviations*: none. With ``eps_smoothing`` the F of each order is averaged instead, as in Popović's own program,
NLTK and Moses.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium import _core
from tertium.metrics.metric import Batch, Metric, ratio
from tertium.metrics.spec import require
from tertium.text.case import lowered
from tertium.types import Array, Matrix

_TINY = 1e-16

Prepared = tuple[_core.Characters, _core.Tokens | None]


@dataclass(frozen=True, kw_only=True)
class Chrf(Metric):
    """chrF, and chrF++ with ``word_order=2``.

    Attributes:
        char_order: The longest character n-grams.
        word_order: The longest word n-grams; none by default.
        beta: How many times recall weighs as much as precision.
        lowercase: Whether case is ignored.
        whitespace: Whether white space counts as characters.
        eps_smoothing: Whether the F of each order is averaged, instead of precision and recall.
    """

    name: ClassVar[str] = "chrf"
    display_name: ClassVar[str] = "chrF"
    summary: ClassVar[str] = "precision and recall of character n-grams"
    scale: ClassVar[tuple[float, float]] = (0, 100)
    explainable: ClassVar[bool] = True
    component_decimals: ClassVar[Mapping[str, int]] = {"precision": 2, "recall": 2}

    char_order: int = 6
    word_order: int = 0
    beta: float = 2.0
    lowercase: bool = False
    whitespace: bool = False
    eps_smoothing: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        require(1 <= self.char_order <= 30, f"char_order is 1 to 30, not {self.char_order}")
        require(0 <= self.word_order <= 9, f"word_order is 0 to 9, not {self.word_order}")
        require(1e-6 <= self.beta <= 1e6, f"beta is 0.000001 to 1000000, not {self.beta:g}")

    @property
    def blind_to(self) -> Sequence[str]:
        """Recall is part of the score, the rest is as with BLEU."""
        return ["synonyms", "order", "content"]

    def prepare(self, segments: Sequence[str], threads: int = 1) -> Prepared:
        """Return the characters of each segment, and its words if they count."""
        segments = lowered(segments, self.lowercase, threads)
        characters = _core.pack_characters(segments, self.whitespace, threads)
        return characters, _core.tokenize(segments, "chrf", threads) if self.word_order else None

    @property
    def preparation(self) -> Hashable:
        """ChrF of any order and beta shares its characters."""
        return ("characters", self.lowercase, self.whitespace, self.word_order > 0)

    def tally(self, batch: Batch[Prepared], threads: int = 1) -> Matrix:
        """Return n-grams of the hypothesis, of the best reference, and matches, order by order.

        Where the reference has no n-gram of an order, those of the hypothesis are not counted either.
        """
        return _core.tally_chrf(*batch.texts, self.char_order, self.word_order, self.beta, self.eps_smoothing, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return ChrF of each row, from 0 to 100."""
        factor = self.beta**2
        if self.eps_smoothing:
            precisions, recalls, _ = self._rates(tallies, _TINY)
            denominators = factor * precisions + recalls
            each = ratio((1 + factor) * precisions * recalls, denominators, _TINY)
            return np.asarray(100 * each.mean(axis=-1))
        precision, recall = self._averages(tallies)
        return np.asarray(100 * ratio((1 + factor) * precision * recall, factor * precision + recall))

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return precision and recall in per cent, averaged over the orders."""
        precision, recall = self._averages(tallies)
        return {"precision": 100 * precision, "recall": 100 * recall}

    def _rates(self, tallies: Matrix, otherwise: float) -> tuple[Matrix, Matrix, Matrix]:
        """Return precision and recall of each order, and how many n-grams the rarer side has."""
        ours, theirs, matches = tallies[..., 0::3], tallies[..., 1::3], tallies[..., 2::3]
        return ratio(matches, ours, otherwise), ratio(matches, theirs, otherwise), np.minimum(ours, theirs)

    def _averages(self, tallies: Matrix) -> tuple[Array, Array]:
        """Return precision and recall averaged over the orders that both sides have."""
        precisions, recalls, present = self._rates(tallies, 0.0)
        orders = np.maximum((present > 0).sum(axis=-1), 1)
        return precisions.sum(axis=-1) / orders, recalls.sum(axis=-1) / orders


@dataclass(frozen=True, kw_only=True)
class ChrfPlusPlus(Chrf):
    """chrF++: chrF with word n-grams up to 2."""

    name: ClassVar[str] = "chrf++"
    display_name: ClassVar[str] = "chrF++"
    summary: ClassVar[str] = "chrF with words and word pairs"

    word_order: int = 2
