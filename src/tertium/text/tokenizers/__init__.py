"""Tokenizers: one file per family, with the verb ``make``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from tertium import registry
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


@cache
def get_tokenizer(name: str) -> Tokenizer:
    """Return the tokenizer of this name.

    >>> get_tokenizer("13a").tokenize(["Well-known, isn't it?"]).to_lists()
    [['Well-known', ',', "isn't", 'it', '?']]
    """
    tokenizer: Tokenizer = registry.load(registry.TOKENIZERS, name, "tokenizer")(name)
    return tokenizer
