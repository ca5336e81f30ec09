"""Trees: constituents and dependencies, how to read, write and convert them, and parsers that make them."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.syntax.brackets import read_brackets, write_brackets
    from tertium.syntax.cache import CachedParser, check_cache, clear_cache, find_cache, get_cached_parser
    from tertium.syntax.conllu import read_conllu, write_conllu
    from tertium.syntax.parser import Parser
    from tertium.syntax.parsers import get_parser
    from tertium.syntax.parsing import ParsedText, parse_trees
    from tertium.syntax.trees import Constituents, Dependencies, Parse

__all__ = [
    "CachedParser",
    "Constituents",
    "Dependencies",
    "Parse",
    "ParsedText",
    "Parser",
    "check_cache",
    "clear_cache",
    "find_cache",
    "get_cached_parser",
    "get_parser",
    "parse_trees",
    "read_brackets",
    "read_conllu",
    "write_brackets",
    "write_conllu",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.syntax.brackets": ("read_brackets", "write_brackets"),
            "tertium.syntax.cache": ("CachedParser", "check_cache", "clear_cache", "find_cache", "get_cached_parser"),
            "tertium.syntax.conllu": ("read_conllu", "write_conllu"),
            "tertium.syntax.parser": ("Parser",),
            "tertium.syntax.parsers": ("get_parser",),
            "tertium.syntax.parsing": ("ParsedText", "parse_trees"),
            "tertium.syntax.trees": ("Constituents", "Dependencies", "Parse"),
        },
    )
