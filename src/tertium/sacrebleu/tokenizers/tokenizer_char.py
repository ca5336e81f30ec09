"""Characters as tokens, as in ``sacrebleu.tokenizers.tokenizer_char``."""

from __future__ import annotations

from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer


class TokenizerChar(RegisteredTokenizer):
    """Each character by itself."""

    def __init__(self) -> None:
        super().__init__("char")

    def _write(self, line: str) -> str:
        return " ".join(line)
