"""PER, position-independent error rate: Tillmann, Vogel, Ney, Zubiaga and Sawaf 1997.

``PER = edits / words of the reference``, where words may stand in any order: the words that do not match are replaced
by each other as far as possible, and the rest are extra or missing. So ``edits = max(h, r) - matches`` for ``h`` words
of the hypothesis and ``r`` of the reference, which is the lowest WER of any order of the hypothesis. Fewer is better; 0
is a perfect match of words, and it may exceed 1. Of several references the one with the lowest rate counts.

*Our deviations*: against an empty reference the rate is 0 for an empty hypothesis and 1 for any other. The corpus score
is that of the summed edits; Moses (``mert/PerScorer``) computes the words that are too many from summed lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium import _core
from tertium.metrics.metric import Batch
from tertium.metrics.word_errors import WordErrorMetric
from tertium.types import Matrix


@dataclass(frozen=True, kw_only=True)
class Per(WordErrorMetric):
    """Position-independent error rate.

    Attributes:
        tokenize: The name of the tokenizer; white space only, by default.
        lowercase: Whether case is ignored.
    """

    name: ClassVar[str] = "per"
    display_name: ClassVar[str] = "PER"
    summary: ClassVar[str] = "edits of single words, in any order"

    @property
    def blind_to(self) -> Sequence[str]:
        """Words have no order."""
        return ["synonyms", "order", "content"]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return edits, and words of the reference."""
        return _core.tally_per(*batch.texts, threads)
