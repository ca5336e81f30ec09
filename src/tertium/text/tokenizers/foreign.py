"""Tokenizers of other packages: their tokens are checked here, since the kernels do not check them."""

from __future__ import annotations

from collections.abc import Sequence

from tertium._core import Tokens
from tertium.errors import PluginError
from tertium.languages import Languages
from tertium.plugins import get_package
from tertium.text.tokenizers.tokenizer import Tokenizer


class ForeignTokenizer:
    """A tokenizer of another package, whose tokens are checked each time.

    Args:
        name: Its registered name.
        tokenizer: The tokenizer.
    """

    def __init__(self, name: str, tokenizer: Tokenizer) -> None:
        self._name = name
        self._tokenizer = tokenizer
        self.version: str = tokenizer.version
        self.languages: Languages | None = getattr(tokenizer, "languages", None)

    def tokenize(self, segments: Sequence[str], threads: int = 1, *, lowercase: bool = False) -> Tokens:
        """Return the tokens of each segment.

        Raises:
            PluginError: They are not tokens, or not those of all segments.
        """
        # Other packages are promised a list; a column of a data frame becomes one only here.
        texts = segments if isinstance(segments, list) else list(segments)
        tokens: object = self._tokenizer.tokenize(texts, threads, lowercase=lowercase)
        if not isinstance(tokens, Tokens):
            raise self._refuse(f"returns {type(tokens).__name__} instead of what tertium.text.pack_tokens returns")
        if len(tokens) != len(segments):
            raise self._refuse(f"returns {len(tokens)} segments for {len(segments)}")
        return tokens

    def _refuse(self, problem: str) -> PluginError:
        return PluginError("tokenizer", self._name, get_package("tokenizer", self._name), problem)
