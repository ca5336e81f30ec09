"""The tokenizers of the Rust core: none, 13a, intl, zh, char. Equal to sacrebleu's on every string."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium import _core


@dataclass(frozen=True)
class CoreTokenizer:
    """A tokenizer of the Rust core.

    Attributes:
        version: Its name; it has no resource that could change.
    """

    version: str

    def tokenize(self, segments: Sequence[str], threads: int = 1) -> _core.Tokens:
        """The tokens of each segment."""
        return _core.tokenize(segments, self.version, threads)


def make(name: str) -> CoreTokenizer:
    """The tokenizer of this name."""
    return CoreTokenizer(name)
