"""A segment under audit: its words as BLEU sees them, and what BLEU makes of any other words in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.metrics.spec import parse
from tertium.types import Array, Matrix, check_segments

Words = tuple[str, ...]


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
        """Tokenises a segment as a spec of BLEU says.

        Raises:
            InputError: If there is no reference, or something is not a text.
            SpecError: If the spec is not one of BLEU.
        """
        metric = parse(spec)
        if not isinstance(metric, Bleu):
            raise SpecError(f"{spec!r} is not BLEU", remedy="Give bleu, with any settings")
        texts = [references] if isinstance(references, str) else references
        if not texts:
            raise InputError("there is no reference", remedy="Give at least one")
        checked = check_segments([hypothesis, *texts], "the texts")
        first, *others = (tuple(words) for words in metric.prepare(checked).to_lists())
        return cls(first, tuple(others), metric.for_segments())

    @cached_property
    def bigrams(self) -> frozenset[tuple[str, str]]:
        """The bigrams of all references that BLEU looks at: none, if it looks at single words only."""
        if self.metric.order == 1:
            return frozenset()
        return frozenset(pair for words in self.references for pair in pairwise(words))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words of all references."""
        return frozenset(word for words in self.references for word in words)

    @cached_property
    def row(self) -> Array:
        """The hypothesis' tallies: lengths, matches by order, n-grams by order."""
        row: Array = self.tally([self.hypothesis])[0]
        return row

    @property
    def score(self) -> float:
        """The hypothesis' score."""
        return float(self.metric.score(self.row))

    def tally(self, variants: Iterable[Words]) -> Matrix:
        """The tallies of other words in place of the hypothesis, one row a variant."""
        texts = [" ".join(words) for words in variants]
        if not texts:
            return np.zeros((0, 2 + 2 * self.metric.order))
        # The words are tokens already, in the case that counts.
        plain = replace(self.metric, tokenize="none", lowercase=False)
        references = plain.prepare([" ".join(words) for words in self.references] * len(texts))
        offsets = np.arange(len(texts) + 1) * len(self.references)
        return plain.tally(plain.prepare(texts), references, offsets)

    def is_twin(self, variants: Sequence[Words]) -> np.ndarray:
        """Which variants BLEU cannot tell from the hypothesis: every count and both lengths are the same.

        The words of a variant have to be what the tokenizer makes of them, too, so that its text is a twin as well.
        """
        if not variants:
            return np.zeros(0, dtype=bool)
        tokens = self.metric.prepare([" ".join(words) for words in variants]).to_lists()
        same = [tuple(found) == tuple(words) for found, words in zip(tokens, variants, strict=True)]
        return np.asarray((self.tally(variants) == self.row).all(axis=1) & np.array(same))

    def make_filler(self, word: str) -> str | None:
        """A word as BLEU sees it, if it is one word that no reference has; else None."""
        tokens = self.metric.prepare([word]).to_lists()[0]
        return tokens[0] if len(tokens) == 1 and tokens[0] not in self.vocabulary else None
