"""Phrases in record batches are counted as in files."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus import Normalisation
from tertium.corpus.scan import ScanCounts
from tertium.errors import InputError
from tertium.scale import CountingWork, count, finish_counts

WORDS = ["el", "disco", "duro", "Duro", "lleno", ".", "l'home", "de-el"]
phrases = st.lists(st.lists(st.sampled_from([*WORDS, "*"]), min_size=1, max_size=3).map(" ".join), max_size=6)


@given(
    lines=st.lists(st.one_of(st.none(), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)), max_size=20),
    phrases=phrases,
    size=st.integers(1, 7),
    language=st.sampled_from(["", "ca", "es"]),
)
def test_counts_equal_those_of_a_file(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str | None], phrases: list[str], size: int, language: str
) -> None:
    work = CountingWork(phrases=phrases, text="line", normalisation=Normalisation(language))
    batches = pa.table({"line": pa.array(lines, pa.string())}).to_batches(max_chunksize=size)
    counted = [batch for part in (batches[::2], batches[1::2]) for batch in count(part, work)]
    found, tokens = finish_counts(pa.Table.from_batches(counted), work)
    path: Path = tmp_path_factory.mktemp("text") / "lines.txt"
    path.write_text("".join(f"{line}\n" for line in lines if line is not None), encoding="utf-8")
    scan = ScanCounts([path], Normalisation(language))
    assert found == scan.count_many(phrases)
    assert tokens == scan.size


def test_rows_may_have_several_lines_and_phrases_no_words() -> None:
    work = CountingWork(phrases=["a b", "b a", "\n"])
    counted = pa.Table.from_batches(count(pa.table({"text": ["a b\na b a", "b"]}).to_batches(), work))
    found, tokens = finish_counts(counted, work)
    assert [(each.count, each.lines, each.error) for each in found] == [
        (2, 2, ""),
        (1, 1, ""),
        (None, None, "the phrase has no words"),
    ]
    assert tokens == 6


def test_other_columns_are_refused() -> None:
    work = CountingWork(phrases=["a"], text="line")
    with pytest.raises(InputError, match=r"no column 'line'.*Choose from: text"):
        list(count(pa.table({"text": ["a"]}).to_batches(), work))
    with pytest.raises(InputError, match="the data type of the column 'line' is integers"):
        list(count(pa.table({"line": [1]}).to_batches(), work))
    with pytest.raises(InputError, match="the phrases are one string"):
        CountingWork(phrases="a b")
