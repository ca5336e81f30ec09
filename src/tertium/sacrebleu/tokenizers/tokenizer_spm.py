"""SentencePiece's tokenizers, as in ``sacrebleu.tokenizers.tokenizer_spm``. Models are never downloaded."""

from __future__ import annotations

import logging
from typing import Any

from tertium.calls import parse_call
from tertium.errors import MissingExtraError
from tertium.sacrebleu.refusals import UnknownChoiceError, UnusableTokenizerError
from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer

sacrelogger = logging.getLogger("sacrebleu")

SPM_MODELS = {
    "spm": {"signature": "flores101"},
    "flores101": {"signature": "flores101"},
    "flores200": {"signature": "flores200"},
    "spBLEU-1K": {"signature": "spBLEU-1K"},
}
"""The models, and what each is called in signatures. sacrebleu has their addresses here."""


class TokenizerSPM(RegisteredTokenizer):
    """A SentencePiece model in the folder where sacrebleu keeps it, or a named file: ``flores200(FILE)``.

    Args:
        key: The name of the model, with its file if it is elsewhere. ``spm(FILE)`` is a model of your own.

    Attributes:
        name: What it is called in signatures.
        sp: The model, as SentencePiece has it.
    """

    def __init__(self, key: str = "spm") -> None:
        call = parse_call(key)
        if call is None or call.name not in SPM_MODELS:
            raise UnknownChoiceError(f"there is no model {key!r}", remedy=f"There are: {', '.join(SPM_MODELS)}")
        if key == "spm":
            sacrelogger.warning("Tokenizer 'spm' has been changed to 'flores101', and may be removed in the future.")
        try:
            super().__init__(key)
        except MissingExtraError as error:
            raise UnusableTokenizerError(error.message, remedy=error.remedy) from error
        inner: Any = self._inner
        self.name: str = inner.name
        self.sp = inner.processor

    def signature(self) -> str:
        """Return the name of the model."""
        return self.name

    def _write(self, line: str) -> str:
        return " ".join(self.sp.EncodeAsPieces(line))


class Flores200Tokenizer(TokenizerSPM):
    """The model of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class Flores101Tokenizer(TokenizerSPM):
    """The model of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class spBLEU1KTokenizer(TokenizerSPM):  # noqa: N801 - sacrebleu's name
    """The model of spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
