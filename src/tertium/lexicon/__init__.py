"""Lexicons: which words match. Modules (exact, stems, synonyms), WordNet, thesauri and function words."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.lexicon.function_words import load_function_words
    from tertium.lexicon.keys import Keys
    from tertium.lexicon.module import Module
    from tertium.lexicon.modules import check_keys, get_module, parse_stages
    from tertium.lexicon.mythes import Thesaurus, read_thesaurus
    from tertium.lexicon.packed_wordnet import load_wordnet

__all__ = [
    "Keys",
    "Module",
    "Thesaurus",
    "check_keys",
    "get_module",
    "load_function_words",
    "load_wordnet",
    "parse_stages",
    "read_thesaurus",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.lexicon.function_words": ("load_function_words",),
            "tertium.lexicon.keys": ("Keys",),
            "tertium.lexicon.module": ("Module",),
            "tertium.lexicon.modules": ("check_keys", "get_module", "parse_stages"),
            "tertium.lexicon.mythes": ("Thesaurus", "read_thesaurus"),
            "tertium.lexicon.packed_wordnet": ("load_wordnet",),
        },
    )
