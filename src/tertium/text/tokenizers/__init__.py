"""Tokenizers: one file per family, with the verb ``make``."""

from __future__ import annotations

from functools import cache
from inspect import signature

from tertium import registry
from tertium.calls import Call, parse_call
from tertium.errors import SpecError
from tertium.text.tokenizers.foreign import ForeignTokenizer
from tertium.text.tokenizers.packing import pack_tokens
from tertium.text.tokenizers.tokenizer import MakeTokenizer, Tokenizer

__all__ = ["MakeTokenizer", "Tokenizer", "get_tokenizer", "pack_tokens", "parse_tokenizer"]


@cache
def get_tokenizer(text: str) -> Tokenizer:
    """Return a tokenizer: ``name``, or ``name(argument)`` for those that take the file of a model.

    It is made once per process; a file that it was made from is not read again.

    >>> get_tokenizer("13a").tokenize(["Well-known, isn't it?"]).to_lists()
    [['Well-known', ',', "isn't", 'it', '?']]

    Raises:
        SpecError: There is no such tokenizer, or it takes no argument.
        InputError: The file of the model is missing or malformed.
        MissingExtraError: An extra of this package is missing.
        PluginError: The tokenizer of another package fails, or violates the contract.
    """
    call = parse_tokenizer(text)
    arguments = (call.name, call.argument) if call.argument else (call.name,)
    try:
        signature(registry.load(registry.TOKENIZERS, call.name, "tokenizer")).bind(*arguments)
    except TypeError:
        raise SpecError(
            f"the tokenizer {call.name!r} takes no argument, but is given {call.argument!r}",
            remedy=f"Write {call.name} alone",
        ) from None
    tokenizer: Tokenizer = registry.make(registry.TOKENIZERS, call.name, "tokenizer", *arguments)
    return tokenizer if call.name in registry.TOKENIZERS else ForeignTokenizer(call.name, tokenizer)


def parse_tokenizer(text: str) -> Call:
    """Split ``name(argument)`` into its parts, without making the tokenizer.

    Raises:
        SpecError: There is no such tokenizer.
    """
    call = parse_call(text)
    if call is None or not registry.is_known(registry.TOKENIZERS, call.name, "tokenizer"):
        names = registry.list_names(registry.TOKENIZERS, "tokenizer")
        raise registry.unknown("tokenizer", call.name if call else text, names)
    return call
