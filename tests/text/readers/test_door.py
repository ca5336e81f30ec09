"""The public door: what is passed on, what is imported, how files meet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.registry import READERS
from tertium.text.readers import SUFFIXES, open_test_set
from tertium.text.readers.formats import find_format, load_reader


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    contents = {"hyp.a": "a1\na2\na3\n", "hyp.b": "b1\nb2\nb3\n", "ref1": "r1\nr2\nr3\n", "ref2": "s1\ns2\ns3\n"}
    contents |= {"src": "x1\nx2\nx3\n", "docs": "d\nd\ne\n"}
    paths = {name: tmp_path / f"{name}.txt" for name in contents}
    for name, content in contents.items():
        paths[name].write_text(content)
    return paths


def test_everything_is_passed_on(files: dict[str, Path]) -> None:
    found = open_test_set(
        [files["hyp.a"], files["hyp.b"]],
        [files["ref1"], files["ref2"]],
        sources=files["src"],
        documents=files["docs"],
        kinds={"b": "neural"},
    ).read()
    assert found.systems == {"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]}
    assert found.references.flat == ["r1", "s1", "r2", "s2", "r3", "s3"]
    assert list(found.references.counts) == [2, 2, 2]
    assert found.sources == ["x1", "x2", "x3"]
    assert found.documents == ["d", "d", "e"]
    assert found.kinds == {"b": "neural"}


def test_without_references(files: dict[str, Path]) -> None:
    found = open_test_set([files["hyp.a"]]).read()
    assert list(found.references.counts) == [0, 0, 0]


def test_a_single_path_is_not_a_list_of_letters(files: dict[str, Path]) -> None:
    assert list(open_test_set(str(files["hyp.a"])).read().systems) == ["a"]


def test_read_again(files: dict[str, Path]) -> None:
    reader = open_test_set([files["hyp.a"]])
    assert reader.read().systems == reader.read().systems


def test_batches_need_a_segment(files: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="at least one segment"):
        next(open_test_set([files["hyp.a"]]).batches(0))


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_unequal_lengths_are_counted_to_the_end(size: int, files: dict[str, Path]) -> None:
    files["ref2"].write_text("x\n" * 1000)
    with pytest.raises(InputError, match=r"hyp.a.txt has 3, \S*ref1.txt has 3, \S*ref2.txt has 1000"):
        list(open_test_set([files["hyp.a"]], [files["ref1"], files["ref2"]]).batches(size))


def test_every_format_can_be_loaded() -> None:
    assert all(callable(load_reader(name)) for name in READERS)
    assert set(SUFFIXES.values()) == set(READERS)


@pytest.mark.parametrize(
    ("path", "name"),
    [("a.tsv", "tsv"), ("A.TSV.GZ", "tsv"), ("a.xml.gz", "wmt-xml"), ("a.de", "text"), ("a", "text"), ("-", "text")],
)
def test_format_by_suffix(path: str, name: str) -> None:
    assert find_format(path, "auto") == name


def test_readers_import_nothing_heavy() -> None:
    program = (
        "import sys, tertium; before = set(sys.modules); import tertium.text.readers;"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    new = set(done.stdout.split())
    assert not new & {"csv", "gzip", "zlib", "json", "pyarrow", "difflib", "xml", "xml.parsers.expat", "html"}
    assert not {name for name in new if name in {f"tertium.text.readers.{part}" for part in ("sgml", "csv", "parquet")}}
