"""The base of all tokenizers, as in ``sacrebleu.tokenizers.tokenizer_base``, and that of Tertium's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tertium import _core
from tertium.text.tokenizers import get_tokenizer


class BaseTokenizer:
    """A tokenizer. Derive from it, or set ``BLEU().tokenizer``, to use one of your own."""

    def signature(self) -> str:
        """Return the name for signatures."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """Return a line with spaces between its tokens."""
        raise NotImplementedError


class RegisteredTokenizer(BaseTokenizer):
    """A tokenizer of Tertium, by its name.

    Args:
        name: The name in Tertium's registry.
    """

    # Whether white space at the end of a line counts, as the period before it may depend on it.
    _keeps_end: ClassVar[bool] = False

    def __init__(self, name: str) -> None:
        self._inner = get_tokenizer(name)
        self._name = name

    def signature(self) -> str:
        """Return the name, and the version of a dictionary, for signatures."""
        return self._inner.version

    def tokenize(self, segments: Sequence[str], lowercase: bool, threads: int) -> _core.Tokens:
        """Return the tokens of many segments, each stripped at its end as metrics do."""
        return self._inner.tokenize(segments, threads, lowercase=lowercase)

    def __call__(self, line: str) -> str:
        """Return a line with spaces between its tokens."""
        return self._write(line)

    def _write(self, line: str) -> str:
        # Tertium's tokenizers strip the end, which sacrebleu leaves to its metrics. A word after it keeps it.
        if not self._keeps_end or line == line.rstrip():
            return " ".join(self._inner.tokenize([line]).to_lists()[0])
        return " ".join(self._inner.tokenize([f"{line} x"]).to_lists()[0][:-1])
