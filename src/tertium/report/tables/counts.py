"""From counts of phrases, and from an index, to tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.corpus.counts import Count
from tertium.corpus.index import PhraseIndex, PhraseOccurrence
from tertium.corpus.manifest import Manifest
from tertium.frame import Frame
from tertium.report.document import Document
from tertium.results import Table


def describe_counts(
    counts: Sequence[Count], index: PhraseIndex, shown: Mapping[str, Sequence[PhraseOccurrence]] | None = None
) -> Document:
    """Counts of phrases: one row a phrase, and then its occurrences, if they are wanted.

    Args:
        counts: One a phrase.
        index: Where they are from.
        shown: Occurrences, by the phrase.
    """
    rows = [(each.phrase, _number(each.count), _number(each.lines)) for each in counts]
    note = f"{index.tokens:,} words and marks on {index.lines:,} lines of {index.path}"
    tables = [Table(("phrase", "count", "lines"), rows, notes=[note])]
    data = [each.to_dict() for each in counts]
    for phrase, occurrences in (shown or {}).items():
        lines = [(f"{each.document}:{each.line}", each.before, each.phrase, each.after) for each in occurrences]
        tables.append(Table(("place", "before", "phrase", "after"), lines, title=phrase, text_columns=4))
    whole = {
        "tokens": index.tokens,
        "lines": index.lines,
        "counts": [
            {**row, **({"shown": [each.to_dict() for each in shown.get(count.phrase, ())]} if shown else {})}
            for row, count in zip(data, counts, strict=True)
        ],
    }
    frame = Frame(
        {
            "phrase": [each.phrase for each in counts],
            "count": np.array([each.count or 0 for each in counts], np.int64),
            "lines": np.array([each.lines or 0 for each in counts], np.int64),
        }
    )
    return Document("Counts", tables, frame, whole)


def describe_index(manifest: Manifest, path: str, vocabulary: int | None = None) -> Document:
    """What an index is made of: all of it, and each shard."""
    shards = manifest.shards
    rules = manifest.normalisation
    total = {
        "tokens": sum(shard.tokens for shard in shards),
        "lines": sum(shard.lines for shard in shards),
        **({} if vocabulary is None else {"vocabulary": vocabulary}),
        "shards": len(shards),
        "bytes": sum(shard.bytes for shard in shards),
    }
    settings = [
        f"language {rules.language or 'any'}",
        "case folded" if rules.casefold else "case kept",
        f"apostrophes: {rules.apostrophes}",
        f"hyphens: {rules.hyphens}",
    ]
    tables = [
        Table(("", "number"), [(name, f"{value:,}") for name, value in total.items()], title=path, notes=settings),
        Table(
            ("shard", "tokens", "lines", "words", "bytes"),
            [
                (shard.name, f"{shard.tokens:,}", f"{shard.lines:,}", f"{shard.words:,}", f"{shard.bytes:,}")
                for shard in shards
            ],
            title="Shards",
        ),
    ]
    names = ("tokens", "lines", "words", "bytes")
    columns = {name: np.array([getattr(shard, name) for shard in shards], np.int64) for name in names}
    frame = Frame({"shard": [shard.name for shard in shards], **columns})
    return Document("Index", tables, frame, {"path": path, **total, **manifest.to_dict(), "shard_count": len(shards)})


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
