"""RIBES: Isozaki, Hirao, Duh, Sudoh and Tsukada 2010.

``RIBES = NKT · P^alpha · BP^beta``. Words of the hypothesis are aligned with words of the reference: by themselves if
they occur once on both sides, else by their shortest context that does. ``NKT`` is the share of pairs of aligned words
that are in the same order on both sides (Kendall's tau, normalised to 0 to 1), ``P`` the share of words that are
aligned, and ``BP`` BLEU's brevity penalty. From 0 to 1. Of several references the best counts; the corpus score is the
mean of the segments. Equal to the authors' RIBES.py 1.03 on the same words, and to NLTK's with ``variant=nltk``.

*Our deviations*: an empty reference, which RIBES.py refuses, gives 0. RIBES.py expects text that is tokenised;
``tokenize=none`` leaves the words as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tertium import _core
from tertium.metrics.metric import Batch, ratio
from tertium.metrics.spec import require
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class Ribes(TokenizedMetric):
    """Rank correlation of the order of words, with precision and brevity.

    Attributes:
        tokenize: The name of the tokenizer.
        lowercase: Whether case is ignored; RIBES.py does so by default.
        alpha: The exponent of precision.
        beta: The exponent of the brevity penalty.
        variant: ``ribes.py`` for version 1.03 of the authors' program; ``nltk`` for NLTK, which prefers the context to
            the right of a word where RIBES.py prefers that to the left, and gives 0 where only one word is aligned.
    """

    name: ClassVar[str] = "ribes"
    display_name: ClassVar[str] = "RIBES"
    summary: ClassVar[str] = "word order as a rank correlation, with precision and brevity"
    scale: ClassVar[tuple[float, float]] = (0, 1)
    explainable: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"nkt": 4, "precision": 4, "brevity_penalty": 4}

    tokenize: str = "13a"
    lowercase: bool = True
    alpha: float = 0.25
    beta: float = 0.1
    variant: Literal["ribes.py", "nltk"] = "ribes.py"

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            require(0 <= value <= 1000, f"{name} of ribes is 0 to 1000, not {value:g}")

    @property
    def blind_to(self) -> Sequence[str]:
        """Order is most of the score; there is no recall but for the length."""
        return ["synonyms", "content", "recall"]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return score, NKT, precision and brevity penalty of each segment, and 1."""
        return _core.tally_ribes(*batch.texts, self.alpha, self.beta, self.variant == "nltk", threads)

    def score(self, tallies: Matrix) -> Array:
        """Return the mean over segments of each row, from 0 to 1."""
        return ratio(tallies[..., 0], tallies[..., 4])

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return the means of NKT, precision and brevity penalty."""
        names = ("nkt", "precision", "brevity_penalty")
        return {name: ratio(tallies[..., place], tallies[..., 4]) for place, name in enumerate(names, start=1)}
