"""Parsers: one file a parser. Each is made from the text between the parentheses of its name."""

from __future__ import annotations

from functools import cache

from tertium import registry
from tertium.calls import parse_call
from tertium.errors import SpecError
from tertium.syntax.parser import Parser

__all__ = ["get_parser"]

_REMEDY = "Write a parser as spacy, spacy(fr_core_news_sm), ptb(trees.mrg) or corenlp(http://localhost:9000)"


def get_parser(text: str, *, tokenised: bool = False) -> Parser:
    """The parser of this name: ``name`` or ``name(argument)``.

    It is made once a process, with the model that it has loaded; a file that it was made from is not read again.

    Args:
        text: The parser, such as ``spacy`` or ``ptb(trees.mrg)``.
        tokenised: Whether the words of the segments are apart by white space already, and are to stay as they are.

    Raises:
        SpecError: There is no such parser, or it does not take that argument.
        InputError: A library, model, file or server is missing, or does not do what it should.
        MissingExtraError: An extra of this package is missing.
    """
    return _make(text.strip(), tokenised)


@cache
def _make(text: str, tokenised: bool) -> Parser:
    call = parse_call(text)
    if call is None:
        raise SpecError(f"{text!r} is not a parser", remedy=_REMEDY)
    parser: Parser = registry.load(registry.PARSERS, call.name, "parser")(call.argument, tokenised=tokenised)
    return parser
