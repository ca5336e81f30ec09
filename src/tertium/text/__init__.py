"""Text: test sets from files of many formats, and tokenizers."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.text.bilingual import BilingualDocument, BilingualUnit, parse_bilingual, read_bilingual
    from tertium.text.readers import (
        SUFFIXES,
        Columns,
        Request,
        SegmentRun,
        System,
        TestSetReader,
        open_test_set,
        read_lines,
        read_test_set,
    )
    from tertium.text.readers.formats import find_format
    from tertium.text.signs import warn_of_text
    from tertium.text.text_changes import normalise_texts, unescape_texts
    from tertium.text.tokenizers import Tokenizer, get_tokenizer, pack_tokens

__all__ = [
    "SUFFIXES",
    "BilingualDocument",
    "BilingualUnit",
    "Columns",
    "Request",
    "SegmentRun",
    "System",
    "TestSetReader",
    "Tokenizer",
    "find_format",
    "get_tokenizer",
    "normalise_texts",
    "open_test_set",
    "pack_tokens",
    "parse_bilingual",
    "read_bilingual",
    "read_lines",
    "read_test_set",
    "unescape_texts",
    "warn_of_text",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.text.bilingual": ("BilingualDocument", "BilingualUnit", "parse_bilingual", "read_bilingual"),
            "tertium.text.readers": (
                "SUFFIXES",
                "Columns",
                "Request",
                "SegmentRun",
                "System",
                "TestSetReader",
                "open_test_set",
                "read_lines",
                "read_test_set",
            ),
            "tertium.text.readers.formats": ("find_format",),
            "tertium.text.signs": ("warn_of_text",),
            "tertium.text.text_changes": ("normalise_texts", "unescape_texts"),
            "tertium.text.tokenizers": ("Tokenizer", "get_tokenizer", "pack_tokens"),
        },
    )
