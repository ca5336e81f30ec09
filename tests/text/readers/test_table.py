from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.text.readers import Columns, open_test_set
from tertium.types import TestSet


def read(directory: Path, name: str, text: str, columns: str | None = None) -> TestSet:
    path = directory / name
    path.write_bytes(text.encode())
    return open_test_set([path], columns=columns).read()


def test_wide_table(tmp_path: Path) -> None:
    found = read(tmp_path, "set.tsv", "src\tref1\tref2\thyp:A\thyp:B\tdoc\nx\tr\t\ta\tb\td1\ny\ts\t\\N\tc\t\td2\n")
    assert found.systems == {"A": ["a", "c"], "B": ["b", ""]}
    assert [found.references.of(0), found.references.of(1)] == [["r", ""], ["s"]]
    assert found.sources == ["x", "y"]
    assert found.documents == ["d1", "d2"]


def test_long_table_is_aligned_by_segment(tmp_path: Path) -> None:
    rows = "system,doc,seg,mt,ref\nA,d,1,a1,r1\nA,d,2,a2,r2\nA,e,1,a3,r3\nB,e,1,b3,r3\nB,d,2,b2,r2\nB,d,1,b1,r1\n"
    found = read(tmp_path, "set.csv", rows)
    assert found.systems == {"A": ["a1", "a2", "a3"], "B": ["b1", "b2", "b3"]}
    assert found.references.flat == ["r1", "r2", "r3"]
    assert found.documents == ["d", "d", "e"]


def test_long_table_without_segments_is_aligned_by_order(tmp_path: Path) -> None:
    found = read(tmp_path, "set.jsonl", "".join(f'{{"system": "{s}", "mt": "{s}{n}"}}\n' for n in (1, 2) for s in "AB"))
    assert found.systems == {"A": ["A1", "A2"], "B": ["B1", "B2"]}


def test_long_table_without_segments_of_unequal_length(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"set.tsv:4: system 'A' has no segment '2', which system 'B' has here"):
        read(tmp_path, "set.tsv", "system\tmt\nA\ta\nB\tb\nB\tc\n")


def test_long_table_over_many_blocks(tmp_path: Path) -> None:
    rows = [f"{system}\t{segment}\t{system}{segment}" for system in "AB" for segment in range(30_000)]
    found = read(tmp_path, "set.tsv", "\n".join(["system\tsid\tmt", *rows]))
    assert len(found) == 30_000
    assert found.systems["B"][-1] == "B29999"


def test_system_column_can_be_left_aside(tmp_path: Path) -> None:
    found = read(tmp_path, "set.tsv", "system\tsid\tmt\nA\t7\tx\nB\t9\ty\n", columns="system=")
    assert found.systems == {"set": ["x", "y"]}


def test_csv_with_line_breaks_in_cells(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    cells = ['a "quoted", cell', "two\nlines", "two\r\nlines", " spaces ", "'"]
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([["mt", "ref"], *([cell, "r"] for cell in cells)])
    assert open_test_set([path]).read().systems["set"] == cells


def test_csv_names_the_line_where_the_row_starts(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        read(tmp_path, "set.csv", 'mt,ref\n"a\nb",r\nx\n')
    assert raised.value.line == 4


def test_jsonl_references(tmp_path: Path) -> None:
    lines = '{"mt": "a", "references": ["x", null, "y"], "id": 3}\n{"mt": "b"}\n{"mt": "c", "ref": "z", "refs": []}\n'
    found = read(tmp_path, "set.jsonl", lines)
    assert [found.references.of(at) for at in range(3)] == [["x", "y"], [], ["z"]]


def test_jsonl_does_not_look_at_what_it_does_not_use(tmp_path: Path) -> None:
    found = read(tmp_path, "set.jsonl", '{"out": "a", "mt": 3, "meta": {"x": [1]}}\n', columns="hypothesis=out")
    assert found.systems == {"set": ["a"]}


def test_jsonl_source_that_comes_late(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"set.jsonl:1: the source is missing"):
        read(tmp_path, "set.jsonl", '{"mt": "a"}\n{"mt": "b", "src": "x"}\n')


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "set.parquet"
    columns = {"mt": ["a", "b"], "ref1": ["x", None], "ref2": ["", "y"], "doc": [1, 2], "score": [0.5, 0.6]}
    parquet.write_table(pyarrow.table(columns), path)
    found = open_test_set([path]).read()
    assert {name: list(texts) for name, texts in found.systems.items()} == {"set": ["a", "b"]}
    assert [found.references.of(0), found.references.of(1)] == [["x", ""], ["y"]]
    assert found.documents == ["1", "2"]


def test_broken_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "set.parquet"
    path.write_bytes(b"PAR1" + b"x" * 100)
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        open_test_set([path]).read()


def test_references_in_a_file_of_their_own_replace_those_of_the_table(tmp_path: Path) -> None:
    table, reference = tmp_path / "set.tsv", tmp_path / "ref.txt"
    table.write_text("mt\tref\na\tx\n")
    reference.write_text("y\n")
    assert open_test_set([table], [reference]).read().references.flat == ["y"]


def test_tables_that_repeat_the_references_count_them_once(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.tsv").write_text(f"mt\tref\tsrc\n{name}\tx\ts\n")
    found = open_test_set([tmp_path / "a.tsv", tmp_path / "b.tsv"]).read()
    assert found.systems == {"a": ["a"], "b": ["b"]}
    assert found.references.flat == ["x"]
    assert found.sources == ["s"]


def test_table_of_references(tmp_path: Path) -> None:
    hypothesis, table = tmp_path / "hyp.txt", tmp_path / "refs.csv"
    hypothesis.write_text("a\nb\n")
    table.write_text("gold,silver\nx,y\nz,\\N\n")
    found = open_test_set([hypothesis], [table], columns=Columns(references=("gold", "silver"))).read()
    assert found.references.flat == ["x", "y", "z"]
    with pytest.raises(InputError, match="there is no column for the references"):
        open_test_set([hypothesis], [table]).read()


def test_tables_of_judged_translations(made_data: Path) -> None:
    found = open_test_set([made_data / "mlqe-eten-2ref" / "seg.tsv"], columns="source=source_et").read()
    assert (len(found), set(found.references.counts)) == (40, {2})
    with pytest.raises(InputError, match="occurs twice"):  # the same ids in several language pairs
        open_test_set([made_data / "wmt17-toen" / "seg_da.tsv"]).read()
