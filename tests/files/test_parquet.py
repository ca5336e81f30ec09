"""Cells of Parquet: texts stay in Arrow's buffers, and everything is as Python's own values would be."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium._core import TextColumn
from tertium.errors import InputError
from tertium.files.parquet import read_parquet
from tertium.files.table import read_table
from tertium.files.text_lists import TextLists
from tertium.text.readers import open_test_set, read_test_set
from tertium.types import TestSet

pyarrow = pytest.importorskip("pyarrow", reason="NO PYARROW: Parquet is not tried")
pq = importlib.import_module("pyarrow.parquet")

TEXTS = ["a", "", "söme", "one two three four five six", "b", "a", "b"]
TYPES = {
    "string": pyarrow.string(),
    "large_string": pyarrow.large_string(),
    "string_view": pyarrow.string_view(),
    "dictionary": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    "large dictionary": pyarrow.dictionary(pyarrow.int8(), pyarrow.large_string()),
}
LISTS = {
    "list": pyarrow.list_(pyarrow.string()),
    "large_list": pyarrow.large_list(pyarrow.large_string()),
    "fixed list": pyarrow.list_(pyarrow.string(), 2),
}


def write(path: Path, columns: dict[str, Any], group: int = 3) -> str:
    pq.write_table(pyarrow.table(columns), path, row_group_size=group)
    return str(path)


def read_column(path: str, name: str) -> list[Any]:
    return [cell for rows in read_parquet(path) for cell in rows.columns[name]]


@pytest.mark.parametrize("kind", TYPES)
def test_texts_of_every_type_stay_where_they_are(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path / "cells.parquet", {"text": pyarrow.array(TEXTS, TYPES[kind])})
    batches = list(read_parquet(path))
    assert all(isinstance(rows.columns["text"], TextColumn) for rows in batches)
    assert [len(rows.lines) for rows in batches] == [3, 3, 1]
    assert read_column(path, "text") == TEXTS


@pytest.mark.parametrize("kind", TYPES)
def test_a_missing_text_is_missing_in_every_type(tmp_path: Path, kind: str) -> None:
    cells = [*TEXTS, None]
    path = write(tmp_path / "cells.parquet", {"text": pyarrow.array(cells, TYPES[kind])})
    assert read_column(path, "text") == cells


@pytest.mark.parametrize("kind", LISTS)
def test_lists_of_one_length_stay_where_they_are(tmp_path: Path, kind: str) -> None:
    cells = [["a", "b"], ["", "c"], ["d", "e"], ["f", "g"]]
    path = write(tmp_path / "cells.parquet", {"mt": ["x"] * 4, "references": pyarrow.array(cells, LISTS[kind])})
    assert read_column(path, "references") == cells
    found = read_test_set([path])
    assert [found.references.of(row) for row in range(4)] == cells
    if kind != "fixed list":
        assert all(isinstance(rows.columns["references"], TextLists) for rows in read_parquet(path))
        assert isinstance(found.references.flat, TextColumn)


def make_set(path: Path, references: Any, group: int) -> TestSet:
    count = len(references)
    return read_test_set([write(path, {"mt": [str(at) for at in range(count)], "reference": references}, group)])


@given(
    st.lists(
        st.lists(st.one_of(st.none(), st.text("ab", max_size=2)), max_size=3) | st.none(), min_size=1, max_size=12
    ),
    st.integers(1, 12),
)
def test_lists_of_any_length_are_the_references_of_their_rows(
    tmp_path_factory: pytest.TempPathFactory, cells: list[list[str | None] | None], group: int
) -> None:
    column = pyarrow.array(cells, pyarrow.list_(pyarrow.string()))
    found = make_set(tmp_path_factory.mktemp("lists") / "set.parquet", column, group)
    wanted = [[text for text in cell or () if text is not None] for cell in cells]
    assert [found.references.of(row) for row in range(len(cells))] == wanted


@given(st.lists(st.none() | st.text("ab", max_size=2), min_size=1, max_size=12), st.integers(1, 12))
def test_a_reference_that_is_null_is_missing(
    tmp_path_factory: pytest.TempPathFactory, cells: list[str | None], group: int
) -> None:
    found = make_set(tmp_path_factory.mktemp("nulls") / "set.parquet", pyarrow.array(cells, pyarrow.string()), group)
    assert [found.references.of(row) for row in range(len(cells))] == [[] if cell is None else [cell] for cell in cells]


def test_several_columns_of_references_are_side_by_side(tmp_path: Path) -> None:
    path = write(tmp_path / "set.parquet", {"mt": TEXTS, "ref1": TEXTS, "ref2": TEXTS[::-1], "src": TEXTS})
    reader = open_test_set([path])
    found = reader.read()
    pairs = [list(pair) for pair in zip(TEXTS, TEXTS[::-1], strict=True)]
    assert [found.references.of(row) for row in range(len(TEXTS))] == pairs
    assert list(found.sources or ()) == TEXTS
    assert reader.equal_to_reference == ["set"]


@pytest.mark.parametrize("kind", TYPES)
def test_errors_name_the_row(tmp_path: Path, kind: str) -> None:
    for cells, problem in (
        (["a", "b", "c", "d\0", "e"], r"row 4: there is a NUL character in 'mt'"),
        (["a", "b", "c", "d", None], r"row 5: the hypothesis is missing \(column 'mt'\)"),
    ):
        path = write(tmp_path / "set.parquet", {"mt": pyarrow.array(cells, TYPES[kind]), "ref": ["x"] * 5})
        with pytest.raises(InputError, match=problem):
            read_test_set([path])


def test_bytes_that_are_not_text_are_refused_as_before(tmp_path: Path) -> None:
    broken = pyarrow.array([b"a", b"\xff"], pyarrow.binary()).view(pyarrow.string())
    path = write(tmp_path / "set.parquet", {"mt": broken, "ref": ["x", "y"]})
    with pytest.raises(InputError, match=r"cannot be read as Parquet .*can't decode byte 0xff"):
        read_test_set([path])


def test_entities_are_found_in_columns(tmp_path: Path) -> None:
    for texts, changes in ((["a &amp; b", "c"], ("unescaped",)), (["a & b", "c"], ())):
        path = write(tmp_path / "set.parquet", {"mt": texts, "ref": ["x", "y"]})
        found = read_test_set([path], unescape=True)
        assert list(found.systems["set"]) == ["a & b", "c"]
        assert found.changes == changes


def test_documents_are_strings(tmp_path: Path) -> None:
    for cells in (pyarrow.array(["d", "d", "e"], TYPES["dictionary"]), pyarrow.array([7, 7, 8])):
        path = write(tmp_path / "set.parquet", {"mt": ["a"] * 3, "ref": ["x"] * 3, "doc": cells}, group=9)
        assert read_test_set([path]).documents == [str(cell) for cell in cells.to_pylist()]


@given(st.integers(0, 20), st.integers(1, 9))
def test_rows_that_are_skipped_have_no_cells(tmp_path_factory: pytest.TempPathFactory, skip: int, group: int) -> None:
    path = write(tmp_path_factory.mktemp("skip") / "set.parquet", {"mt": TEXTS * 2}, group)
    batches = list(read_parquet(path, skip=skip))
    assert [line for rows in batches for line in rows.lines] == list(range(1, 15))
    for rows in batches:
        assert rows.is_skipped == (rows.lines[-1] <= skip)
        cells = [] if rows.is_skipped else [(TEXTS * 2)[line - 1] for line in rows.lines]
        assert list(rows.columns.get("mt", ())) == cells


def test_a_table_of_names_and_numbers_has_pythons_own_strings(tmp_path: Path) -> None:
    table = read_table(write(tmp_path / "table.parquet", {"system": ["a", "b"], "value": [0.5, 1.0]}))
    assert table.rows.columns["system"] == ["a", "b"]
    assert list(table.numbers("value")) == [0.5, 1.0]
