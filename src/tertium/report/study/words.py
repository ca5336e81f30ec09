"""A test set as words, each system once; two systems are compared by theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tertium._core import Tokens
from tertium.contrast.pair import TokenizedPair, find_tokenizer
from tertium.metrics.metric import Metric
from tertium.metrics.tokenized import TokenizedMetric
from tertium.text.tokenizers import get_tokenizer
from tertium.types import Array, Counts, Offsets, TestSet


@dataclass(frozen=True, kw_only=True)
class TestSetWords:
    """A test set as words.

    Attributes:
        systems: The words of each system, for the core.
        references: The words of all references.
        offsets: Where the references of each segment start.
        tokenize: The name of the tokenizer.
        lowercase: Whether words are in lower case.
    """

    __test__ = False  # pytest would collect it as a test class

    systems: Mapping[str, Tokens]
    references: Tokens
    offsets: Offsets
    tokenize: str
    lowercase: bool

    @classmethod
    def make(cls, test_set: TestSet, metric: Metric, threads: int) -> TestSetWords:
        """Tokenise as a metric does; one that has no tokenizer, as BLEU does.

        Args:
            test_set: The texts.
            metric: The metric.
            threads: How many threads to use.
        """
        name = find_tokenizer(metric, test_set.language)
        lowercase = isinstance(metric, TokenizedMetric) and metric.lowercase
        tokenizer = get_tokenizer(name)
        return cls(
            systems={
                system: tokenizer.tokenize(texts, threads, lowercase=lowercase)
                for system, texts in test_set.systems.items()
            },
            references=tokenizer.tokenize(test_set.references.flat, threads, lowercase=lowercase),
            offsets=test_set.references.offsets,
            tokenize=name,
            lowercase=lowercase,
        )

    def pair(self, first: str, second: str) -> TokenizedPair:
        """Return two systems and the references."""
        return TokenizedPair(
            names=(first, second),
            systems=(self.systems[first], self.systems[second]),
            references=self.references,
            offsets=self.offsets,
            tokenize=self.tokenize,
            lowercase=self.lowercase,
        )

    @cached_property
    def _any(self) -> TokenizedPair:
        # What a pair says of references is the same for all pairs.
        name = next(iter(self.systems))
        return self.pair(name, name)

    @property
    def reference_words(self) -> list[list[str]]:
        """The words of all references, in one list."""
        return self._any.reference_words

    @property
    def first_reference_words(self) -> list[list[str]]:
        """The words of the first reference of each segment."""
        return self._any.first_reference_words

    @property
    def reference_lengths(self) -> Counts | Array:
        """The number of words of each segment's reference; the mean where segments have several."""
        return self._any.reference_lengths
