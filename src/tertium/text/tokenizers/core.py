"""The tokenizers of the Rust core: none, 13a, intl, zh, char. Equal to sacrebleu's on every string."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium import _core
from tertium.text.case import lowered_beyond_ascii


@dataclass(frozen=True)
class CoreTokenizer:
    """A tokenizer of the Rust core.

    Attributes:
        version: Its name; it has no resource that could change.
    """

    version: str

    def tokenize(self, segments: Sequence[str], threads: int = 1, *, lowercase: bool = False) -> _core.Tokens:
        """Return the tokens of each segment."""
        texts = lowered_beyond_ascii(segments, threads) if lowercase else segments
        return _core.tokenize(texts, self.version, threads, lowercase)


def make(name: str) -> CoreTokenizer:
    """Make the tokenizer of this name."""
    return CoreTokenizer(name)
