"""How well a corpus fits a text: whether its counts can tell anything about it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.corpus.language_model import LanguageModel
from tertium.json_result import JsonResult

# Held-out text of the same kinds as the corpus had 40 to 250, of other kinds 900 to 2,500: see
# docs/explanation/mtness-evaluation.md.
_WELL, _HARDLY = 300.0, 800.0
_MOST_LACKING = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusFit(JsonResult):
    """How well a corpus fits a text.

    Attributes:
        perplexity: The mean uncertainty of the language model about the next word: lower is better. Mistakes in the
            text raise it, too.
        unknown: The share of the words that the corpus does not have.
        lacking: Words that it does not have, the most frequent of the text first.
    """

    json_fields = "verdict perplexity unknown lacking"

    perplexity: float
    unknown: float
    lacking: tuple[str, ...] = ()

    @classmethod
    def of(cls, model: LanguageModel, texts: Sequence[Sequence[str]]) -> CorpusFit | None:
        """Return how well the corpus of a language model fits texts, by their words; None if there are no words."""
        scores = np.concatenate([*model.score(texts), np.zeros(0)])
        if not len(scores):
            return None
        counts = Counter(word for text in texts for word in text if any(map(str.isalpha, word)))
        known = model.find_known(list(counts))
        lacking = {word: count for word, count in counts.items() if word not in known}
        return cls(
            perplexity=math.exp(-float(scores.mean())),
            unknown=sum(lacking.values()) / max(counts.total(), 1),
            lacking=tuple(sorted(lacking, key=lambda word: (-lacking[word], word))[:_MOST_LACKING]),
        )

    @property
    def verdict(self) -> str:
        """Whether it fits: ``well``, ``partly`` or ``hardly``."""
        return "well" if self.perplexity < _WELL else "partly" if self.perplexity < _HARDLY else "hardly"

    def describe(self) -> str:
        """Return a sentence about it, with what to add where it does not fit."""
        found = (
            f"the corpus fits the text {self.verdict}: perplexity {self.perplexity:,.0f}, "
            f"{self.unknown:.1%} of the words are not in it"
        )
        if self.verdict == "well" or not self.lacking:
            return found
        return f"{found}. Add text of this kind, with words such as {', '.join(self.lacking)} (tertium index add)"
