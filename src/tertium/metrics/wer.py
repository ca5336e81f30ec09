"""WER, word error rate (Levenshtein 1966): insertions, deletions and substitutions of words.

``WER = edits / words of the reference``. Fewer is better; 0 is a perfect match, and it may exceed 1. Of several
references the one with the lowest rate counts. No reordering is allowed, which is what BLEU was made to forgive
(Callison-Burch et al. 2006, section 2).

*Our deviations*: against an empty reference the rate is 0 for an empty hypothesis and 1 for any other.
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
class Wer(WordErrorMetric):
    """Word error rate.

    Attributes:
        tokenize: The name of the tokenizer; white space only, by default.
        lowercase: Whether case is ignored.
    """

    name: ClassVar[str] = "wer"
    display_name: ClassVar[str] = "WER"
    summary: ClassVar[str] = "edits of single words, without moves"

    @property
    def blind_to(self) -> Sequence[str]:
        """Order is seen: no word may be moved."""
        return ["synonyms", "content"]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return edits, and words of the reference."""
        return _core.tally_wer(*batch.texts, threads)
