"""Data frames are read as tables in files are."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tertium
from tertium import _core
from tertium.errors import InputError, SpecError
from tertium.text import Columns

METRICS = ["bleu", "chrf", "ter"]
DATA: dict[str, list[Any]] = {
    "src": ["eine Katze", "ein Hund", "ein Haus"],
    "mt": ["the cat", "a dog", "one house"],
    "ref": ["a cat", "a dog", "a house"],
    "ref2": ["one cat", None, "the house"],
    "doc": [1, 1, 2],
}
LONG: dict[str, list[Any]] = {
    "system": ["A", "A", "B", "B"],
    "seg": [1, 2, 2, 1],
    "mt": ["A one", "A two", "B two", "B one"],
    "ref": ["one", "two", "two", "one"],
    "src": ["eins", "zwei", "zwei", "eins"],
    "doc": ["d", "d", "d", "d"],
}


class Dataset:
    """Stands for ``datasets.Dataset`` 5.2, whose rows may be in another order than those of its Arrow table."""

    def __init__(self, table: pa.Table, order: list[int] | None = None) -> None:
        self.table, self.order, self.features = table, order, table.schema

    def with_format(self, name: str) -> Dataset:
        assert name == "arrow"
        return self

    def __len__(self) -> int:
        return len(self.table if self.order is None else self.order)

    def __getitem__(self, rows: slice) -> pa.Table:
        return (self.table if self.order is None else self.table.take(self.order))[rows]


def relation(data: dict[str, list[Any]]) -> Any:
    return duckdb.from_arrow(pa.table(data)).select("*")


FRAMES: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "pyarrow table": pa.table,
    "pyarrow batch": pa.record_batch,
    "pyarrow reader, once only": lambda data: pa.table(data).to_reader(max_chunksize=2),
    "duckdb": relation,
    "a dataset of Hugging Face": lambda data: Dataset(pa.table(data)),
    "polars structs": lambda data: polars.DataFrame(data).to_struct("rows"),
}


@pytest.mark.parametrize("library", FRAMES)
def test_columns_are_understood_by_their_names(library: str) -> None:
    nested = [[reference for reference in pair if reference] for pair in zip(DATA["ref"], DATA["ref2"], strict=True)]
    expected = tertium.score(DATA["mt"], nested, METRICS, documents=list(map(str, DATA["doc"])), confidence=0.9)
    found = tertium.score(FRAMES[library](DATA), metrics=METRICS, confidence=0.9)
    assert found.by_spec == expected.by_spec
    assert found.system == ""
    assert list(found["bleu"].documents or ()) == ["1", "2"]


@pytest.mark.parametrize("library", FRAMES)
def test_the_test_set_keeps_all_texts_as_columns(library: str) -> None:
    test_set = tertium.make_test_set(FRAMES[library](DATA), language="en")
    assert isinstance(test_set.systems["mt"], _core.TextColumn)
    assert list(test_set.sources or ()) == DATA["src"]
    assert [test_set.references.of(segment) for segment in range(3)] == [
        ["a cat", "one cat"],
        ["a dog"],
        ["a house", "the house"],
    ]
    assert test_set.language == "en"


def test_columns_can_be_named() -> None:
    frame = polars.DataFrame({"out": ["a b"], "gold": ["a c"], "silver": ["b b"], "part": ["x"]})
    expected = tertium.score(["a b"], [["a c", "b b"]], METRICS, documents=["x"])
    keywords = tertium.score(frame, ["gold", "silver"], METRICS, hypothesis="out", documents="part")
    written = "hypothesis=out,reference=gold+silver,document=part"
    roles = Columns(hypotheses="out", references=("gold", "silver"), document="part")  # type: ignore[arg-type]
    for found in (
        keywords,
        tertium.score(frame, metrics=METRICS, columns=written),
        tertium.score(frame, metrics=METRICS, columns=roles),
        tertium.score(
            predictions=frame, references=["gold", "silver"], hypothesis=["out"], metrics=METRICS, documents="part"
        ),
    ):
        assert found.by_spec == expected.by_spec


@pytest.mark.parametrize(
    ("frame", "hypothesis"),
    [
        ({"hyp:A": ["a b"], "hyp:B": ["b c"], "ref": ["a b"]}, None),
        ({"A": ["a b"], "B": ["b c"], "ref": ["a b"]}, ["A", "B"]),
        ({"mt1": ["a b"], "mt2": ["b c"], "ref": ["a b"]}, {"A": "mt1", "B": "mt2"}),
        ({"system": ["A", "B"], "mt": ["a b", "b c"], "ref": ["a b", "a b"]}, None),
    ],
)
def test_several_systems_are_compared(frame: dict[str, list[str]], hypothesis: Any) -> None:
    expected = tertium.compare({"A": ["a b"], "B": ["b c"]}, ["a b"], METRICS, resamples=50)
    data = polars.DataFrame(frame)
    assert tertium.compare(data, metrics=METRICS, resamples=50, hypothesis=hypothesis).tests == expected.tests
    remedy = "Give the rows of one system only" if "system" in frame else "Choose one with hypothesis="
    with pytest.raises(InputError, match=rf"2 systems: A, B\. {remedy}"):
        tertium.score(data, metrics=METRICS, hypothesis=hypothesis)


@pytest.mark.parametrize("make", [lambda frame: frame, polars.DataFrame.to_pandas])
def test_diff_takes_data_frames(make: Callable[[polars.DataFrame], Any]) -> None:
    systems = {"A": ["a b", "c"], "B": ["b c", "c d"]}
    frame = make(polars.DataFrame({**systems, "gold": ["a b", "c d"], "src": ["x", "y"]}))
    found = tertium.diff(frame, "gold", hypothesis=["A", "B"])
    assert found.to_dict() == tertium.diff(systems, ["a b", "c d"], sources=["x", "y"]).to_dict()
    assert tertium.diff(frame, columns={"hyp": ["A", "B"], "ref": "gold"}).to_dict() == found.to_dict()


def test_columns_by_role() -> None:
    frame = polars.DataFrame({"out": ["a b"], "gold": ["a c"], "other": ["a b"]})
    roles = {"hypothesis": "out", "reference": ["gold", "other"]}
    assert tertium.score(frame, metrics=["chrf"], columns=roles)["chrf"].value == 100
    for wrong in ({"colour": "out"}, {"source": ["out"]}, {"hyp": "out", "mt": "gold"}, {"reference": 3}, 3):
        with pytest.raises(SpecError, match="Give names by role"):
            tertium.score(frame, metrics=["chrf"], columns=wrong)  # type: ignore[arg-type]


def test_datasets_of_hugging_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))  # set before the import: it keeps its caches there
    datasets = pytest.importorskip("datasets", reason="NO DATASETS: those of Hugging Face are not read")
    texts = {"mt": ["a cat sat", "he reads", "x"], "ref": ["the cat sat", "he is reading", "y"]}
    dataset = datasets.Dataset.from_dict(texts)
    wanted = tertium.score(texts["mt"], texts["ref"], metrics=["chrf"])["chrf"].segments
    for order in ([0, 1, 2], [2, 0], [1]):
        found = tertium.score(dataset.select(order), metrics=["chrf"])["chrf"].segments
        assert found.tolist() == wanted[order].tolist()
    one = tertium.score(predictions=dataset["mt"], references=dataset["ref"], metrics=["chrf"])["chrf"]
    assert one.segments.tolist() == wanted.tolist()
    with pytest.raises(InputError, match=r"streamed.*streaming=False"):
        tertium.score(dataset.to_iterable_dataset(), metrics=["chrf"])


def test_what_is_no_data_frame_is_named() -> None:
    frame = polars.DataFrame({"mt": ["a b"], "ref": ["a c"]})
    for score in (tertium.score, tertium.compare, tertium.diff):
        with pytest.raises(InputError, match=r"lazy.*Give data\.collect\(\)"):
            score(frame.lazy())  # type: ignore[operator]
    expected = tertium.score(frame)
    assert tertium.score(frame.to_dicts()) == expected
    assert tertium.score(frame.to_dict(as_series=False)) == expected


def test_missing_rows_of_long_tables_have_a_remedy_for_python_and_one_for_commands() -> None:
    frame = polars.DataFrame({"system": ["A", "A", "B"], "seg": [1, 2, 1], "mt": list("abc"), "ref": list("aba")})
    with pytest.raises(InputError, match='with columns="system="') as raised:
        tertium.make_test_set(frame)
    assert "with --columns system=." in raised.value.for_command_line()
    assert len(tertium.make_test_set(frame, columns="system=")) == 3


@pytest.mark.parametrize("library", FRAMES)
def test_rows_of_long_tables_are_put_side_by_side(library: str) -> None:
    test_set = tertium.make_test_set(FRAMES[library](LONG))
    assert {name: list(column) for name, column in test_set.systems.items()} == {
        "A": ["A one", "A two"],
        "B": ["B one", "B two"],
    }
    assert list(test_set.references.flat) == ["one", "two"]
    assert list(test_set.sources or ()) == ["eins", "zwei"]
    assert test_set.documents == ["d", "d"]


def test_long_tables_with_ragged_references() -> None:
    data = {"system": ["A", "A", "B", "B"], "mt": list("abcd"), "refs": [["x", "y"], ["z"], ["x", "y"], ["z"]]}
    test_set = tertium.make_test_set(polars.DataFrame(data), references="refs")
    assert [test_set.references.of(segment) for segment in range(2)] == [["x", "y"], ["z"]]
    one_by_one = tertium.make_test_set(polars.DataFrame(data), references="refs", columns="system=")
    assert len(one_by_one) == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ref": ["one", "two", "other", "one"]}, "row 3: the references of this segment differ from those in row 2"),
        (
            {"ref": [["1"], ["2"], ["2"], ["1", "1"]]},
            "row 4: the references of this segment differ",
        ),
        ({"src": ["eins", "zwei", "zwei", "x"]}, "row 4: the source of this segment differs from that in row 1"),
        ({"seg": [1, 2, 2, 2]}, "row 4: segment '2' of document 'd' of system 'B' occurs twice, first on row 3"),
        ({"seg": [1, 2, 2, 3]}, "row 1: system 'B' has no segment '1' of document 'd'"),
        ({"system": ["A", None, "B", "B"]}, "row 2 of the column 'system' is null"),
        ({"system": [0.5, 0.5, 1, 1]}, "the data type of the column 'system' is Float64"),
    ],
)
def test_long_tables_that_do_not_fit_are_refused(change: dict[str, list[Any]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        tertium.make_test_set(polars.DataFrame(LONG | change))


def test_documents_that_differ_are_refused() -> None:
    data = {"system": ["A", "B"], "mt": ["a", "b"], "ref": ["a", "a"], "doc": ["x", "y"]}
    with pytest.raises(InputError, match="row 2: the document of this segment differs from that in row 1"):
        tertium.make_test_set(polars.DataFrame(data))


REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    ({"a": ["x"], "b": ["y"]}, {}, "the data frame: there is no column for the hypotheses"),
    (
        {"mt": ["x"], "b": ["y"]},
        {},
        "The columns are mt, b: choose one, as in references=",
    ),
    ({"mt": ["x"], "ref": ["y"]}, {"hypothesis": "out"}, "the data frame: there is no column 'out'"),
    ({"mt": ["x"], "ref": ["y"]}, {"references": ["gold"]}, "the data frame: there is no column 'gold'"),
    ({"mt": ["x"], "hyp": ["z"], "ref": ["y"]}, {}, "the columns mt, hyp could each be the hypothesis"),
    ({"mt": ["x", None], "ref": ["y", "y"]}, {}, "row 2 of the column 'mt' is null"),
    ({"mt": ["x", "x"], "ref": ["y", None]}, {}, "segment 2 has no reference"),
    ({"mt": [1], "ref": ["y"]}, {}, "the data type of the column 'mt' is integers"),
    ({"mt": ["x"], "ref": [0.5]}, {}, "the data type of the column 'ref' is Float64"),
    ({"mt": ["x"], "ref": ["y"]}, {"references": ["ref"], "columns": "reference=ref"}, "references are named twice"),
    ({"mt": ["x"], "ref": ["y"]}, {"references": polars.Series(["y"])}, "references= is of type Series, not names"),
    ({"mt": [], "ref": []}, {}, "there is not a single segment"),
]


@pytest.mark.parametrize(("data", "arguments", "message"), REFUSED)
def test_frames_that_cannot_be_scored_are_refused(data: Any, arguments: Any, message: str) -> None:
    with pytest.raises((InputError, SpecError), match=message) as caught:
        tertium.score(polars.DataFrame(data), metrics=METRICS, **arguments)
    assert caught.value.remedy


def test_columns_of_one_name_are_refused() -> None:
    table = pa.Table.from_arrays([pa.array(["a"])] * 3, names=["mt", "mt", "ref"])
    with pytest.raises(InputError, match="the data frame: "):
        tertium.score(table, hypothesis="mt", metrics=METRICS)


def test_names_of_columns_without_a_data_frame_are_refused() -> None:
    with pytest.raises(SpecError, match="hypothesis= names columns, and there is no data frame"):
        tertium.score(["a"], ["a"], METRICS, hypothesis="mt")
    with pytest.raises(SpecError, match="columns= names columns"):
        tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], METRICS, columns="hypothesis=mt")


def test_a_data_frame_is_no_column() -> None:
    frame = polars.DataFrame(DATA)
    with pytest.raises(InputError, match="the references are a data frame with the columns src, mt"):
        tertium.score(frame["mt"], frame)
    with pytest.raises(InputError, match="the systems are a single column"):
        tertium.compare(frame["mt"], frame["ref"])


def test_systems_may_be_columns_by_name() -> None:
    frame = polars.DataFrame({"one": ["a b", "c"], "two": ["a", "c"], "ref": ["a b", "c"], "doc": [3, 4]})
    columns = {"one": frame["one"], "two": frame["two"].to_list()}
    found = tertium.compare(columns, frame["ref"], METRICS, resamples=50, documents=frame["doc"])
    lists = {name: frame[name].to_list() for name in ("one", "two")}
    expected = tertium.compare(lists, frame["ref"].to_list(), METRICS, resamples=50, documents=["3", "4"])
    assert found.tests == expected.tests
    assert found.systems["one"]["ter"].documents == expected.systems["one"]["ter"].documents


def test_the_order_of_a_dataset_of_hugging_face_is_kept() -> None:
    dataset = Dataset(pa.table(DATA), order=[2, 0, 1])
    test_set = tertium.make_test_set(dataset)
    assert list(test_set.systems["mt"]) == ["one house", "the cat", "a dog"]


def test_a_data_frame_gives_what_its_file_gives(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    table = pa.table(DATA | {"doc": list(map(str, DATA["doc"]))})
    pq.write_table(table, path)
    from_file = tertium.score_reader(tertium.open_test_set([path]), METRICS, by_segment=True)["data"]
    assert tertium.score(table, metrics=METRICS).by_spec == from_file.by_spec


def test_warnings_of_text_look_into_columns() -> None:
    frame = polars.DataFrame({"mt": ["It is so ."] * 20, "ref": ["It is so."] * 20})
    with pytest.warns(tertium.TextWarning, match="the system 'mt': the text looks tokenised"):
        tertium.score(frame, metrics=METRICS)


def test_predictions_are_hypotheses() -> None:
    expected = tertium.score(["a b"], [["a c", "b"]], METRICS)
    assert tertium.score(predictions=["a b"], references=[["a c", "b"]], metrics=METRICS) == expected
    with pytest.raises(InputError, match="both hypotheses and predictions"):
        tertium.score(["a"], ["a"], predictions=["a"])
    with pytest.raises(InputError, match="no hypotheses are given"):
        tertium.score(references=["a"])
    with pytest.raises(InputError, match="no references are given"):
        tertium.score(predictions=["a"])


def test_only_the_library_of_the_data_frame_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("datasets", "pandas", "polars", "duckdb"):
        monkeypatch.setitem(sys.modules, name, None)  # to import it is an error
    # A frame of ours is one that any library could have made.
    scores = tertium.score(["a b"], ["a b"], ["wer"])
    frame = _core.ArrowTable(scores.by_metric())
    assert frame.names == ["system", "metric", "value", "low", "high", "signature"]
