"""Reading from a place gives what comes after it, in the same runs, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError
from tertium.text.readers import Passage, Place, TestSetReader, open_test_set
from tests.text.readers.test_memory import MOST, TEXTS, WRITERS
from tests.text.readers.test_sgml import REFERENCES, SYSTEM


def open_set(path: Path) -> TestSetReader:
    reader = open_test_set([path], [path] if path.name.startswith("text") else [])
    for request in reader.requests:
        object.__setattr__(request, "block_size", 64)
    return reader


def contents(passages: list[Passage]) -> list[Any]:
    return [
        (
            [list(texts) for texts in passage.segments.systems.values()],
            list(passage.segments.references.flat),
            passage.start.to_dict(),
            passage.end.to_dict(),
        )
        for passage in passages
    ]


@pytest.mark.parametrize("name", WRITERS)
def test_from_every_place_the_rest_is_the_same(name: str, tmp_path: Path) -> None:
    path = WRITERS[name](tmp_path / name)
    whole = list(open_set(path).passages(7, MOST))
    assert len(whole) > 5
    assert whole[-1].end.segments == len(TEXTS)
    for number, passage in enumerate(whole):
        for start in (passage.start, Place.from_dict(passage.start.to_dict())):
            reader = open_set(path)
            assert contents(list(reader.passages(7, MOST, start))) == contents(whole[number:])
            assert reader.equal_to_reference == [path.name.partition(".")[0]]
    assert not list(open_set(path).passages(7, MOST, whole[-1].end))


@given(
    st.lists(st.tuples(st.text("ab", max_size=9), st.text("ab", max_size=30)), min_size=1, max_size=40),
    st.integers(1, 20),
    st.integers(1, 60),
    st.data(),
)
def test_lines_of_any_length_are_cut_in_the_same_places(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]], size: int, most: int, data: st.DataObject
) -> None:
    """One file may be read further than the other, and segments wait that were read in another block."""
    folder = tmp_path_factory.mktemp("places")
    for at, name in enumerate(("hypotheses.txt", "references.txt")):
        (folder / name).write_text("".join(f"{pair[at]}\n" for pair in pairs))

    def read(start: Place | None = None) -> list[Passage]:
        reader = open_test_set([folder / "hypotheses.txt"], [folder / "references.txt"])
        for request in reader.requests:
            object.__setattr__(request, "block_size", 7)
        return list(reader.passages(size, most, start))

    whole = read()
    number = data.draw(st.integers(0, len(whole) - 1))
    assert contents(read(whole[number].start)) == contents(whole[number:])


def test_files_that_are_read_as_a_whole_are_skipped_too(tmp_path: Path) -> None:
    (tmp_path / "system.sgm").write_text(SYSTEM)
    (tmp_path / "reference.sgm").write_text(REFERENCES)

    def read(start: Place | None = None) -> list[Passage]:
        return list(open_test_set([tmp_path / "system.sgm"], [tmp_path / "reference.sgm"]).passages(1, MOST, start))

    whole = read()
    assert len(whole) > 1
    assert contents(read(whole[1].start)) == contents(whole[1:])


def test_lines_that_are_skipped_are_not_decoded(tmp_path: Path) -> None:
    """What is not text would be refused."""
    path = tmp_path / "text.txt"
    path.write_bytes(b"\xff\xff\xff\n" * 40 + b"good\n" * 40)
    reader = open_set(path)
    (passage,) = reader.passages(100, 10**6, Place(60, frozenset()))
    assert list(passage.segments.systems.values()) == [["good"] * 20]


def test_a_file_that_became_shorter_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("a\n" * 5)
    with pytest.raises(InputError, match=r"text\.txt: there are 5 segments, and 6 were read before"):
        list(open_set(path).passages(10, MOST, Place(6, frozenset())))


@pytest.mark.parametrize("name", WRITERS)
def test_the_number_of_segments_is_estimated_from_the_bytes(name: str, tmp_path: Path) -> None:
    writer: Callable[[Path], Path] = WRITERS[name]
    reader = open_set(writer(tmp_path / name))
    assert reader.estimate_length() is None
    found = [reader.estimate_length() for _ in reader.passages(7, MOST)]
    assert found[-1] == len(TEXTS)
    if name != "text.txt.gz":  # a single small block of compressed bytes
        assert all(estimate is not None and 20 <= estimate <= 300 for estimate in found)
    reader = open_set(writer(tmp_path / name))
    reader.read()
    assert reader.estimate_length() == len(TEXTS)


def test_of_a_file_that_was_read_as_a_whole_the_number_is_known(tmp_path: Path) -> None:
    (tmp_path / "system.sgm").write_text(SYSTEM)
    (tmp_path / "reference.sgm").write_text(REFERENCES)
    reader = open_test_set([tmp_path / "system.sgm"], [tmp_path / "reference.sgm"])
    passages = reader.passages(1, MOST)
    next(passages)
    estimate = reader.estimate_length()
    assert estimate == 1 + len(list(passages))
