"""Tokenizers: one file a family, the same two names in each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from tertium import registry
from tertium._core import Tokens


class Tokenizer(Protocol):
    """What breaks segments into tokens."""

    @property
    def version(self) -> str:
        """Name and versions of all that decides its result, for signatures."""

    def tokenize(self, segments: Sequence[str], threads: int = 1, *, lowercase: bool = False) -> Tokens:
        """The tokens of each segment, if wanted in lower case."""


@cache
def get_tokenizer(name: str) -> Tokenizer:
    """The tokenizer of this name.

    >>> get_tokenizer("13a").tokenize(["Well-known, isn't it?"]).to_lists()
    [['Well-known', ',', "isn't", 'it', '?']]
    """
    tokenizer: Tokenizer = registry.load(registry.TOKENIZERS, name, "tokenizer")(name)
    return tokenizer
