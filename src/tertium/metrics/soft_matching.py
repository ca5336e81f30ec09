"""What BERTScore and its kin share: soft matches between the pieces of two texts, by the states of an encoder.

Each piece of one text is matched with the nearest piece of the other, by the cosine of their states at one layer, and
the other way round. ``P = sum of w * cosine / sum of w`` over the pieces of the hypothesis, ``R`` the same over those
of the other text, ``F1 = 2PR / (P + R)``, after Zhang, Kishore, Wu, Weinberger and Artzi 2020. The marks at the ends of
texts have weight 0, but may be partners. A text without pieces has 0. From -1 to 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tertium.encoders import DEFAULT, EncodedTexts, Encoder, is_folder, match_texts, open_encoder
from tertium.encoders.pieces import PiecedTexts
from tertium.languages import Languages
from tertium.metrics.encoded import EncodableTexts, find_languages, list_parts
from tertium.metrics.metric import Metric, ratio
from tertium.metrics.spec import require
from tertium.syntax.parser import check_segments, check_sources
from tertium.types import Array, Matrix

_FIGURES = ("precision", "recall", "f1")


@dataclass(frozen=True, kw_only=True)
class SoftMatching(Metric):
    """Precision, recall and F1 of soft matches between pieces of words.

    Attributes:
        encoder: The name of an installed encoder, or a folder in the usual layout.
        layer: The layer whose states are compared; 0 is what the first layer sees.
    """

    scale: ClassVar[tuple[float, float]] = (-1, 1)
    needs_model: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = dict.fromkeys(_FIGURES, 4)

    encoder: str = DEFAULT
    layer: int = 7

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.layer >= 0, f"the layer of BERTScore is 0 or more, not {self.layer}")
        require(bool(self.encoder), "BERTScore needs an encoder", "Give its name or folder")

    @property
    def batch_size(self) -> int:
        """Encoding takes long."""
        return 512

    @property
    def languages(self) -> Languages | None:
        """Those of the encoder, if they are known."""
        return find_languages(self.encoder)

    @property
    def parts(self) -> Sequence[str]:
        """Those of the encoder."""
        return list_parts(self.encoder)

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

    def prepare_sources(self, sources: Sequence[str], threads: int = 1) -> EncodableTexts:
        """Return the same for sources."""
        check_sources(sources)
        return self.prepare(sources, threads)

    def _match(self, ours: EncodedTexts, theirs: EncodedTexts, threads: int) -> Matrix:
        """Return precision, recall and F1 of each hypothesis and the text at the same place."""
        matched, other = match_texts(ours, theirs, threads=threads)
        both = ~(_are_empty(ours.pieces) | _are_empty(theirs.pieces))
        precision = both * self._average(ours.pieces, matched.cosines[:, 0])
        recall = both * self._average(theirs.pieces, other.cosines[:, 0])
        return np.column_stack([precision, recall, ratio(2 * precision * recall, precision + recall)])

    def _weigh(self, pieces: PiecedTexts) -> Array:
        """Return the weight of each piece: all the same."""
        return np.ones(len(pieces.numbers))

    def _average(self, pieces: PiecedTexts, cosines: np.ndarray) -> Array:
        """The weighted mean of the cosines of each text."""
        weights = self._weigh(pieces)
        weights[pieces.offsets[:-1]] = weights[pieces.offsets[1:] - 1] = 0
        # Every text has the marks of both ends, so none is empty here.
        sums, totals = (np.add.reduceat(values, pieces.offsets[:-1]) for values in (weights * cosines, weights))
        return ratio(sums, totals)

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return the means of precision, recall and F1."""
        return {name: ratio(tallies[..., place], tallies[..., -1]) for place, name in enumerate(_FIGURES)}


def _are_empty(pieces: PiecedTexts) -> NDArray[np.bool_]:
    """Whether each text has nothing but the marks of its ends."""
    return np.diff(pieces.offsets) <= 2
