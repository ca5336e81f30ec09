"""Count providers by name: ``index(corpus.index)``, ``scan(a.txt+b.txt.gz)``, ``infinigram(v4_rpj_llama_s4)``.

A provider is one file with the verb ``make``, and a line in ``tertium.registry.COUNTS``. It parses its own argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from tertium import registry
from tertium.calls import parse_call
from tertium.corpus.cache import BATCH, CachedCounts
from tertium.corpus.counts import Count, Counts
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.index import open_index
from tertium.corpus.normalisation import Normalisation
from tertium.errors import SpecError


class MakeCounts(Protocol):
    """What makes a count provider: an entry of ``tertium.registry.COUNTS`` or of the entry points of a package."""

    def __call__(
        self, argument: str, *, options: ClientOptions | None = None, normalisation: Normalisation | None = None
    ) -> Counts:
        """Return the count provider.

        Args:
            argument: The text in the parentheses after its name.
            options: How a server is asked; the provider's defaults if None.
            normalisation: How text becomes words, for providers that read text.
        """


def open_counts(
    spec: str,
    *,
    options: ClientOptions | None = None,
    normalisation: Normalisation | None = None,
    cache: Path | None = None,
    max_age: float | None = None,
) -> Counts:
    """Open a count provider: an index, files of text, or a search service.

    >>> from tertium import samples
    >>> counts = open_counts(f"scan({samples.path('reference.A.txt')})")
    >>> [count.count for count in counts.count_many(["the", "of the"])]
    [18, 1]

    Args:
        spec: The provider and its argument, such as ``elastic(https://example.org:9200,news,text)``.
        options: How a server is asked; the provider's defaults if None.
        normalisation: How the text of ``scan`` becomes words; an index has its own, and servers have theirs.
        cache: The file where counts are kept; none are if None. A local index is faster than a cache and has none.
        max_age: After how many seconds a count in the cache is asked for again; never if None.

    Raises:
        SpecError: There is no such provider, or it does not take that argument.
        InputError: A file is missing or damaged.
        PluginError: The provider of another package cannot be made, or violates the contract.
    """
    call = parse_call(spec)
    if call is None or not spec.rstrip().endswith(")"):
        known = registry.list_names(registry.COUNTS, "count provider")
        if call is not None and call.name not in known and call.name.replace("-", "_").isidentifier():
            raise registry.unknown("count provider", call.name, known)
        # Anything else is not repeated in the message: it may be an address with a password in it.
        raise SpecError(
            "this is not a count provider",
            remedy=f"Write it as name(argument), such as index(folder). There are: {', '.join(known)}",
        )
    provider: Counts = registry.make(
        registry.COUNTS, call.name, "count provider", call.argument, options=options, normalisation=normalisation
    )
    # A provider that says nothing is asked for small batches, so that a killed process loses little.
    batch: int | None = getattr(provider, "cached_at_once", BATCH)
    if cache is None or batch == 0:
        return provider
    return CachedCounts(provider, cache, max_age=max_age, batch=batch)


def count_phrases(phrases: Sequence[str], source: str | Path | Counts) -> list[Count]:
    """Count phrases in a corpus.

    >>> from tertium import samples
    >>> count_phrases(["the", "of the"], f"scan({samples.path('reference.A.txt')})")[1].count
    1

    Args:
        phrases: Phrases of one or more words.
        source: The folder of an index as a ``Path``, a count provider such as ``"scan(news.txt)"``, or an open one.

    Returns:
        One count per phrase, in the same order. A phrase that could not be counted has ``count=None`` and an error.

    Raises:
        CountsError: The provider fails as a whole; the error has what was counted before.
        InputError: A file is missing or damaged.
        SpecError: There is no such provider.
    """
    if isinstance(source, Path):
        source = open_index(source)
    provider = open_counts(source) if isinstance(source, str) else source
    return provider.count_many(phrases)
