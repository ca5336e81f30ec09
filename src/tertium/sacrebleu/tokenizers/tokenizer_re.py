"""The rules that ``13a`` and ``zh`` have in common, as in ``sacrebleu.tokenizers.tokenizer_re``."""

from __future__ import annotations

import re

from tertium.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

# ASCII punctuation and symbols other than the apostrophe, hyphen, period and comma.
_MARK = re.compile(r"[!-&(-+/:-@\[-`{-~ ]")
_STOP_AFTER_OTHER = re.compile(r"([^0-9])([.,])")
_STOP_BEFORE_OTHER = re.compile(r"([.,])([^0-9])")
_HYPHEN_AFTER_DIGIT = re.compile(r"([0-9])-")


class TokenizerRegexp(BaseTokenizer):
    """Mteval's rules for Western languages, without its treatment of escapes and line ends."""

    def signature(self) -> str:
        """Return the name for signatures."""
        return "re"

    def __call__(self, line: str) -> str:
        """Return a line with spaces between its tokens."""
        line = _MARK.sub(r" \g<0> ", line)
        line = _STOP_AFTER_OTHER.sub(r"\1 \2 ", line)
        line = _STOP_BEFORE_OTHER.sub(r" \1 \2", line)
        line = _HYPHEN_AFTER_DIGIT.sub(r"\1 - ", line)
        return " ".join(line.split())
