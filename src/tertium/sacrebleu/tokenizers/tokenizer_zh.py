"""The tokenizer for Chinese, as in ``sacrebleu.tokenizers.tokenizer_zh``."""

from __future__ import annotations

from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer


class TokenizerZh(RegisteredTokenizer):
    """Each Chinese character by itself, and ``13a`` for the rest."""

    def __init__(self) -> None:
        super().__init__("zh")
