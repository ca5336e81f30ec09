"""Memory is bounded by the amount of text, not by the number of lines: every reader stops at some characters."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import types
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.cli import main
from tertium.errors import InputError
from tertium.files import compression, delimited, opening, parquet
from tertium.files.table import read_rows
from tertium.text.readers import open_test_set, read_test_set
from tertium.types import References, TestSet
from tests.text.readers.test_sgml import SYSTEM as SGML

pyarrow = pytest.importorskip("pyarrow", reason="NO PYARROW: Parquet is not tried")
pq = pytest.importorskip("pyarrow.parquet")

# Short and long segments in turn; the last is longer than a batch may be.
TEXTS = [f"{number} " * (1 + 40 * (number % 5 == 3)) for number in range(60)] + ["long " * 300]
MOST = 800


def write_lines(path: Path) -> Path:
    path.write_text("".join(f"{text}\n" for text in TEXTS))
    return path


def write_gzip(path: Path) -> Path:
    path.write_bytes(gzip.compress("".join(f"{text}\n" for text in TEXTS).encode()))
    return path


def write_tsv(path: Path) -> Path:
    path.write_text("hypothesis\treference\n" + "".join(f"{text}\t{text}\n" for text in TEXTS))
    return path


def write_csv(path: Path) -> Path:
    path.write_text("hypothesis,reference\n" + "".join(f'"{text}","{text}"\n' for text in TEXTS))
    return path


def write_jsonl(path: Path) -> Path:
    rows = [json.dumps({"hypothesis": text, "reference": text}) for text in TEXTS]
    path.write_text("".join(f"{row}\n" for row in rows))
    return path


def write_parquet(path: Path) -> Path:
    pq.write_table(pyarrow.table({"hypothesis": TEXTS, "reference": TEXTS}), path)
    return path


WRITERS: dict[str, Callable[[Path], Path]] = {
    "text.txt": write_lines,
    "text.txt.gz": write_gzip,
    "table.tsv": write_tsv,
    "table.csv": write_csv,
    "table.jsonl": write_jsonl,
    "table.parquet": write_parquet,
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_batch_ends_at_some_characters(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "_MOST", 200)
    monkeypatch.setattr(parquet, "_MOST", 200)
    path = WRITERS[name](tmp_path / name)
    references = [path] if name.startswith("text") else []
    reader = open_test_set([path], references)
    for request in reader.requests:
        object.__setattr__(request, "block_size", 64)
    batches = [part for batch in reader.batches(25, MOST) for part in batch.batches(25, MOST)]
    (system,) = batches[0].systems
    assert [text for batch in batches for text in batch.systems[system]] == TEXTS
    assert [text for batch in batches for text in batch.references.flat] == TEXTS
    sizes = [sum(map(len, batch.systems[system])) + sum(map(len, batch.references.flat)) for batch in batches]
    assert all(size <= MOST or len(batch) == 1 for size, batch in zip(sizes, batches, strict=True))
    assert max(map(len, batches)) > 1


@given(
    st.lists(st.tuples(st.text("ab", max_size=9), st.text("ab", max_size=30)), min_size=1, max_size=40),
    st.integers(1, 20),
    st.integers(1, 60),
)
def test_no_segment_is_lost_whatever_the_limits(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]], size: int, most: int
) -> None:
    folder = tmp_path_factory.mktemp("limits")
    for at, name in enumerate(("hypotheses.txt", "references.txt")):
        (folder / name).write_text("".join(f"{pair[at]}\n" for pair in pairs))
    reader = open_test_set([folder / "hypotheses.txt"], [folder / "references.txt"])
    for request in reader.requests:
        object.__setattr__(request, "block_size", 7)
    batches = list(reader.batches(size, most))
    found = [pair for batch in batches for pair in zip(batch.systems["hypotheses"], batch.references.flat, strict=True)]
    assert found == pairs
    assert all(1 <= len(batch) <= size for batch in batches)


def test_files_of_different_lengths_are_refused_wherever_a_batch_ends(tmp_path: Path) -> None:
    for name, count in (("hypotheses.txt", 30), ("references.txt", 29)):
        (tmp_path / name).write_text("some words\n" * count)
    for size, most in ((1, 1), (4, 25), (100, 10**6), (29, 10**6), (30, 40)):
        reader = open_test_set([tmp_path / "hypotheses.txt"], [tmp_path / "references.txt"])
        with pytest.raises(InputError, match=r"hypotheses\.txt has 30, .*references\.txt has 29"):
            list(reader.batches(size, most))


def test_a_test_set_is_cut_too() -> None:
    test_set = TestSet(systems={"one": TEXTS}, references=References.from_nested(TEXTS))
    batches = list(test_set.batches(1000, MOST))
    assert [text for batch in batches for text in batch.systems["one"]] == TEXTS
    assert all(2 * sum(map(len, batch.systems["one"])) <= MOST or len(batch) == 1 for batch in batches)
    assert len(list(test_set.batches(1000, 10**6))) == 1


LONG = "a " * 500


@pytest.mark.parametrize("encoding", ["dictionary", "PLAIN", "DELTA_BYTE_ARRAY"])
@pytest.mark.parametrize("kind", ["text", "lists"])
def test_a_long_cell_that_is_stored_once_is_not_read_thousands_of_times_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, kind: str
) -> None:
    """9 KB of Parquet once became 3.7 GB. The long cell is not in the first rows, which look harmless."""
    monkeypatch.setattr(parquet, "_MOST", 10_000)
    monkeypatch.setattr(parquet, "_FEWEST_BY_PREFIX", 1)
    cells = ["short"] * 50 + [LONG] * 200
    column = cells if kind == "text" else [[cell, cell] for cell in cells]
    name = "text" if kind == "text" else "text.list.element"
    how = {} if encoding == "dictionary" else {"use_dictionary": False, "column_encoding": {name: encoding}}
    pq.write_table(pyarrow.table({"text": column}), tmp_path / "cells.parquet", **how)
    batches = list(read_rows(str(tmp_path / "cells.parquet")))
    assert [cell for rows in batches for cell in rows.columns["text"]] == column
    assert [line for rows in batches for line in rows.lines] == list(range(1, 251))
    most = max(sum(len(str(cell)) for cell in rows.columns["text"]) for rows in batches)
    assert most <= (15_000 if encoding != "PLAIN" else 25_000)  # of PLAIN only the average length is known


def test_a_row_that_is_too_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "LONGEST_LINE", 900)
    pq.write_table(pyarrow.table({"text": ["a", "b", LONG, "c"]}), tmp_path / "cells.parquet")
    with pytest.raises(InputError, match=r"cells\.parquet: row 3: the row is longer than 0 MiB"):
        list(read_rows(str(tmp_path / "cells.parquet")))


def test_a_column_that_is_made_to_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_LARGEST_COLUMN", 10_000)
    monkeypatch.setattr(parquet, "_LARGEST_RATIO", 50)
    how = {"use_dictionary": False, "compression": "gzip"}
    pq.write_table(pyarrow.table({"text": [LONG] * 500}), tmp_path / "cells.parquet", **how)
    with pytest.raises(InputError, match=r"the column 'text' would take 0 MB, and is stored in \d KB"):
        list(read_rows(str(tmp_path / "cells.parquet")))


def test_a_file_that_is_read_as_a_whole_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sgml, xml = tmp_path / "set.sgm", tmp_path / "set.xml"
    sgml.write_text(SGML)
    xml.write_text("<dataset>" + " " * 2000 + "</dataset>")
    for module in ("sgml", "wmt_xml"):
        monkeypatch.setattr(f"tertium.text.readers.{module}.LARGEST_WHOLE", 100)
    for path in (sgml, xml):
        with pytest.raises(InputError, match=r"more than 0 MiB of text .* read as a whole\. Split it"):
            read_test_set([path])
    with pytest.raises(InputError, match="read as a whole"):
        list(opening.read_blocks(str(sgml), 64, 100))


def test_the_package_zstandard_gets_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its decoder gives all that it can, and a block of four bytes may stand for 128 KB."""

    class Inner:
        def __init__(self) -> None:
            self._inflater = zlib.decompressobj()

        eof = property(lambda self: self._inflater.eof)
        unused_data = property(lambda self: self._inflater.unused_data)

        def decompress(self, data: bytes) -> bytes:
            return self._inflater.decompress(data)

    package = types.SimpleNamespace(ZstdDecompressor=lambda: types.SimpleNamespace(decompressobj=Inner))
    content = b"a" * 5_000_000
    compressed = zlib.compress(content) + b"what follows"
    decoder = compression._ZstandardDecoder(package)
    pieces = [decoder.decompress(compressed, 1000)]
    while not decoder.eof:
        assert not decoder.needs_input
        pieces.append(decoder.decompress(b"", 1000))
    assert b"".join(pieces) == content
    assert max(map(len, pieces)) < 1_000_000
    assert decoder.unused_data == b"what follows"


@pytest.mark.posix
def test_text_for_which_there_is_no_memory_is_refused() -> None:
    """The core once ended the process. A limit of the address space stands for a small machine."""
    code = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "import tertium\n"
        "from tertium.metrics.bleu import Bleu\n"
        "used = int(Path('/proc/self/statm').read_text().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30), used + (1 << 30)))\n"
        "try:\n"
        "    Bleu().prepare(['a ' * (4 << 20)] * 100, 1)\n"
        "except tertium.TertiumError as error:\n"
        "    sys.exit(str(error))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == (
        "there is not enough memory for 800 MB of text at once. Give shorter segments, or fewer at a time.\n"
    )


def test_the_command_says_that_there_is_not_enough_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill_memory() -> None:
        raise MemoryError

    monkeypatch.setattr("tertium.cli.commands.make_app", lambda *_: fill_memory)
    with pytest.raises(SystemExit, match="2"):
        main()
    assert capsys.readouterr().err.startswith("tertium: there is not enough memory. Split the input")
