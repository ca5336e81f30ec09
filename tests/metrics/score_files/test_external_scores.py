"""Scores from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import InputError
from tertium.metrics import make_test_set
from tertium.metrics.score_files.external_scores import read_scores
from tertium.types import References, TestSet

NAN = float("nan")
TEST_SET = TestSet(systems={"a": ["x", "y"], "b": ["z", "w"]}, references=References.from_nested(["r", "s"]))
ONE_SYSTEM = TestSet(systems={"a": ["x", "y"]}, references=References.from_nested(["r", "s"]))
WIDE = "system\tsegment\tcomet\tter-\na\t1\t0.5\t3\na\t2\t\t4\nb\t1\t0.7\t\\N\nb\t\t0.9\tnan\n"
LONG = (
    "system\tsegment\tmetric\tscore\n"
    + "a\t1\tcomet\t0.5\nb\t0\tcomet\t0.9\nb\t1\tcomet\t0.7\na\t1\tter-\t3\na\t2\tter-\t4\n"
)


def write(tmp_path: Path, text: str, name: str = "scores.tsv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", [WIDE, LONG], ids=["wide", "long"])
def test_wide_and_long_say_the_same(tmp_path: Path, text: str) -> None:
    found = read_scores(write(tmp_path, text), TEST_SET)
    assert found.names == ["comet", "ter"]
    np.testing.assert_array_equal(found.segments["comet"], [[0.5, NAN], [0.7, NAN]])
    np.testing.assert_array_equal(found.segments["ter"], [[3, 4], [NAN, NAN]])
    np.testing.assert_array_equal(found.systems["comet"], [NAN, 0.9])
    assert "ter" not in found.systems
    assert found.higher_is_better == {"comet": True, "ter": False}
    assert ["'ter' is also the name of a metric of ours" in note for note in found.notes] == [True]
    assert found.to_dict()["metrics"][0] == {"name": "comet", "higher_is_better": True, "segments": 2, "systems": 1}


def test_lower_and_a_choice_of_metrics(tmp_path: Path) -> None:
    path = write(tmp_path, "system\tsegment\tcomet\tedits\ttext\na\t1\t0.5\t3\tabc\n")
    found = read_scores(path, TEST_SET, lower=["edits"], metrics=["edits", "comet"])
    assert found.higher_is_better == {"edits": False, "comet": True}
    with pytest.raises(InputError, match=r"scores\.tsv:2: the text is 'abc', not a finite number"):
        read_scores(path, TEST_SET)
    with pytest.raises(InputError, match="no scores of the metric 'edist'"):
        read_scores(path, TEST_SET, lower=["edist"], metrics=["comet", "edits"])
    with pytest.raises(InputError, match="one string"):
        read_scores(path, TEST_SET, lower="edits")


def test_several_files(tmp_path: Path) -> None:
    first = write(tmp_path, "system\tsegment\tcomet\na\t1\t0.5\n", "1.tsv")
    second = write(tmp_path, "system\tsegment\tbleu\tedits\na\t1\t7\t3\n", "2.tsv")
    found = read_scores([first, second], TEST_SET, lower=["edits"])
    assert found.higher_is_better == {"comet": True, "bleu": True, "edits": False}
    assert (len(found.notes), found.segments["edits"][0, 0]) == (1, 3)
    with pytest.raises(InputError, match="scores of the metric 'comet' in two files"):
        read_scores([first, first], TEST_SET)
    with pytest.raises(InputError, match="no file"):
        read_scores([], TEST_SET)


def test_one_system_needs_no_name(tmp_path: Path) -> None:
    found = read_scores(write(tmp_path, "segment,comet\n2,0.5\n", "scores.csv"), ONE_SYSTEM)
    np.testing.assert_array_equal(found.segments["comet"], [[NAN, 0.5]])
    with pytest.raises(InputError, match="there is no column 'system'"):
        read_scores(write(tmp_path, "segment,comet\n2,0.5\n", "scores.csv"), TEST_SET)


def test_parquet_and_jsonl(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"system": ["a", "b"], "segment": [1, 0], "comet": [0.1, None]})
    frame.write_parquet(tmp_path / "scores.parquet")
    frame.write_ndjson(tmp_path / "scores.jsonl")
    for name in ("scores.parquet", "scores.jsonl"):
        found = read_scores(tmp_path / name, TEST_SET)
        np.testing.assert_array_equal(found.segments["comet"], [[0.1, NAN], [NAN, NAN]])
        assert not found.systems


HEADER = "system\tsegment\tcomet\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (f"{HEADER}c\t1\t1\n", ":2", "the test set has no system 'c'. Its systems are: a, b"),
        (f"{HEADER}a\t3\t1\n", ":2", "the segment is 3, but there are 2"),
        (f"{HEADER}a\tx\t1\n", ":2", "the segment is 'x'"),
        (f"{HEADER}a\t1\tgood\n", ":2", "the comet is 'good'"),
        (f"{HEADER}a\t1\tinf\n", ":2", "the comet is 'inf'"),
        (f"{HEADER}a\t1\t1\na\t1\t2\n", ":3", "is given twice"),
        (f"{HEADER}a\t0\t1\na\t\t2\n", ":3", "is given twice"),
        ("system\tsegment\na\t1\n", ":1", "there is no column of scores"),
        ("system\tcomet\na\t1\n", ":2", "the last of 1 scores of 'a' is here, but there are 2 segments"),
        ("system\tcomet\na\t1\na\t2\na\t3\n", ":4", "this is score 3 of 'a', but there are 2 segments"),
        ("comet\n1\n2\n", "", "there is no column 'system', and there are 2 systems"),
        ("0.5\n0.6\n", ":1", "the name of the column is '0.5'"),
        ("system\tsegment\tx\tx-\na\t1\t1\t1\n", "", "with and without '-'"),
        ("system\tsegment\tmetric\tscore\na\t1\t\t1\n", ":2", "the metric has no name"),
        ("system\tsegment\tmetric\tscore\na\t1\tx\t1\na\t1\tx\t1\n", ":3", "is given twice"),
        (HEADER, "", "the table has no rows"),
        ("", "", "the file is empty"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, place: str, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_scores(path, TEST_SET)
    assert str(caught.value).startswith(f"{path}{place}: ")
    assert message in str(caught.value)
    assert caught.value.remedy


def test_a_large_table_is_read(tmp_path: Path) -> None:
    count = 2000
    test_set = TestSet(systems={"a": ["x"] * count}, references=References.from_nested(["r"] * count))
    values: Any = np.random.default_rng(0).normal(size=count)
    rows = "".join(f"a\t{at}\t{value!r}\n" for at, value in enumerate(values.tolist(), start=1))
    np.testing.assert_array_equal(read_scores(write(tmp_path, HEADER + rows), test_set).segments["comet"][0], values)


def test_names_of_columns_are_those_of_tables_of_outputs(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    path.write_text("System\tsid\tcomet\na\t1\t0.5\n", encoding="utf-8")
    scores = read_scores(path, make_test_set({"a": ["x"]}, ["y"]))
    assert scores.names == ["comet"]
    assert scores.segments["comet"].tolist() == [[0.5]]


def test_rows_in_the_order_of_the_segments_need_no_number(tmp_path: Path) -> None:
    found = read_scores(write(tmp_path, "system\tcomet\nb\t3\na\t1\na\t2\nb\t4\n"), TEST_SET)
    np.testing.assert_array_equal(found.segments["comet"], [[1, 2], [3, 4]])
    long = "system\tmetric\tscore\na\tx\t1\na\ty\t5\na\tx\t2\na\ty\t6\n"
    found = read_scores(write(tmp_path, long), TEST_SET)
    np.testing.assert_array_equal(found.segments["y"], [[5, 6], [np.nan, np.nan]])
