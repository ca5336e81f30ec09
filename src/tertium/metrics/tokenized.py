"""What the metrics over words have in common: a tokenizer and a case."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from tertium._core import Tokens
from tertium.languages import Languages
from tertium.metrics.metric import Metric
from tertium.text.tokenizers import get_tokenizer, parse_tokenizer
from tertium.text.tokenizers.by_language import AT_SPACES, choose_tokenizer


@dataclass(frozen=True, kw_only=True)
class TokenizedMetric(Metric):
    """A metric over the tokens of a segment.

    Attributes:
        tokenize: The tokenizer: its name, or its name and the file of its model, ``spm(mine.model)``.
        lowercase: Whether case is ignored.
    """

    tokenize: str = "13a"
    lowercase: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_tokenizer(self.tokenize)

    def prepare(self, segments: Sequence[str], threads: int = 1) -> Tokens:
        """Return the tokens of each segment."""
        return get_tokenizer(self.tokenize).tokenize(segments, threads, lowercase=self.lowercase)

    @property
    def languages(self) -> Languages | None:
        """Those of the tokenizer."""
        found: Languages | None = getattr(get_tokenizer(self.tokenize), "languages", None)
        return found

    @property
    def splits_at_spaces(self) -> bool:
        """So if its tokenizer does."""
        return self.tokenize in AT_SPACES

    def adapt(self, language: str, given: Collection[str]) -> Self:
        """Return it with the tokenizer of a language without spaces between words, unless another was asked for."""
        chosen = choose_tokenizer(language)
        if chosen is None or "tokenize" in given or not self.splits_at_spaces:
            return self
        return replace(self, tokenize=chosen)

    @property
    def preparation(self) -> Hashable:
        """Metrics with the same tokenizer and case share their tokens."""
        return ("tokens", self.tokenize, self.lowercase)

    def resources(self) -> Mapping[str, str]:
        """Return the tokenizer's version, where it has one beside its name."""
        version = get_tokenizer(self.tokenize).version
        return {} if version == self.tokenize else {"tokenizer": version}
