"""Malformed tables: TSV, CSV, JSONL and Parquet."""

from __future__ import annotations

import sys

import pytest

from tertium.text.readers import open_test_set
from tests.text.readers.malformed_cases import Cases, Place

TABLES = Cases()
case = TABLES.add


@case
def no_column_of_hypotheses(place: Place) -> None:
    place.read_as("set.tsv", "src\toutput\nx\ty\n")


@case
def no_such_column(place: Place) -> None:
    place.read_as("set.tsv", "src\tmt\nx\ty\n", columns="reference=gold")


@case
def ambiguous_columns(place: Place) -> None:
    place.read_as("set.csv", "hyp,mt\nx,y\n")


@case
def columns_not_parsed(place: Place) -> None:
    place.read_as("set.csv", "hyp\nx\n", columns="mt")


@case
def duplicate_column(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\tref\nx\ty\tz\n")


@case
def perhaps_a_reference(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\tref_tokens\nx\ty\t1\n")


@case
def ragged_row(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\nx\ty\nz\n")


@case
def header_only(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\n")


@case
def missing_hypothesis(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\nx\ty\n\\N\ty\n")


@case
def missing_source(place: Place) -> None:
    place.read_as("set.csv", "src,mt\n\\N,x\n")


@case
def missing_reference(place: Place) -> None:
    test_set = place.read_as("set.tsv", "mt\tref1\tref2\nx\ty\t\\N\nx\t\tz\n")
    assert [test_set.references.of(0), test_set.references.of(1)] == [["y"], ["", "z"]]


@case
def open_quote(place: Place) -> None:
    place.read_as("set.csv", 'mt,ref\nx,y\n"x,y\nx,y\n')


@case
def stray_quote(place: Place) -> None:
    place.read_as("set.csv", 'mt,ref\n"x"z,y\n')


@case
def huge_cell(place: Place) -> None:
    place.read_as("set.csv", 'mt,ref\n"' + "x\n" * 70_000 + '",y\n')


@case
def quote_in_tsv(place: Place) -> None:
    assert place.read_as("set.tsv", 'mt\n"x\n').systems["set"] == ['"x']


@case
def quotes_as_text_in_tsv(place: Place) -> None:
    texts = ['"Hello"', '""', '"a" and "b"', '"for their ends""."', 'He said "yes".']
    assert place.read_as("set.tsv", "\n".join(["mt", *texts, ""])).systems["set"] == texts


@case
def quoted_tsv(place: Place) -> None:
    place.read_as("set.tsv", 'mt\tref\n"plain"\ty\n"He said ""yes""."\tz\n')


@case
def quoted_header_of_tsv(place: Place) -> None:
    place.read_as("set.tsv", '"mt"\t"ref"\n"x"\t"y"\n')


@case
def quoted_line_break_in_tsv(place: Place) -> None:
    place.read_as("set.tsv", 'mt\n"x\ny"\nplain\n"He said ""yes\nor no"""\n')


@case
def quotation_over_lines_in_tsv(place: Place) -> None:
    texts = ['"I am here.', 'Nobody else is," he said.', '"Why', 'not?"']
    assert place.read_as("set.tsv", "\n".join(["mt", *texts, ""])).systems["set"] == texts


@case
def quoted_tab_in_tsv(place: Place) -> None:
    place.read_as("set.tsv", 'mt\tref\n"x\tz"\ty\n')


@case
def segment_of_one_system_only(place: Place) -> None:
    place.read_as("set.tsv", "system\tseg\tmt\nA\t1\tx\nA\t2\ty\nB\t1\tz\n")


@case
def segment_twice_in_table(place: Place) -> None:
    place.read_as("set.tsv", "system\tseg\tmt\nA\t1\tx\nA\t1\ty\n")


@case
def reference_differs_in_table(place: Place) -> None:
    place.read_as("set.tsv", "system\tseg\tmt\tref\nA\t1\tx\tr\nB\t1\tz\ts\n")


@case
def reference_differs_between_tables(place: Place) -> None:
    place.read_all(("a.tsv", "mt\tref\nx\tr\n"), ("b.tsv", "mt\tref\nx\ts\n"))


@case
def bad_json(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x"}\n{"mt": "x"\n')


@case
def json_not_an_object(place: Place) -> None:
    place.read_as("set.jsonl", '["x", "y"]\n')


@case
def json_wrong_type(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": 3}\n')


@case
def json_key_twice(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x", "mt": "y"}\n')


@case
def json_nested_too_deeply(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": ' + "[" * 100_000 + "\n")


@case
def json_half_a_character(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "\\ud83d"}\n')


@case
def json_nul(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "a\\u0000b"}\n')


@case
def json_missing_hypothesis(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x"}\n{"ref": "x"}\n')


@case
def json_key_never_there(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x", "ref": "y"}\n', columns="reference=gold")


@case
def not_parquet(place: Place) -> None:
    pytest.importorskip("pyarrow")
    place.read_as("set.parquet", "mt,ref\nx,y\n")


@case
def parquet_wrong_type(place: Place) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"mt": [1, 2]}), place.at("set.parquet"))
    open_test_set([place.at("set.parquet")]).read()


@case
def parquet_null_hypothesis(place: Place) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"mt": ["x", None]}), place.at("set.parquet"))
    open_test_set([place.at("set.parquet")]).read()


@case
def parquet_without_pyarrow(place: Place) -> None:
    place.monkeypatch.setitem(sys.modules, "pyarrow", None)
    place.read_as("set.parquet", b"")
