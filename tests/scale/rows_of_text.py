"""Tables of hypotheses and references, in pieces as an engine hands them out."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
from hypothesis import strategies as st

from tertium import samples

CORPUS = samples.path("reference.A.txt").with_name("mtness") / "corpus.es.txt"
SYSTEMS = ("careful", "neural", "literal")


def read(name: str) -> list[str]:
    return samples.path(name).read_text(encoding="utf-8").splitlines()


def read_references() -> list[list[str]]:
    return [list(pair) for pair in zip(read("reference.A.txt"), read("reference.B.txt"), strict=True)]


def make_sample() -> pa.Table:
    """All systems of the sample, one row per hypothesis."""
    references = read_references()
    rows = [
        {"system": system, "segment": number, "hypothesis": text, "reference": its}
        for system in SYSTEMS
        for number, (text, its) in enumerate(zip(read(f"system.{system}.txt"), references, strict=True))
    ]
    return pa.Table.from_pylist(rows)


def cut(table: pa.Table, sizes: Sequence[int]) -> list[list[pa.RecordBatch]]:
    """A table in partitions of some rows each, each in batches of two."""
    partitions = []
    start = 0
    for size in [*sizes, table.num_rows]:
        partitions.append(table.slice(start, size).to_batches(max_chunksize=2))
        start += size
    return [each for each in partitions if each]


words = st.sampled_from(["the", "a", "cat", "Cat", "sat", "on", "mat", ".", "ä", ""])
texts = st.lists(words, max_size=7).map(" ".join)
tables = st.lists(
    st.fixed_dictionaries(
        {
            "group": st.sampled_from(["one", "two", None]),
            "hypothesis": texts,
            "reference": st.lists(texts, min_size=1, max_size=3),
        }
    ),
    min_size=1,
    max_size=12,
).map(
    lambda rows: pa.Table.from_pylist(
        rows,
        schema=pa.schema([("group", pa.string()), ("hypothesis", pa.string()), ("reference", pa.list_(pa.string()))]),
    )
)
