"""The tokenizers, as in ``sacrebleu.tokenizers``: one class per module. Their work is done by Tertium's tokenizers."""

from tertium.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
