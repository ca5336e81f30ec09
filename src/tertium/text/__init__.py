"""Text: test sets from files of many formats, and tokenizers."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.text.readers import SUFFIXES, Columns, TestSetReader, open_test_set, read_test_set
    from tertium.text.signs import warn_of_text
    from tertium.text.tokenizers import Tokenizer, get_tokenizer
    from tertium.text.unescaping import unescape_texts

__all__ = [
    "SUFFIXES",
    "Columns",
    "TestSetReader",
    "Tokenizer",
    "get_tokenizer",
    "open_test_set",
    "read_test_set",
    "unescape_texts",
    "warn_of_text",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.text.readers": ("SUFFIXES", "Columns", "TestSetReader", "open_test_set", "read_test_set"),
            "tertium.text.signs": ("warn_of_text",),
            "tertium.text.tokenizers": ("Tokenizer", "get_tokenizer"),
            "tertium.text.unescaping": ("unescape_texts",),
        },
    )
