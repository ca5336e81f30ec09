"""Tokenizers by name, and the tokens of many segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from tertium import _core
from tertium.sacrebleu.refusals import UnknownChoiceError
from tertium.sacrebleu.tokenizers.tokenizer_base import RegisteredTokenizer
from tertium.text.case import lowered

TOKENIZER_CLASSES: Mapping[str, str] = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}


@cache
def find_tokenizer(name: str) -> Callable[[], Any]:
    """Return the class of a tokenizer, which is imported when it is used.

    Raises:
        UnknownChoiceError: There is no such tokenizer.
    """
    if name not in TOKENIZER_CLASSES:
        raise _refuse(name)
    module, attribute = TOKENIZER_CLASSES[name].split(".")
    found: Callable[[], Any] = getattr(import_module(f"tertium.sacrebleu.tokenizers.{module}"), attribute)
    return found


def make_tokenizer(name: str) -> Any:
    """Return a tokenizer by its name, or by the name and file of a SentencePiece model: ``flores200(FILE)``."""
    if not isinstance(name, str):
        raise _refuse(name)
    if name in TOKENIZER_CLASSES or "(" not in name:
        return find_tokenizer(name)()
    # Imported only here: few use it.
    from tertium.sacrebleu.tokenizers.tokenizer_spm import TokenizerSPM

    return TokenizerSPM(name)


def _refuse(name: object) -> UnknownChoiceError:
    return UnknownChoiceError(f"there is no tokenizer {name!r}", remedy=f"There are: {', '.join(TOKENIZER_CLASSES)}")


def prepare_tokens(tokenizer: Any, segments: Sequence[str], lowercase: bool, threads: int) -> _core.Tokens:
    """Return the tokens of segments: by Tertium for its own tokenizers, else line by line."""
    if type(tokenizer).__call__ is RegisteredTokenizer.__call__:
        tokens: _core.Tokens = tokenizer.tokenize(segments, bool(lowercase), threads)
        return tokens
    lines = [tokenizer(segment.rstrip()) for segment in lowered(segments, lowercase)]
    return _core.tokenize(lines, "none", threads)
