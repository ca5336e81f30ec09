"""What is written is what is read, in every format, in batches and blocks of any size."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.text.readers import TestSetReader, open_test_set
from tertium.types import TestSet

# Line breaks of Unicode, which are none here, have to come up often.
AWKWARD = st.sampled_from(["", "\u2028", "\u0085", "\x0b", "\x0c", "\x1e", '"', ",", "\\", "a", "é", "漢", "😀", " "])
CHARACTERS = st.characters(exclude_characters="\n\r\0\t\ufeff", exclude_categories=["Cs"])
SEGMENT = st.one_of(st.text(CHARACTERS, max_size=12), st.lists(AWKWARD, max_size=8).map("".join)).filter(
    lambda text: text != r"\N"
)
SEGMENTS = st.lists(SEGMENT, min_size=1, max_size=12)

Write = Callable[[Sequence[str], Path], Path]


def write_text(segments: Sequence[str], directory: Path) -> Path:
    path = directory / "set.txt"
    path.write_bytes("".join(f"{segment}\n" for segment in segments).encode())
    return path


def write_text_with_crlf(segments: Sequence[str], directory: Path) -> Path:
    path = directory / "set.txt"
    path.write_bytes(b"\xef\xbb\xbf" + "".join(f"{segment}\r\n" for segment in segments).encode())
    return path


def write_gzip(segments: Sequence[str], directory: Path) -> Path:
    path = directory / "set.txt.gz"
    halves = segments[: len(segments) // 2], segments[len(segments) // 2 :]
    # Two members, one after the other, as "cat a.gz b.gz" makes them, and the padding of a tape.
    path.write_bytes(b"".join(gzip.compress("".join(f"{s}\n" for s in half).encode()) for half in halves) + b"\0\0")
    return path


def write_tsv(segments: Sequence[str], directory: Path) -> Path:
    path = directory / "set.tsv"
    rows = "".join(f"{number}\t{segment}\n" for number, segment in enumerate(segments))
    path.write_bytes(b"number\tmt\n" + rows.encode())
    return path


def write_csv(segments: Sequence[str], directory: Path) -> Path:
    path = directory / "set.csv"
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["mt"])
    writer.writerows([segment] for segment in segments)
    path.write_bytes(text.getvalue().encode())
    return path


def write_jsonl(segments: Sequence[str], directory: Path) -> Path:
    path = directory / "set.jsonl"
    lines = [json.dumps({"mt": text, "n": at}, ensure_ascii=bool(at % 2)) + "\n" for at, text in enumerate(segments)]
    path.write_bytes("".join(lines).encode())
    return path


def write_parquet(segments: Sequence[str], directory: Path) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = directory / "set.parquet"
    parquet.write_table(pyarrow.table({"mt": list(segments)}), path)
    return path


WRITERS: list[Write] = [
    write_text,
    write_text_with_crlf,
    write_gzip,
    write_tsv,
    write_csv,
    write_jsonl,
    write_parquet,
]


def with_blocks(reader: TestSetReader, size: int) -> TestSetReader:
    return replace(reader, requests=[replace(request, block_size=size) for request in reader.requests])


@pytest.mark.filterwarnings("ignore:.*byte-order mark")
@pytest.mark.parametrize("write", WRITERS)
@settings(max_examples=60, deadline=None)
@given(segments=SEGMENTS, batch=st.integers(1, 5), block=st.integers(1, 40))
@example(segments=["", "a\u2028b\u0085c\x0bd\x0c", ""], batch=1, block=1)
def test_segments_come_back(write: Write, segments: list[str], batch: int, block: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = write(segments, Path(directory))
        assert list(open_test_set([path]).read().systems["set"]) == segments
        batches = list(with_blocks(open_test_set([path]), block).batches(batch))
        assert [len(part) for part in batches[:-1]] == [batch] * (len(batches) - 1)
        assert list(TestSet.concatenate(batches).systems["set"]) == segments


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.tuples(SEGMENT, st.none() | SEGMENT, st.none() | SEGMENT), min_size=1), batch=st.integers(1, 5))
def test_missing_and_empty_references_come_back(rows: list[tuple[str, str | None, str | None]], batch: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        table = Path(directory) / "set.tsv"
        lines = ["\t".join(r"\N" if cell is None else cell for cell in row) for row in rows]
        table.write_bytes("\n".join(["mt\tref1\tref2", *lines]).encode())
        objects = Path(directory) / "set.jsonl"
        keys = ("mt", "ref1", "ref2")
        dicts = [
            {key: cell for key, cell in zip(keys, row, strict=True) if cell is not None or at % 2}
            for at, row in enumerate(rows)
        ]
        objects.write_text("\n".join(map(json.dumps, dicts)))
        expected = [[text for text in row[1:] if text is not None] for row in rows]
        for path in (table, objects):
            found = TestSet.concatenate(with_blocks(open_test_set([path]), 7).batches(batch))
            assert [found.references.of(at) for at in range(len(found))] == expected
