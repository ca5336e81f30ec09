"""Parsers: one file per parser. Each is made from the text in the parentheses after its name."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from tertium import registry
from tertium.calls import parse_call
from tertium.errors import SpecError
from tertium.syntax.parser import Parser

__all__ = ["MakeParser", "get_parser"]

_REMEDY = (
    f"Write it as name or name(argument), such as spacy(fr_core_news_sm). There are: {', '.join(registry.PARSERS)}"
)


class MakeParser(Protocol):
    """What makes a parser: an entry of ``tertium.registry.PARSERS`` or of the entry points of a package."""

    def __call__(self, argument: str, *, tokenised: bool = False) -> Parser:
        """Return the parser.

        Args:
            argument: The text in the parentheses after its name; empty if there are none.
            tokenised: Whether the words of the segments are already separated by spaces.
        """


def get_parser(text: str, *, tokenised: bool = False) -> Parser:
    """Return the parser of this name: ``name`` or ``name(argument)``.

    It is made once per process, with its model; a file that it was made from is not read again.

    Args:
        text: The parser, such as ``spacy`` or ``ptb(trees.mrg)``.
        tokenised: Whether the words of the segments are already separated by spaces.

    Raises:
        SpecError: There is no such parser, or it does not take that argument.
        InputError: A library, model, file or server is missing, or does not work.
        MissingExtraError: An extra of this package is missing.
        PluginError: The parser of another package cannot be made, or violates the contract.
    """
    return _make(text.strip(), tokenised)


@cache
def _make(text: str, tokenised: bool) -> Parser:
    call = parse_call(text)
    if call is None:
        raise SpecError(f"{text!r} is not a parser", remedy=_REMEDY)
    parser: Parser = registry.make(registry.PARSERS, call.name, "parser", call.argument, tokenised=tokenised)
    return parser
