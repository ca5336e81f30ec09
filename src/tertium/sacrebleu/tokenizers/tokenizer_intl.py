"""The international tokenizer of mteval-v14, as in ``sacrebleu.tokenizers.tokenizer_intl``."""

from __future__ import annotations

from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer


class TokenizerV14International(RegisteredTokenizer):
    """The international tokenizer of mteval-v14: at punctuation and symbols of any script."""

    _keeps_end = True

    def __init__(self) -> None:
        super().__init__("intl")
