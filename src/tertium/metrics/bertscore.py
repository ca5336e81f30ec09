"""BERTScore: Zhang, Kishore, Wu, Weinberger and Artzi 2020, with any encoder.

Each piece of the hypothesis is matched with the nearest piece of the reference, by the cosine of their states at one
layer, and the other way round. ``P = sum of w * cosine / sum of w`` over the pieces of the hypothesis, ``R`` the same
over those of the reference, ``F1 = 2PR / (P + R)``. Weights ``w`` are 1, or ``log((N + 1) / (n + 1))`` for a piece that
``n`` of all ``N`` references have. The marks at the ends of texts have weight 0, but may be partners. Of several
references the best counts, for each figure; the corpus score is the mean over the segments. From -1 to 1.

*Our deviations*: none in the arithmetic of the package bert-score. Its baselines, which only shift and stretch scores,
are left out. A text without pieces has 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Self

import numpy as np

from tertium.encoders.catalogue import MULTILINGUAL
from tertium.encoders.pieces import PiecedTexts
from tertium.errors import TertiumError
from tertium.metrics.encoded import EncodableTexts, pair_up, take_best
from tertium.metrics.metric import Batch, FitsByCounts
from tertium.metrics.soft_matching import SoftMatching
from tertium.types import Array, Counts, Matrix

_ALL = ""


@dataclass(frozen=True)
class PieceRarity:
    """How rare pieces are among references.

    Attributes:
        counts: How many references have each piece, by its number.
        total: How many references there are.
    """

    counts: Mapping[int, int]
    total: int

    def weigh(self, pieces: PiecedTexts) -> Array:
        """Return the weight of each piece."""
        found = [self.counts.get(number, 0) for number in pieces.numbers.tolist()]
        return np.log((self.total + 1) / (np.array(found, dtype=np.float64) + 1))


@dataclass(frozen=True, kw_only=True)
class BertScore(FitsByCounts, SoftMatching):
    """Precision, recall and F1 of soft matches with references.

    Attributes:
        idf: Whether pieces that few references have count more.
        report: Which of the three figures is the score; the others are its components.
        rarity: What was learned from the references; ``fit`` sets it.
    """

    name: ClassVar[str] = "bertscore"
    display_name: ClassVar[str] = "BERTScore"
    summary: ClassVar[str] = "similarity of contextual embeddings: precision, recall and F1"
    explainable: ClassVar[bool] = True
    for_language: ClassVar[str] = f"bertscore:encoder={MULTILINGUAL}"

    idf: bool = False
    report: Literal["f1", "precision", "recall"] = "f1"
    rarity: PieceRarity | None = field(default=None, repr=False, compare=False)

    @property
    def needs_fit(self) -> bool:
        """Whether rarity has to be learned from the references."""
        return self.idf

    @property
    def blind_to(self) -> Sequence[str]:
        """States know their neighbours, and hardly more of the order."""
        return ["order", *["content"] * (not self.idf), *["recall"] * (self.report == "precision")]

    def count_references(self, references: EncodableTexts) -> tuple[Sequence[str], Counts]:
        """Return how many references have each piece, and how many there are: counts of parts can be added."""
        pieces = references.pieces
        owners = np.repeat(np.arange(len(pieces)), np.diff(pieces.offsets))
        distinct = np.unique(np.column_stack((owners, pieces.numbers)), axis=0)[:, 1]
        numbers, counts = np.unique(distinct, return_counts=True)
        return [_ALL, *map(str, numbers.tolist())], np.array([len(pieces), *counts.tolist()], dtype=np.int64)

    def fit_counts(self, names: Sequence[str], counts: Counts) -> Self:
        """Learn the same from the counts of all parts of the references."""
        sums: dict[str, int] = {}
        for name, count in zip(names, counts.tolist(), strict=True):
            sums[name] = sums.get(name, 0) + count
        total = sums.pop(_ALL, 0)
        return replace(self, rarity=PieceRarity({int(name): count for name, count in sums.items()}, total))

    def for_segments(self) -> Self:
        """Without what was learned: rows that are tallied need it no more."""
        return replace(self, rarity=None)

    def tally(self, batch: Batch[EncodableTexts], threads: int = 1) -> Matrix:
        """Return precision, recall and F1 of each segment, and 1."""
        ours, theirs = pair_up(batch)
        best = [take_best(figure, batch.offsets) for figure in self._match(ours, theirs, threads).T]
        return np.column_stack([*best, np.ones(len(batch.offsets) - 1)])

    def _weigh(self, pieces: PiecedTexts) -> Array:
        """Return the weight of each piece, by how rare it is if that counts."""
        if not self.idf:
            return super()._weigh(pieces)
        if self.rarity is None:
            raise TertiumError("BERTScore has not seen the references of the whole test set", remedy="Call fit first")
        return self.rarity.weigh(pieces)

    def score(self, tallies: Matrix) -> Array:
        """Return the mean of the reported figure, from -1 to 1."""
        return self.components(tallies)[self.report]
