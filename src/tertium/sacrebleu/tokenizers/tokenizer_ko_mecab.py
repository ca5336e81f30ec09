"""MeCab's tokenizer for Korean, as in ``sacrebleu.tokenizers.tokenizer_ko_mecab``."""

from __future__ import annotations

from tertium.errors import MissingExtraError
from tertium.sacrebleu.refusals import UnusableTokenizerError
from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer

FAIL_MESSAGE = "The tokenizer for Korean needs MeCab and its dictionary. Run: tertium doctor"


class TokenizerKoMecab(RegisteredTokenizer):
    """MeCab with the dictionary that WMT uses for Korean."""

    def __init__(self) -> None:
        try:
            super().__init__("ko-mecab")
        except MissingExtraError as error:
            raise UnusableTokenizerError(error.message, remedy=error.remedy) from error
