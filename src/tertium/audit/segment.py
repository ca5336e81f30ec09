"""A segment under audit: its words as BLEU sees them, and the BLEU counts of any other words in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.metrics.language_check import adapt_metrics
from tertium.metrics.spec import parse
from tertium.types import Array, Matrix, References, check_segments

Words = tuple[str, ...]


def parse_bleu(spec: str, language: str = "") -> Bleu:
    """Return the BLEU that a spec describes.

    Args:
        spec: The spec.
        language: The code of the language of the texts, which may have its own tokenizer; empty if it is not known.

    Raises:
        SpecError: If the spec describes another metric.
    """
    (metric,) = adapt_metrics({spec: parse(spec)}, language).values()
    if not isinstance(metric, Bleu):
        raise SpecError(f"{spec!r} is not BLEU", remedy="Give bleu, with any settings")
    return metric


@dataclass(frozen=True)
class AuditedSegment:
    """A hypothesis and its references, tokenised.

    Attributes:
        hypothesis: The words of the hypothesis.
        references: The words of each reference.
        metric: BLEU, as it is used on single segments.
    """

    hypothesis: Words
    references: tuple[Words, ...]
    metric: Bleu

    @classmethod
    def read(cls, hypothesis: str, references: Sequence[str], spec: str = "bleu") -> AuditedSegment:
        """Tokenise a segment with the settings of BLEU.

        Raises:
            InputError: If there is no reference, or something is not a text.
            SpecError: If the spec does not describe BLEU.
        """
        metric = parse_bleu(spec)
        texts = [references] if isinstance(references, str) else references
        if not texts:
            raise InputError("there is no reference", remedy="Give at least one")
        checked = check_segments([hypothesis, *texts], "the texts")
        first, *others = (tuple(words) for words in metric.prepare(checked).to_lists())
        return cls(first, tuple(others), metric.for_segments())

    @cached_property
    def bigrams(self) -> frozenset[tuple[str, str]]:
        """The bigrams of all references that BLEU counts: none, if it counts single words only."""
        if self.metric.order == 1:
            return frozenset()
        return frozenset(pair for words in self.references for pair in pairwise(words))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words of all references."""
        return frozenset(word for words in self.references for word in words)

    @cached_property
    def row(self) -> Array:
        """The tallies of the hypothesis: lengths, matches by order, n-grams by order."""
        row: Array = self.tally([self.hypothesis])[0]
        return row

    @property
    def score(self) -> float:
        """The score of the hypothesis."""
        return float(self.metric.score(self.row))

    def tally(self, variants: Iterable[Words]) -> Matrix:
        """Return the tallies of variants of the hypothesis, one row per variant."""
        texts = [" ".join(words) for words in variants]
        if not texts:
            return np.zeros((0, 2 + 2 * self.metric.order))
        # The words are tokens already, in the case that counts.
        plain = replace(self.metric, tokenize="none", lowercase=False)
        references = [[" ".join(words) for words in self.references]] * len(texts)
        return plain.tally(plain.prepare_batch(texts, References.from_nested(references)))

    def is_twin(self, variants: Sequence[Words]) -> np.ndarray:
        """Return which variants are twins of the hypothesis: every count and both lengths are the same.

        The tokenizer has to leave the words of a variant as they are, so that its text is a twin as well.
        """
        if not variants:
            return np.zeros(0, dtype=bool)
        tokens = self.metric.prepare([" ".join(words) for words in variants]).to_lists()
        same = [tuple(found) == tuple(words) for found, words in zip(tokens, variants, strict=True)]
        return np.asarray((self.tally(variants) == self.row).all(axis=1) & np.array(same))

    def make_filler(self, word: str) -> str | None:
        """Return a word as BLEU sees it; None if a reference has it, or it is not a single token."""
        tokens = self.metric.prepare([word]).to_lists()[0]
        return tokens[0] if len(tokens) == 1 and tokens[0] not in self.vocabulary else None
