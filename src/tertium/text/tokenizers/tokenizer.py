"""The contract of tokenizers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tertium._core import Tokens


class Tokenizer(Protocol):
    """Splits segments into tokens.

    A tokenizer for certain languages says so in an attribute ``languages``, the set of their two-letter codes. Without
    it, or if it is None, the tokenizer is for any language.
    """

    @property
    def version(self) -> str:
        """The name, and the versions of all resources that affect the result, for signatures."""

    def tokenize(self, segments: Sequence[str], threads: int = 1, *, lowercase: bool = False) -> Tokens:
        """Return the tokens of each segment, in lower case if wanted."""


class MakeTokenizer(Protocol):
    """What makes a tokenizer: an entry of ``tertium.registry.TOKENIZERS`` or of the entry points of a package.

    One that takes an argument, ``name(argument)``, has it as its second argument, which may be left out.
    """

    def __call__(self, name: str) -> Tokenizer:
        """Return the tokenizer of this name."""
