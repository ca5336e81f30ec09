"""Tables of any format: the same rows, and errors that name file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError, SpecError
from tertium.files.delimited import read_cells
from tertium.files.table import read_header, read_rows, read_table

CONTENTS = {
    "a.tsv": "name\tscore\nx\t0.5\ny\t\\N\n",
    "a.csv": 'name,score\n"x",0.5\ny,\\N\n',
    "a.jsonl": '{"name": "x", "score": 0.5}\n{"name": "y"}\n',
}


@pytest.mark.parametrize("name", CONTENTS)
def test_every_format_has_the_same_cells(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(CONTENTS[name], encoding="utf-8")
    table = read_table(path)
    assert table.header == ["name", "score"]
    assert table.texts("name") == ["x", "y"]
    assert table.rows.columns["score"] == ["0.5", None]
    with pytest.raises(InputError, match=rf"{name}:\d: the score is missing"):
        table.numbers("score")


def test_parquet_has_the_same_cells(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    parquet.write_table(arrow.table({"name": ["x", "y"], "score": [0.5, None]}), path)
    table = read_table(path)
    assert table.rows.columns == {"name": ["x", "y"], "score": ["0.5", None]}
    with pytest.raises(InputError, match=r"a\.parquet: row 2: the score is missing"):
        table.numbers("score")
    (rows,) = read_rows(str(path), choose=lambda header: header[:1])
    assert list(rows.columns) == ["name"]


@pytest.mark.parametrize("block_size", [1, 7, 1 << 17])
def test_blocks_of_any_size_give_the_same_rows(tmp_path: Path, block_size: int) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("n\n" + "".join(f"{number}\n" for number in range(50)), encoding="utf-8")
    batches = list(read_rows(str(path), block_size=block_size))
    assert [cell for rows in batches for cell in rows.columns["n"]] == [str(number) for number in range(50)]
    assert [line for rows in batches for line in rows.lines] == list(range(2, 52))


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(SpecError, match="There are: tsv, csv, jsonl, parquet"):
        list(read_rows("a.tsv", "xlsx"))


def test_the_header_is_read_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("a\tb \nonly one cell\n", encoding="utf-8")
    assert read_header(path) == ["a", "b"]


def test_word_lists_have_no_header(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("# words\n\ncasa \tcasa\tnoun\n", encoding="utf-8")
    assert list(read_cells(path)) == [(3, ["casa", "casa", "noun"])]


def test_columns_get_our_names(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("System\tSEG\tother\na\t1\tx\n")
    names = {"system": ("system",), "segment": ("segment", "seg", "id")}
    assert read_table(path).rename(names).header == ["system", "segment", "other"]
    path.write_text("id\tseg\na\t1\n")
    with pytest.raises(InputError, match="the columns id, seg could each be the segment"):
        read_table(path).rename(names)
    path.write_text("id\tsegment\na\t1\n")
    assert read_table(path).rename(names).header == ["id", "segment"]
