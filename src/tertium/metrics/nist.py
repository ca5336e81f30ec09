"""NIST: Doddington 2002, as mteval-v13a computes it.

``NIST = sum over n = 1..5 of (information of the matched n-grams / n-grams of the hypothesis) * penalty``. The
information of an n-gram is ``log2(count of its first n-1 words / its count)`` over all references of the test set, so
the metric is fitted to the references first. Counts are clipped as in BLEU. ``penalty = exp(b * ln(min(1, c/r))^2)``
with ``r`` the mean length of the references and ``b`` such that two thirds of the length halve the score.

With several references NLTK's NIST is wrong: on its own example of one hypothesis and three references mteval and this
give 5.0379, NLTK 3.3710.

*Our deviations*: case counts by default, as for our other metrics; mteval lower-cases unless it is called with ``-c``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from tertium import _core
from tertium.errors import TertiumError
from tertium.metrics.metric import Batch, FitsByCounts, ratio
from tertium.metrics.spec import require
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Counts, Matrix

_SHARPNESS = math.log(0.5) / math.log(1.5) ** 2


@dataclass(frozen=True, kw_only=True)
class Nist(FitsByCounts, TokenizedMetric):
    """NIST.

    Attributes:
        order: The longest n-grams, 1 to 9.
        tokenize: The name of the tokenizer.
        lowercase: Whether case is ignored.
        information: What was learned from the references; ``fit`` sets it.
    """

    name: ClassVar[str] = "nist"
    display_name: ClassVar[str] = "NIST"
    summary: ClassVar[str] = "matched n-grams, rare ones count more"
    scale: ClassVar[tuple[float, float]] = (0, math.inf)
    explainable: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {
        "information": 4,
        "brevity_penalty": 4,
        "hypothesis_length": 0,
        "reference_length": 2,
    }

    order: int = 5
    tokenize: str = "13a"
    lowercase: bool = False
    information: _core.Information | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        require(1 <= self.order <= 9, f"the order of NIST is 1 to 9, not {self.order}")

    @property
    def blind_to(self) -> Sequence[str]:
        """Content is seen: rare words have more information."""
        return ["synonyms", "order", "recall"]

    def fit(self, references: _core.Tokens) -> Self:
        """Learn how much each n-gram of the references tells."""
        return replace(self, information=_core.learn_information(references, self.order))

    def count_references(self, references: _core.Tokens) -> tuple[Sequence[str], Counts]:
        """Return the n-grams of some references and how often each occurs: counts of parts can be added."""
        return _core.count_ngrams(references, self.order)

    def fit_counts(self, names: Sequence[str], counts: Counts) -> Self:
        """Learn the same as by ``fit`` from the counts of all parts of the references."""
        column = names if isinstance(names, _core.TextColumn) else _core.TextColumn(names)
        return replace(self, information=_core.gather_information(column, counts, self.order))

    def for_segments(self) -> Self:
        """Without what was learned: rows that are tallied need it no more, and it cannot be saved."""
        return replace(self, information=None)

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return information of the matches by order, n-grams by order, then both lengths."""
        if self.information is None:
            raise TertiumError("NIST has not seen the references of the whole test set", remedy="Call fit first")
        return _core.tally_nist(*batch.texts, self.information, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return NIST of each row, from 0 up."""
        return np.asarray(self._by_order(tallies).sum(axis=-1) * self._brevity_penalty(tallies))

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return information a word by order, penalty and lengths."""
        by_order = self._by_order(tallies)
        figures = {f"information{n + 1}": by_order[..., n] for n in range(self.order)}
        figures["brevity_penalty"] = self._brevity_penalty(tallies)
        figures["hypothesis_length"] = tallies[..., -2]
        figures["reference_length"] = tallies[..., -1]
        return figures

    def _by_order(self, tallies: Matrix) -> Matrix:
        return ratio(tallies[..., : self.order], tallies[..., self.order : 2 * self.order])

    def _brevity_penalty(self, tallies: Matrix) -> Array:
        lengths, references = tallies[..., -2], tallies[..., -1]
        shortness = np.minimum(1.0, ratio(lengths, references, 1.0))
        logs = np.log(shortness, where=shortness > 0, out=np.full_like(shortness, -np.inf))
        return np.exp(_SHARPNESS * logs**2)
