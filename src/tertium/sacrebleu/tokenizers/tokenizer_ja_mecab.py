"""MeCab's tokenizer for Japanese, as in ``sacrebleu.tokenizers.tokenizer_ja_mecab``."""

from __future__ import annotations

from tertium.errors import MissingExtraError
from tertium.sacrebleu.refusals import UnusableTokenizerError
from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer

FAIL_MESSAGE = "The tokenizer for Japanese needs MeCab and its dictionary. Run: tertium doctor"


class TokenizerJaMecab(RegisteredTokenizer):
    """MeCab with the dictionary that WMT uses for Japanese."""

    def __init__(self) -> None:
        try:
            super().__init__("ja-mecab")
        except MissingExtraError as error:
            raise UnusableTokenizerError(error.message, remedy=error.remedy) from error
