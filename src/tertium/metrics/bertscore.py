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

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from tertium.encoders import DEFAULT, Encoder, is_folder, match_texts, open_encoder
from tertium.encoders.pieces import PiecedTexts
from tertium.errors import TertiumError
from tertium.languages import Languages
from tertium.metrics.encoded import EncodableTexts, find_languages, pair_up, take_best
from tertium.metrics.metric import Metric, ratio
from tertium.metrics.spec import require
from tertium.syntax.parser import check_segments
from tertium.types import Array, Counts, Matrix, Offsets

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
class BertScore(Metric):
    """Precision, recall and F1 of soft matches between pieces of words.

    Attributes:
        encoder: The name of an installed encoder, or a folder in the usual layout.
        layer: The layer whose states are compared; 0 is what the first layer sees.
        idf: Whether pieces that few references have count more.
        report: Which of the three figures is the score; the others are its components.
        rarity: What was learned from the references; ``fit`` sets it.
    """

    name: ClassVar[str] = "bertscore"
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"precision": 4, "recall": 4, "f1": 4}
    for_language: ClassVar[str] = "bertscore:encoder=FOLDER,layer=N with an encoder for {code}"

    encoder: str = DEFAULT
    layer: int = 7
    idf: bool = False
    report: Literal["f1", "precision", "recall"] = "f1"
    rarity: PieceRarity | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.layer >= 0, f"the layer of BERTScore is 0 or more, not {self.layer}")
        require(bool(self.encoder), "BERTScore needs an encoder", "Give its name or folder")

    @property
    def batch(self) -> int:
        """Encoding takes long."""
        return 512

    @property
    def needs_fit(self) -> bool:
        """Whether rarity has to be learned from the references."""
        return self.idf

    @property
    def blind_to(self) -> Sequence[str]:
        """States know their neighbours, and hardly more of the order."""
        return ["order", *["content"] * (not self.idf), *["recall"] * (self.report == "precision")]

    @property
    def languages(self) -> Languages | None:
        """Those of the encoder, if they are known."""
        return find_languages(self.encoder)

    def _open(self) -> Encoder:
        return open_encoder(self.encoder)

    def settings(self) -> str:
        """Return an encoder of a folder by its own name: where it lies on this machine decides nothing."""
        if not is_folder(self.encoder):
            return super().settings()
        return replace(self, encoder=self._open().name)._spell_out()

    def _spell_out(self) -> str:
        return super().settings()

    def resources(self) -> Mapping[str, str]:
        """Return the encoder with the digest of its weights."""
        return {"encoder": self._open().version}

    @property
    def preparation(self) -> Hashable:
        """The same states serve all that use the same layer of an encoder."""
        return "bertscore", self.encoder, self.layer

    def prepare(self, segments: Sequence[str], threads: int = 1) -> EncodableTexts:
        """Return the segments, which are encoded when that is needed."""
        check_segments(segments)
        encoder = self._open()
        return EncodableTexts(
            [text.strip() for text in segments], encoder, encoder.choose_layers([self.layer]), threads
        )

    def count_references(self, references: EncodableTexts) -> tuple[Sequence[str], Counts]:
        """Return how many references have each piece, and how many there are: counts of parts can be added."""
        pieces = references.pieces
        owners = np.repeat(np.arange(len(pieces)), np.diff(pieces.offsets))
        distinct = np.unique(np.column_stack((owners, pieces.numbers)), axis=0)[:, 1]
        numbers, counts = np.unique(distinct, return_counts=True)
        return [_ALL, *map(str, numbers.tolist())], np.array([len(pieces), *counts.tolist()], dtype=np.int64)

    def fit(self, references: EncodableTexts) -> Self:
        """Learn how rare each piece is."""
        return self.fit_counts(*self.count_references(references))

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

    def tally(
        self, hypotheses: EncodableTexts, references: EncodableTexts, offsets: Offsets, threads: int = 1
    ) -> Matrix:
        """Return precision, recall and F1 of each segment, and 1."""
        ours, theirs = pair_up(hypotheses, references, offsets)
        matched, other = match_texts(ours, theirs, threads=threads)
        both = ~(_are_empty(ours.pieces) | _are_empty(theirs.pieces))
        precision = both * self._average(ours.pieces, matched.cosines[:, 0])
        recall = both * self._average(theirs.pieces, other.cosines[:, 0])
        f1 = ratio(2 * precision * recall, precision + recall)
        figures = [take_best(figure, offsets) for figure in (precision, recall, f1)]
        return np.column_stack([*figures, np.ones(len(offsets) - 1)])

    def _average(self, pieces: PiecedTexts, cosines: np.ndarray) -> Array:
        """The weighted mean of the cosines of each text."""
        if not self.idf:
            weights = np.ones(len(pieces.numbers))
        elif self.rarity is None:
            raise TertiumError("BERTScore has not seen the references of the whole test set", remedy="Call fit first")
        else:
            weights = self.rarity.weigh(pieces)
        weights[pieces.offsets[:-1]] = weights[pieces.offsets[1:] - 1] = 0
        # Every text has the marks of both ends, so none is empty here.
        sums, totals = (np.add.reduceat(values, pieces.offsets[:-1]) for values in (weights * cosines, weights))
        return ratio(sums, totals)

    def score(self, tallies: Matrix) -> Array:
        """Return the mean of the reported figure, from -1 to 1."""
        return self.components(tallies)[self.report]

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return the means of precision, recall and F1."""
        names = ("precision", "recall", "f1")
        return {name: ratio(tallies[..., place], tallies[..., -1]) for place, name in enumerate(names)}


def _are_empty(pieces: PiecedTexts) -> NDArray[np.bool_]:
    """Whether each text has nothing but the marks of its ends."""
    return np.diff(pieces.offsets) <= 2
