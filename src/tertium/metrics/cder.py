"""CDER: Leusch, Ueffing and Ney 2006.

``CDER = edits / words of the reference``: insertions, deletions and substitutions of words, and *long jumps* from any
place of the hypothesis to any other, one edit each. Every word of the reference is accounted for exactly once; parts of
the hypothesis may be used several times or not at all. Unlike the shifts of TER, the cheapest path is found exactly.
Fewer is better. Of several references the one with the lowest rate counts.

*Our deviations*: against an empty reference the rate is 0 for an empty hypothesis and 1 for any other. The paper's
variants are left out: penalties for length and for repeated coverage, and costs by spelling. Distances are those of
Moses (``mert/CderScorer``), whose score is 1 − CDER, and which rounds scores before it compares references.
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
class Cder(WordErrorMetric):
    """Edit rate with long jumps.

    Attributes:
        tokenize: The name of the tokenizer; white space only, by default.
        lowercase: Whether case is ignored.
    """

    name: ClassVar[str] = "cder"
    display_name: ClassVar[str] = "CDER"
    summary: ClassVar[str] = "edits of words; a jump is one edit"

    @property
    def blind_to(self) -> Sequence[str]:
        """Order is seen: a phrase that stands elsewhere costs jumps."""
        return ["synonyms", "content"]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return edits, and words of the reference."""
        return _core.tally_cder(*batch.texts, threads)
