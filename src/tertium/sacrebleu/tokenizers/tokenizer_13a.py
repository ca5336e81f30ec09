"""The tokenizer of mteval-v13a, as in ``sacrebleu.tokenizers.tokenizer_13a``."""

from __future__ import annotations

from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer


class Tokenizer13a(RegisteredTokenizer):
    """The tokenizer of mteval-v13a, used by WMT."""

    _keeps_end = True

    def __init__(self) -> None:
        super().__init__("13a")
