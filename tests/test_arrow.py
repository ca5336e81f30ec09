"""Columns and data frames of other libraries give what lists of strings give, and nothing breaks on a bad one."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium import _core, registry
from tertium.errors import InputError, MissingExtraError
from tertium.metrics import Batch, parse
from tests.strategies import Corpus, corpora, segments, texts

# Metrics over trees, states and indexes need a parser, an encoder or an index, and tests of their own.
METRICS = [name for name in registry.METRICS if not ((metric := parse(name)).needs_model or metric.needs_index)]
SPECS = [
    *METRICS,
    "bleu:tokenize=intl,lowercase=yes",
    "bleu:tokenize=zh",
    "bleu:tokenize=char",
    "bleu:tokenize=none",
    "chrf++:lowercase=yes",
    "ter:normalized=yes,asian_support=yes,case_sensitive=yes",
    "wer:lowercase=yes",
    "meteor:stages=exact,lowercase=no",
]


def dictionary(items: Sequence[Any]) -> pa.Array:
    return pa.array(items, pa.string()).dictionary_encode()


def sliced(items: Sequence[Any]) -> pa.Array:
    return pa.array(["before", None, *items, "after"], pa.string())[2:-1]


def chunked(items: Sequence[Any]) -> pa.ChunkedArray:
    middle = len(items) // 2
    pieces = [items[:middle], [], items[middle:]]
    return pa.chunked_array([pa.array(piece, pa.large_string()) for piece in pieces])


# One for each way that texts are laid out in Arrow, and for each library.
COLUMNS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "utf8": lambda items: pa.array(items, pa.string()),
    "large utf8": lambda items: pa.array(items, pa.large_string()),
    "utf8 view": lambda items: pa.array(items, pa.string_view()),
    "dictionary": dictionary,
    "dictionary with small keys": lambda items: dictionary(items).cast(pa.dictionary(pa.uint8(), pa.large_string())),
    "slice": sliced,
    "slice of views": lambda items: sliced(items).cast(pa.string_view()),
    "slice of a dictionary": lambda items: pa.array(["x", *items]).dictionary_encode()[1:],
    "chunks": chunked,
    "polars": polars.Series,
    "polars categories": lambda items: polars.Series(items, dtype=polars.Categorical),
    "pandas": pandas.Series,
    "pandas categories": lambda items: pandas.Series(items, dtype="category"),
    "pandas objects": lambda items: pandas.Series(items, dtype=object),
    "texts": _core.TextColumn,
}


# There are many metrics, so each of them gets fewer examples than a property usually has.
FEW = settings(max_examples=settings().max_examples // 4)


@pytest.mark.parametrize("spec", SPECS)
@FEW
@given(corpus=corpora(), kind=st.sampled_from(sorted(COLUMNS)), threads=st.sampled_from([1, 2]))
def test_every_metric_gives_the_same_rows_for_a_column_of_any_type(
    spec: str, corpus: Corpus, kind: str, threads: int
) -> None:
    metric = parse(spec)
    make = COLUMNS[kind]
    column = tertium.types.check_segments(make(corpus.hypotheses), "the hypotheses")
    flat = tertium.References.from_nested(make(corpus.flat)).flat
    assert isinstance(column, _core.TextColumn)
    assert isinstance(flat, _core.TextColumn)
    references = metric.prepare_references(flat, threads)
    found = metric.fit(references).tally(Batch(metric.prepare(column, threads), references, corpus.offsets), threads)
    references = metric.prepare_references(corpus.flat)
    expected = metric.fit(references).tally(Batch(metric.prepare(corpus.hypotheses), references, corpus.offsets))
    assert found.tolist() == expected.tolist()


@FEW
@given(corpora(max_segments=6))
def test_scores_from_columns_are_those_from_lists(corpus: Corpus) -> None:
    expected = tertium.score(corpus.hypotheses, corpus.references, METRICS)
    for references in (polars.Series(corpus.references), pa.array(corpus.references), pandas.Series(corpus.references)):
        found = tertium.score(polars.Series(corpus.hypotheses), references, METRICS)
        for spec in METRICS:
            assert found[spec] == expected[spec]
            assert found[spec].rows.tolist() == expected[spec].rows.tolist()


def test_metrics_over_trees_take_columns() -> None:
    pytest.importorskip("spacy", reason="NO PARSER: spaCy is absent")
    hypotheses, references = ["The cat sat on the mat."], ["A cat sat on a mat."]
    expected = tertium.score(hypotheses, references, ["stm", "hwcm"])
    assert tertium.score(polars.Series(hypotheses), polars.Series(references), ["stm", "hwcm"]) == expected


def test_many_segments_of_columns_are_aligned() -> None:
    frame = polars.DataFrame({"mt": ["The cat sat", "ÄÖ dogs"], "ref": ["A cat sat", "äö dog"]})
    found = tertium.align_many(frame["mt"], frame["ref"])
    assert list(found) == list(tertium.align_many(frame["mt"].to_list(), frame["ref"].to_list()))


def test_batches_of_a_column_add_up() -> None:
    hypotheses = [f"word{number % 97} the cat {number}" for number in range(40_000)]
    references = [f"word{number % 89} the cat {number}" for number in range(40_000)]
    expected = tertium.score(hypotheses, references, ["wer", "bleu"])
    frame = polars.DataFrame({"mt": hypotheses, "ref": references})
    assert tertium.score(frame, metrics=["wer", "bleu"]) == expected
    streamed = tertium.score_stream(tertium.make_test_set(frame).batches(999), ["wer", "bleu"])["mt"]
    assert streamed["wer"].value == expected["wer"].value


def test_every_character_has_the_lower_case_of_this_python() -> None:
    characters = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    # Those with case by themselves, and whole blocks of the many others.
    lines = characters[:0x3000] + [" ".join(characters[start : start + 64]) for start in range(0, 0x10F800, 64)]
    assert _core.TextColumn(lines).lower(2).to_list() == [line.lower() for line in lines]


@given(st.lists(st.one_of(texts, segments, st.text("AΣςσ.Bé\u0301 '\u00ad"))))
def test_texts_have_the_lower_case_of_this_python(items: list[str]) -> None:
    items = [item for item in items if "\ud800" not in item]
    assert _core.TextColumn(items).lower(1).to_list() == [item.lower() for item in items]


@given(items=st.lists(texts, max_size=8), cut=st.slices(8), rows=st.lists(st.integers(-9, 9), max_size=5))
def test_a_column_is_a_sequence_of_strings(items: list[str], cut: slice, rows: list[int]) -> None:
    column = _core.TextColumn(items)
    assert isinstance(column, Sequence)
    assert list(column) == column.to_list() == items
    assert list(reversed(column)) == items[::-1]
    assert column[cut].to_list() == items[cut]
    for row in rows:
        if -len(items) <= row < len(items):
            assert column[row] == items[row]
        else:
            with pytest.raises(IndexError):
                column[row]
    for item in (*items, "nothing like it", None, "\ud800"):
        assert (item in column) == (item in items)
        assert column.count(item) == items.count(item)  # type: ignore[arg-type]
        if item in items:
            assert column.index(item) == items.index(item)  # type: ignore[arg-type]
        else:
            with pytest.raises(ValueError, match="no such text"):
                column.index(item)
    order = np.array([row for row in rows if 0 <= row < len(items)], dtype=np.int64)
    assert column.pick(order).to_list() == [items[row] for row in order]
    assert _core.TextColumn.join([column, column[:1]]).to_list() == items + items[:1]
    assert column.count_bytes() == sum(len(item.encode()) for item in items)
    assert pickle.loads(pickle.dumps(column)) == column == copy.deepcopy(column)
    assert column != items
    assert column.find_difference(column) is None


def test_columns_of_different_texts_differ() -> None:
    column = _core.TextColumn(["a", "b", "c"])
    assert column.find_difference(_core.TextColumn(["a", "x", "y"])) == 1
    with pytest.raises(InputError, match="differ in length"):
        column.find_difference(_core.TextColumn(["a"]))
    with pytest.raises(IndexError):
        column.pick(np.array([3]))


@pytest.mark.parametrize("kind", [kind for kind in COLUMNS if kind != "texts"])
def test_a_null_hypothesis_is_an_error_that_names_the_row(kind: str) -> None:
    column = COLUMNS[kind](["a", "b", None])
    with pytest.raises(InputError, match="row 3 of the hypotheses is null") as caught:
        tertium.score(column, ["a", "b", "c"])
    assert "empty string" in str(caught.value)


def test_a_null_reference_is_missing() -> None:
    references = tertium.References.from_nested(pa.array([["a", None, "b"], None, [], ["c"]]))
    assert [references.of(segment) for segment in range(4)] == [["a", "b"], [], [], ["c"]]
    with pytest.raises(InputError, match="2 segments have no reference, the first of them segment 2"):
        tertium.score(["a"] * 4, pa.array(["a", None, "c", None]))


@pytest.mark.parametrize("size", [pa.list_(pa.string()), pa.large_list(pa.string_view()), pa.list_(pa.string(), 2)])
def test_lists_of_references_may_be_of_any_kind(size: pa.DataType) -> None:
    lists = pa.array([["x", "y"], ["a", "b"], ["c", None]], size)[1:]
    references = tertium.References.from_nested(lists)
    assert [references.of(segment) for segment in range(2)] == [["a", "b"], ["c"]]


@pytest.mark.parametrize("nulls", [polars.Series([None, None]), pa.nulls(2), pandas.Series([None, None])])
def test_a_column_of_nulls_has_no_texts_and_harms_no_other(nulls: Any) -> None:
    with pytest.raises(InputError, match="row 1 of the hypotheses is null"):
        tertium.score(nulls, ["a", "b"])
    with pytest.raises(InputError, match="no references are given"):
        tertium.score(["a", "b"], nulls)
    frame = polars.DataFrame({"mt": ["a", "b"], "ref": ["a", "b"], "nothing": [None, None], "lists": [[None], []]})
    frame = frame.with_columns(ref_2=polars.lit(None), ref_3=polars.col("lists"))
    assert tertium.score(frame, metrics=["wer"])["wer"].value == 0
    assert tertium.score(frame.to_arrow(), metrics=["wer"])["wer"].value == 0


def test_an_error_in_the_middle_of_a_stream_is_said() -> None:
    def batches() -> Any:
        yield pa.record_batch({"mt": ["a"], "ref": ["a"]})
        raise OSError("the disk is full")

    schema = pa.schema({"mt": pa.string(), "ref": pa.string()})
    with pytest.raises(InputError, match=r"cannot be read as Arrow: .*the disk is full"):
        tertium.score(pa.RecordBatchReader.from_batches(schema, batches()))


def strings(data: bytes, offsets: list[int]) -> pa.Array:
    """A column with any bytes at all, unchecked."""
    written = np.zeros(len(offsets), dtype=np.int32)
    column = pa.Array.from_buffers(pa.string(), len(offsets) - 1, [None, pa.py_buffer(written), pa.py_buffer(data)])
    written[:] = offsets  # only now, since pyarrow looks at some of them
    return column


@pytest.mark.parametrize("data", [b"\xff", b"\xed\xa0\x80", b"\xc3", b"\xf4\x90\x80\x80"])
def test_bytes_that_are_not_utf8_are_an_error_that_names_the_row(data: bytes) -> None:
    column = strings(b"a" + data + b"b", [0, 1, 1 + len(data), 2 + len(data)])
    for kind in (column, column.cast(pa.large_string()), column.view(pa.binary()).cast(pa.binary_view())):
        if pa.types.is_binary_view(kind.type):
            kind = kind.view(pa.string_view())
        with pytest.raises(InputError, match="row 2 of the hypotheses is not valid UTF-8"):
            tertium.score(kind, ["a", "b", "c"])
        with pytest.raises(InputError, match="row 2 of the references is not valid UTF-8"):
            tertium.score(["a", "b", "c"], kind)


@given(data=st.binary(max_size=12), offsets=st.lists(st.integers(-3, 12), min_size=1, max_size=5))
def test_offsets_of_any_kind_are_texts_or_an_error(data: bytes, offsets: list[int]) -> None:
    # What is read has to lie before the last offset, which is all that the interface says of a buffer's length.
    offsets = [min(offset, len(data)) for offset in offsets]
    offsets[-1] = len(data)
    column = strings(data, offsets)
    try:
        found = list(tertium.types.check_segments(column, "the hypotheses"))
    except InputError:
        return
    assert found == [data[start:end].decode() for start, end in pairwise(offsets)]


def test_a_key_outside_of_its_dictionary_is_an_error() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([0, 7]), pa.array(["a"]), safe=False)
    with pytest.raises(InputError, match="outside of its buffer"):
        tertium.score(column, ["a", "b"])


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([1, 2]), "the data type of the hypotheses is integers"),
        (pa.array([1.0, 2.0]), "the data type of the hypotheses is Float64"),
        (pa.array([b"a", b"b"]), "the data type of the hypotheses is Binary"),
        (pa.array([["a"], ["b"]]), "the data type of the hypotheses is lists"),
        (polars.Series([[1], [2]]), "the data type of the hypotheses is LargeList"),
    ],
)
def test_other_types_are_refused(column: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        tertium.score(column, ["a", "b"])
    assert "column of strings" in str(caught.value)


class Broken:
    """A library that cannot export what it has."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise self.error


class WithoutArrow(list[str]):
    """A column of pandas without pyarrow: it has the method, which needs a library that is not there."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise ImportError("pyarrow is required")


class FrameWithoutArrow(WithoutArrow):
    columns = ("mt", "ref")


def test_a_library_that_cannot_export_is_named() -> None:
    with pytest.raises(InputError, match="of type Broken, cannot be read as Arrow: RuntimeError: no") as caught:
        tertium.score(Broken(RuntimeError("no")), ["a"])
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(MissingExtraError, match=r"reading a FrameWithoutArrow needs .*the extra 'parquet'"):
        tertium.score(FrameWithoutArrow(["a"]), ["a"])


def test_a_column_without_pyarrow_is_a_list() -> None:
    assert tertium.score(WithoutArrow(["a b"]), WithoutArrow(["a b"]), ["wer"])["wer"].value == 0


class NoCapsule:
    def __init__(self, value: object) -> None:
        self.value = value

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.value


def test_a_capsule_of_another_kind_is_refused() -> None:
    schema, array = pa.array(["a"]).__arrow_c_array__()
    for value in (None, schema, array, "capsule"):
        with pytest.raises(InputError, match="cannot be read as Arrow"):
            tertium.score(NoCapsule(value), ["a"])
    used = pa.chunked_array([["a"]]).__arrow_c_stream__()
    assert tertium.score(NoCapsule(used), ["a"], ["wer"])["wer"].value == 0
    with pytest.raises(InputError, match="the stream was read already"):
        tertium.score(NoCapsule(used), ["a"])


def test_a_column_outlives_its_data_frame() -> None:
    frame = polars.DataFrame({"mt": [f"text number {number} of many" for number in range(1000)]})
    column = tertium.types.check_segments(frame["mt"], "the hypotheses")
    del frame
    assert column[999] == "text number 999 of many"
