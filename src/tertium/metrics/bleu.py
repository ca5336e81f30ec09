"""BLEU: Papineni, Roukos, Ward and Zhu 2002; as described by Callison-Burch, Osborne and Koehn 2006, section 2.

``BLEU = BP * exp(mean over n = 1..N of log p_n)``, where ``p_n`` is the fraction of the hypothesis' n-grams that occur
in a reference, each n-gram counted at most as often as in the one reference that has it most often, summed over the
corpus before dividing; and ``BP = min(1, exp(1 - r/c))``, with ``c`` the length of the hypotheses and ``r`` that of the
references closest to them in length. On a scale of 0 to 100, equal to sacrebleu 2.6.0.

``mean=arithmetic`` is ``BP * mean of p_n``, the variant that Banerjee and Lavie 2005, section 2.1, found to correlate
better with people: an order without a match does not make it zero, so ``smooth=none`` is the plain one.

Smoothing, for an order without a match:

- ``exp`` (the default, mteval's): the k-th such order gets ``1 / (2^k * n-grams)``.
- ``floor``: ``value / n-grams``, value 0.1.
- ``add-k``: ``(matches + value) / (n-grams + value)`` for orders above 1, value 1.
- ``none``: the score is 0.
- ``epsilon``: a precision of 10^-3 instead of zero (Liu and Gildea 2005, section 3.1); value 0.001.
- ``add-one-all``: ``(matches + 1) / (n-grams + 1)`` for every order, the official sentBLEU of the WMT metrics tasks.

*Our deviations.* Single segments are scored with effective order unless it is switched off: orders that the hypothesis
is too short for are left out, as ``sacrebleu.sentence_bleu`` does. ``epsilon`` and ``add-one-all`` give such orders a
value, so there it stays off. The paper's condition ``c > r`` for no penalty is ``c >= r``, which is the same number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Self

import numpy as np

from tertium import _core
from tertium.metrics.metric import UNSAID, Batch, ratio
from tertium.metrics.spec import require
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix

Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

_DEFAULT_VALUES = {"floor": 0.1, "add-k": 1.0, "epsilon": 1e-3}

# Logarithm of a zero precision: large enough to make the score zero, and finite so that no warning is due.
_LOG_OF_ZERO = -1e10


@dataclass(frozen=True, kw_only=True)
class Bleu(TokenizedMetric):
    """BLEU.

    Attributes:
        order: The longest n-grams, 1 to 9.
        smooth: What to do about an order without a match.
        smooth_value: The value that ``floor``, ``add-k`` and ``epsilon`` use; 0 stands for the usual one.
        tokenize: The name of the tokenizer.
        effective_order: Whether orders without n-grams are left out; ``auto``: on single segments only.
        lowercase: Whether case is ignored.
        mean: How the precisions are averaged.
    """

    name: ClassVar[str] = "bleu"
    display_name: ClassVar[str] = "BLEU"
    summary: ClassVar[str] = "precision of n-grams, with a penalty for short output"
    scale: ClassVar[tuple[float, float]] = (0, 100)
    explainable: ClassVar[bool] = True
    component_decimals: ClassVar[Mapping[str, int]] = {
        "precision": 2,
        "brevity_penalty": 4,
        "length_ratio": 4,
        "hypothesis_length": 0,
        "reference_length": 0,
    }

    order: int = 4
    smooth: Literal["exp", "floor", "add-k", "none", "epsilon", "add-one-all"] = "exp"
    smooth_value: float = 0.0
    tokenize: str = "13a"
    effective_order: Literal["auto", "yes", "no"] = "auto"
    lowercase: bool = False
    mean: Literal["geometric", "arithmetic"] = field(default="geometric", metadata=UNSAID)

    def __post_init__(self) -> None:
        super().__post_init__()
        require(1 <= self.order <= 9, f"the order of BLEU is 1 to 9, not {self.order}")
        takes_value = self.smooth in _DEFAULT_VALUES or self.smooth_value == 0
        require(
            takes_value, f"the smoothing {self.smooth!r} takes no value; those that do: {', '.join(_DEFAULT_VALUES)}"
        )
        most = 1 if self.smooth == "epsilon" else 1_000_000
        in_range = 0 <= self.smooth_value <= most
        require(in_range, f"the value of the smoothing {self.smooth!r} is 0 to {most}, not {self.smooth_value:g}")

    def for_segments(self) -> Self:
        """With effective order, if that is left open and the smoothing has no answer of its own."""
        if self.effective_order == "auto" and self.smooth not in ("epsilon", "add-one-all"):
            return replace(self, effective_order="yes")
        return self

    @property
    def blind_to(self) -> Sequence[str]:
        """Everything that the paper names: BLEU is where it was found."""
        return ["synonyms", "order", "content", "recall"]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return both lengths, then matches by order, then n-grams by order."""
        return _core.tally_bleu(*batch.texts, self.order, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return BLEU of each row, from 0 to 100."""
        precisions, counted = self._precisions(tallies)
        if self.effective_order != "yes":
            counted = np.ones_like(counted)
        scores = self._brevity_penalty(tallies) * self._average(precisions, counted)
        if self.smooth not in ("epsilon", "add-one-all"):
            # Without a single match even smoothing gives nothing.
            scores = np.where(tallies[..., 2 : 2 + self.order].any(axis=-1), scores, 0.0)
        return np.asarray(100 * scores)

    def _average(self, precisions: Matrix, counted: Flags) -> Array:
        """Return the mean of the precisions that count; 1 if none does, since then only the penalty remains."""
        orders = np.maximum(counted.sum(axis=-1), 1)
        if self.mean == "arithmetic":
            means = np.where(counted, precisions, 0).sum(axis=-1) / orders
            return np.where(counted.any(axis=-1), means, 1.0)
        logs = np.log(precisions, where=precisions > 0, out=np.full_like(precisions, _LOG_OF_ZERO))
        return np.asarray(np.exp(np.where(counted, logs, 0).sum(axis=-1) / orders))

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return precisions in per cent, brevity penalty, lengths and their ratio."""
        precisions, _ = self._precisions(tallies)
        figures = {f"precision{n + 1}": 100 * precisions[..., n] for n in range(self.order)}
        lengths, references = tallies[..., 0], tallies[..., 1]
        figures["brevity_penalty"] = self._brevity_penalty(tallies)
        figures["length_ratio"] = ratio(lengths, references)
        figures["hypothesis_length"] = lengths
        figures["reference_length"] = references
        return figures

    def _precisions(self, tallies: Matrix) -> tuple[Matrix, Flags]:
        """Return smoothed precisions, and which orders count: those before the first without n-grams."""
        matches = tallies[..., 2 : 2 + self.order]
        totals = tallies[..., 2 + self.order :]
        value = self.smooth_value or _DEFAULT_VALUES.get(self.smooth, 0.0)
        if self.smooth == "add-one-all":
            matches, totals = matches + 1, totals + 1
        elif self.smooth == "add-k":
            added = np.where(np.arange(self.order) > 0, value, 0.0)
            matches, totals = matches + added, totals + added
        counted = np.logical_and.accumulate(totals > 0, axis=-1)
        unmatched = counted & (matches == 0)
        precisions = np.where(counted, ratio(matches, totals), 0.0)
        if self.smooth == "exp":
            halvings = np.cumsum(unmatched, axis=-1)
            precisions = np.where(unmatched, ratio(np.ldexp(1.0, -halvings), totals), precisions)
        elif self.smooth == "floor":
            precisions = np.where(unmatched, ratio(np.asarray(value), totals), precisions)
        elif self.smooth == "epsilon":
            precisions = np.where(precisions == 0, value, precisions)
        return precisions, counted

    def _brevity_penalty(self, tallies: Matrix) -> Array:
        lengths, references = tallies[..., 0], tallies[..., 1]
        penalty = np.exp(1 - ratio(references, lengths, 1.0))
        penalty = np.where(lengths < references, penalty, 1.0)
        return np.where((lengths == 0) & (references > 0), 0.0, penalty)
