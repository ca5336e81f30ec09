"""Tercom's tokenizer, as in ``sacrebleu.tokenizers.tokenizer_ter``."""

from __future__ import annotations

from tertium import _core
from tertium.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TercomTokenizer(BaseTokenizer):
    """Tercom's normalisation and tokenizer.

    Args:
        normalized: Whether text is normalised and split.
        no_punct: Whether punctuation is removed.
        asian_support: Whether Chinese and Japanese characters and punctuation are treated too.
        case_sensitive: Whether case is kept.
    """

    ASIAN_PUNCT = r"([\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb])"
    FULL_WIDTH_PUNCT = r"([\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09])"

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._settings = (bool(normalized), bool(no_punct), bool(asian_support))
        self._case_sensitive = case_sensitive

    def signature(self) -> str:
        """Return the name for signatures."""
        return "tercom"

    def __call__(self, sent: str) -> str:
        """Return a line with spaces between its words."""
        text = sent if self._case_sensitive else sent.lower()
        # The core strips the end, which sacrebleu leaves to its metrics. A word after it keeps it.
        kept = text == text.rstrip()
        words = _core.tokenize_tercom([text if kept else f"{text} x"], *self._settings, 1, 1).to_lists()[0]
        return " ".join(words if kept else words[:-1])
