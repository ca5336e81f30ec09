"""From counts of phrases, and from an index, to documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tertium.corpus.counts import Count
from tertium.corpus.index import PhraseIndex, PhraseOccurrence
from tertium.corpus.manifest import Manifest
from tertium.frame import Frame
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document


def describe_counts(
    counts: Sequence[Count], index: PhraseIndex, shown: Mapping[str, Sequence[PhraseOccurrence]] | None = None
) -> Document:
    """Return counts of phrases: one row per phrase, and then its occurrences, if they are wanted.

    Args:
        counts: One per phrase.
        index: Where they are from.
        shown: Occurrences, by the phrase.
    """

    def make_tables() -> Iterator[Table]:
        rows = [(each.phrase, Number(each.count, ","), Number(each.lines, ",")) for each in counts]
        note = f"{index.tokens:,} words and punctuation marks on {index.lines:,} lines of {index.path}"
        yield Table(columns=("phrase", "count", "lines"), cells=rows, notes=[note])
        for phrase, occurrences in (shown or {}).items():
            lines = [(f"{each.document}:{each.line}", each.before, each.phrase, each.after) for each in occurrences]
            yield Table(columns=("place", "before", "phrase", "after"), cells=lines, title=phrase, text_columns=4)

    def make_data() -> dict[str, Any]:
        rows = [
            {**each.to_dict(), **({"shown": [one.to_dict() for one in shown.get(each.phrase, ())]} if shown else {})}
            for each in counts
        ]
        return {"tokens": index.tokens, "lines": index.lines, "counts": rows}

    def make_frame() -> Frame:
        if shown:
            return _list_occurrences(counts, shown)
        return Frame(
            {
                "phrase": [each.phrase for each in counts],
                "count": np.array([each.count or 0 for each in counts], np.int64),
                "lines": np.array([each.lines or 0 for each in counts], np.int64),
            }
        )

    return Document(title="Counts", blocks=[Tables(make_tables)], make_frame=make_frame, make_data=make_data)


def _list_occurrences(counts: Sequence[Count], shown: Mapping[str, Sequence[PhraseOccurrence]]) -> Frame:
    """Return one row per occurrence that is shown; a phrase without any has one row, with empty cells."""
    rows = [(each, one) for each in counts for one in (shown.get(each.phrase) or (None,))]
    places = [{} if one is None else one.to_dict() for _, one in rows]
    return Frame(
        {
            "phrase": [each.phrase for each, _ in rows],
            "count": np.array([each.count or 0 for each, _ in rows], np.int64),
            "lines": np.array([each.lines or 0 for each, _ in rows], np.int64),
            "document": [str(place.get("document", "")) for place in places],
            "line": [str(place.get("line", "")) for place in places],
            "before": [str(place.get("before", "")) for place in places],
            "match": [str(place.get("phrase", "")) for place in places],
            "after": [str(place.get("after", "")) for place in places],
        }
    )


def describe_index(manifest: Manifest, path: str, vocabulary: int | None = None) -> Document:
    """Return what an index is made of: all of it, and each shard."""
    shards = manifest.shards
    total = {
        "tokens": sum(shard.tokens for shard in shards),
        "lines": sum(shard.lines for shard in shards),
        **({} if vocabulary is None else {"vocabulary": vocabulary}),
        "shards": len(shards),
        "bytes": sum(shard.bytes for shard in shards),
    }
    names = ("tokens", "lines", "words", "bytes")

    def make_tables() -> list[Table]:
        rules = manifest.normalisation
        settings = [
            f"language {rules.language or 'any'}",
            "case folded" if rules.casefold else "case kept",
            f"apostrophes: {rules.apostrophes}",
            f"hyphens: {rules.hyphens}",
        ]
        rows = [(name, Number(value, ",")) for name, value in total.items()]
        by_shard: list[Sequence[Cell]] = [
            (shard.name, *(Number(getattr(shard, name), ",") for name in names)) for shard in shards
        ]
        return [
            Table(columns=("", "number"), cells=rows, title=path, notes=settings),
            Table(columns=("shard", *names), cells=by_shard, title="Shards"),
        ]

    def make_frame() -> Frame:
        columns = {name: np.array([getattr(shard, name) for shard in shards], np.int64) for name in names}
        return Frame({"shard": [shard.name for shard in shards], **columns})

    return Document(
        title="Index",
        blocks=[Tables(make_tables)],
        make_frame=make_frame,
        make_data=lambda: {"path": path, **total, **manifest.to_dict(), "shard_count": len(shards)},
    )
