"""Providers by name: ``index(corpus.idx)``, ``scan(a.txt+b.txt.gz)``, ``infinigram(v4_rpj_llama_s4)``."""

from __future__ import annotations

import re
from pathlib import Path

from tertium import registry
from tertium.corpus.cache import BATCH, CachedCounts
from tertium.corpus.counts import Counts
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.normalisation import Normalisation
from tertium.errors import SpecError

_SPEC = re.compile(r"\s*([^()\s]+)\s*\((.*)\)\s*", re.DOTALL)
_REMEDY = (
    "Write a provider as index(folder), scan(file+file), elastic(address,index,field), infinigram(index)"
    " or websearch(settings.toml)"
)


def open_counts(
    spec: str,
    *,
    options: ClientOptions | None = None,
    normalisation: Normalisation | None = None,
    cache: Path | None = None,
    max_age: float | None = None,
) -> Counts:
    """The provider of a name and, in parentheses, what it needs.

    Args:
        spec: The provider, such as ``elastic(https://example.org:9200,news,text)``.
        options: How a server is asked; what the provider thinks best if None.
        normalisation: How the text of ``scan`` becomes words; an index has its own, and servers have theirs.
        cache: The file where counts are kept; none are if None. A local index is quicker than a cache and has none.
        max_age: After how many seconds a count in the cache is asked for again; never if None.

    Raises:
        SpecError: There is no such provider, or it needs something else.
        InputError: A file is missing or damaged.
    """
    found = _SPEC.fullmatch(spec)
    if found is None:
        # Anything else is not repeated in the message: it may be an address with a password in it.
        if re.fullmatch(r"[\w-]+", spec.strip()) and spec.strip() not in registry.COUNTS:
            raise registry.unknown("provider of counts", spec.strip(), registry.COUNTS)
        raise SpecError("that is no provider of counts", remedy=_REMEDY)
    name, argument = found[1], found[2].strip()
    make = registry.load(registry.COUNTS, name, "provider of counts")
    extra = {"index": (), "scan": (normalisation,)}.get(name, (options,))
    provider: Counts = make(argument, *extra)
    if cache is None or name == "index":
        return provider
    # One pass over text answers all phrases: to ask in batches would be to read everything again for each.
    return CachedCounts(provider, cache, max_age=max_age, batch=None if name == "scan" else BATCH)
