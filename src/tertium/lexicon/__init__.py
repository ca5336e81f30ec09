"""Lexicons: which words match. Modules (exact, stems, synonyms), WordNet, thesauri and function words."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.lexicon.function_words import load_function_words
    from tertium.lexicon.information import (
        InformationContent,
        count_information,
        read_information,
        write_information,
    )
    from tertium.lexicon.keys import Keys
    from tertium.lexicon.module import Module
    from tertium.lexicon.modules import check_keys, get_module, parse_stages
    from tertium.lexicon.mythes import Thesaurus, read_thesaurus
    from tertium.lexicon.packed_wordnet import load_wordnet
    from tertium.lexicon.relatedness_measures import relate_words

__all__ = [
    "InformationContent",
    "Keys",
    "Module",
    "Thesaurus",
    "check_keys",
    "count_information",
    "get_module",
    "load_function_words",
    "load_wordnet",
    "parse_stages",
    "read_information",
    "read_thesaurus",
    "relate_words",
    "write_information",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.lexicon.function_words": ("load_function_words",),
            "tertium.lexicon.information": (
                "InformationContent",
                "count_information",
                "read_information",
                "write_information",
            ),
            "tertium.lexicon.keys": ("Keys",),
            "tertium.lexicon.module": ("Module",),
            "tertium.lexicon.modules": ("check_keys", "get_module", "parse_stages"),
            "tertium.lexicon.mythes": ("Thesaurus", "read_thesaurus"),
            "tertium.lexicon.packed_wordnet": ("load_wordnet",),
            "tertium.lexicon.relatedness_measures": ("relate_words",),
        },
    )
