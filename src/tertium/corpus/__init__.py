"""Corpora: how often a phrase occurs, in an index on disk, in files of text, or at a search service.

The data flow: text files -> `build_index` -> `open_index` or `open_counts` -> `Count`.
"""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.corpus.building import add_to_index, build_index, join_indexes, merge_index
    from tertium.corpus.cache import CachedCounts, check_cache, clear_cache, find_cache
    from tertium.corpus.counts import Count, Counts, CountsError
    from tertium.corpus.http_client import ClientOptions
    from tertium.corpus.index import PhraseIndex, PhraseOccurrence, check_index, open_index
    from tertium.corpus.language_model import LanguageModel
    from tertium.corpus.manifest import Manifest
    from tertium.corpus.normalisation import Normalisation
    from tertium.corpus.providers import count_phrases, open_counts

__all__ = [
    "CachedCounts",
    "ClientOptions",
    "Count",
    "Counts",
    "CountsError",
    "LanguageModel",
    "Manifest",
    "Normalisation",
    "PhraseIndex",
    "PhraseOccurrence",
    "add_to_index",
    "build_index",
    "check_cache",
    "check_index",
    "clear_cache",
    "count_phrases",
    "find_cache",
    "join_indexes",
    "merge_index",
    "open_counts",
    "open_index",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.corpus.building": ("add_to_index", "build_index", "join_indexes", "merge_index"),
            "tertium.corpus.cache": ("CachedCounts", "check_cache", "clear_cache", "find_cache"),
            "tertium.corpus.counts": ("Count", "Counts", "CountsError"),
            "tertium.corpus.http_client": ("ClientOptions",),
            "tertium.corpus.index": ("PhraseOccurrence", "PhraseIndex", "check_index", "open_index"),
            "tertium.corpus.language_model": ("LanguageModel",),
            "tertium.corpus.manifest": ("Manifest",),
            "tertium.corpus.normalisation": ("Normalisation",),
            "tertium.corpus.providers": ("count_phrases", "open_counts"),
        },
    )
