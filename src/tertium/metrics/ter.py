"""TER: Snover, Dorr, Schwartz, Micciulla and Makhoul 2006.

``TER = edits / words of the reference``, in per cent: insertions, deletions, substitutions, and shifts of a phrase as
one edit each. Fewer is better. Of several references the one with the fewest edits counts, against their mean length.
Shifts are searched greedily within Tercom's limits, as sacrebleu 2.6.0 does, and the result equals its result.

*Our deviations*: none. With ``normalized`` this includes a habit of sacrebleu's: it normalises references twice,
hypotheses once, and a few runs of punctuation (``a,,5``) come out differently the second time.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from tertium import _core
from tertium.languages import to_two_letters
from tertium.metrics.metric import Batch, Metric, ratio
from tertium.text.case import lowered
from tertium.types import Array, Matrix

# Languages whose characters Tercom's tokenizer can split.
_SPLIT = ("ja", "zh", "yue", "wuu", "nan", "hak", "lzh")


@dataclass(frozen=True, kw_only=True)
class Ter(Metric):
    """Translation edit rate.

    Attributes:
        normalized: Whether Tercom's tokenizer is applied; else words are split at white space.
        no_punct: Whether punctuation is removed.
        asian_support: Whether Chinese and Japanese characters are split (with ``normalized``) and their
            punctuation removed (with ``no_punct``).
        case_sensitive: Whether case counts.
    """

    name: ClassVar[str] = "ter"
    display_name: ClassVar[str] = "TER"
    summary: ClassVar[str] = "edits that turn the hypothesis into a reference; moving a phrase is one edit"
    scale: ClassVar[tuple[float, float]] = (0, math.inf)
    explainable: ClassVar[bool] = True
    component_decimals: ClassVar[Mapping[str, int]] = {"edits": 0, "reference_length": 2}

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    @property
    def higher_is_better(self) -> bool:
        """Fewer edits are better."""
        return False

    @property
    def blind_to(self) -> Sequence[str]:
        """Order is seen: a phrase that is moved is an edit."""
        return ["synonyms", "content"]

    @property
    def splits_at_spaces(self) -> bool:
        """So unless Chinese and Japanese characters are split."""
        return not (self.normalized and self.asian_support)

    def adapt(self, language: str, given: Collection[str]) -> Self:
        """Return it with Tercom's tokenizer for Chinese and Japanese, unless its settings were asked for."""
        if to_two_letters(language) not in _SPLIT or {"normalized", "asian_support"} & set(given):
            return self
        return replace(self, normalized=True, asian_support=True)

    def prepare(self, segments: Sequence[str], threads: int = 1) -> _core.Tokens:
        """Return the words of each segment."""
        return self._words(segments, 1, threads)

    def prepare_references(self, segments: Sequence[str], threads: int = 1) -> _core.Tokens:
        """Return the words of each reference, normalised twice."""
        return self._words(segments, 2, threads)

    def _words(self, segments: Sequence[str], times: int, threads: int) -> _core.Tokens:
        segments = lowered(segments, not self.case_sensitive, threads)
        return _core.tokenize_tercom(segments, self.normalized, self.no_punct, self.asian_support, times, threads)

    @property
    def preparation(self) -> Hashable:
        """All settings of TER are about its words."""
        return self

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return edits, and mean length of the references."""
        return _core.tally_ter(*batch.texts, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return TER of each row, in per cent."""
        edits, words = tallies[..., 0], tallies[..., 1]
        return np.asarray(100 * ratio(edits, words, np.where(edits > 0, 1.0, 0.0)))

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return edits and words."""
        return {"edits": tallies[..., 0], "reference_length": tallies[..., 1]}
