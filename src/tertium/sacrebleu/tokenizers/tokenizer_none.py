"""No tokenizer, as in ``sacrebleu.tokenizers.tokenizer_none``."""

from __future__ import annotations

from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer


class NoneTokenizer(RegisteredTokenizer):
    """No tokenisation: words are split at white space."""

    def __init__(self) -> None:
        super().__init__("none")

    def _write(self, line: str) -> str:
        return line
