"""Two systems and their references as words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tertium._core import Tokens
from tertium.metrics.metric import Metric
from tertium.metrics.tokenized import TokenizedMetric
from tertium.text.tokenizers import get_tokenizer
from tertium.text.tokenizers.by_language import choose_tokenizer
from tertium.types import Array, Counts, Offsets, TestSet

DEFAULT_TOKENIZER = "13a"


def find_tokenizer(metric: Metric, language: str) -> str:
    """Return the tokenizer of a metric; if it has none, that of the language, or else that of BLEU.

    Args:
        metric: The metric.
        language: The code of the language of the texts; empty if it is not known.
    """
    if isinstance(metric, TokenizedMetric):
        return metric.tokenize
    return choose_tokenizer(language) or DEFAULT_TOKENIZER


@dataclass(frozen=True, kw_only=True)
class TokenizedPair:
    """Two systems and their references as words.

    Attributes:
        names: The names of the systems.
        systems: The words of both systems, for the core.
        references: The words of all references, for the core.
        offsets: Where the references of each segment start.
        tokenize: The name of the tokenizer.
        lowercase: Whether words are in lower case.
    """

    names: tuple[str, str]
    systems: tuple[Tokens, Tokens]
    references: Tokens
    offsets: Offsets
    tokenize: str
    lowercase: bool

    @classmethod
    def make(
        cls,
        test_set: TestSet,
        names: tuple[str, str],
        metric: Metric,
        tokenize: str | None = None,
        lowercase: bool | None = None,
        threads: int = 1,
    ) -> TokenizedPair:
        """Tokenise two systems.

        Args:
            test_set: The texts.
            names: The names of the systems.
            metric: The metric whose tokenizer and case are used where none are given.
            tokenize: The name of the tokenizer.
            lowercase: Whether to put words in lower case.
            threads: How many threads to use.
        """
        tokenize = tokenize or find_tokenizer(metric, test_set.language)
        if lowercase is None:
            lowercase = isinstance(metric, TokenizedMetric) and metric.lowercase
        tokenizer = get_tokenizer(tokenize)

        def split(segments: Sequence[str]) -> Tokens:
            return tokenizer.tokenize(segments, threads, lowercase=lowercase)

        return cls(
            names=names,
            systems=(split(test_set.systems[names[0]]), split(test_set.systems[names[1]])),
            references=split(test_set.references.flat),
            offsets=test_set.references.offsets,
            tokenize=tokenize,
            lowercase=lowercase,
        )

    @cached_property
    def words(self) -> tuple[list[list[str]], list[list[str]]]:
        """The words of each segment of both systems."""
        return self.systems[0].to_lists(), self.systems[1].to_lists()

    @cached_property
    def reference_words(self) -> list[list[str]]:
        """The words of all references, in one list."""
        return self.references.to_lists()

    @property
    def first_reference_words(self) -> list[list[str]]:
        """The words of the first reference of each segment."""
        return [self.reference_words[start] for start in self.offsets[:-1].tolist()]

    def find_references(self, segment: int) -> list[list[str]]:
        """Return the words of the references of a segment."""
        return self.reference_words[self.offsets[segment] : self.offsets[segment + 1]]

    @cached_property
    def lengths(self) -> tuple[Counts, Counts]:
        """The number of words of each segment of both systems."""
        first, second = ([len(segment) for segment in words] for words in self.words)
        return np.array(first, dtype=np.int64), np.array(second, dtype=np.int64)

    @cached_property
    def reference_lengths(self) -> Counts | Array:
        """The number of words of each segment's reference; the mean where segments have several."""
        lengths = np.array([len(segment) for segment in self.reference_words], dtype=np.int64)
        counts = np.diff(self.offsets)
        if (counts == 1).all():
            return lengths
        return np.asarray(np.add.reduceat(lengths, self.offsets[:-1]) / counts)
