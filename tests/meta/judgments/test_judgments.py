"""Judgments: what is refused, and how scores are made of them."""

from __future__ import annotations

import contextlib
import doctest
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import samples
from tertium.errors import InputError, MissingExtraError, SpecError
from tertium.meta.judgments.coding import Coding, Groups
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.kinds import choose_kind
from tertium.meta.judgments.tidy import read_judgments, write_judgments
from tertium.types import References, TestSet

NAN = float("nan")
Row = tuple[str, int, str, str, float]


def make(rows: list[Row], sheet: list[str] | None = None) -> Judgments:
    system, segment, annotator, kind, value = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    return Judgments(
        system=system,
        segment=np.array(segment, dtype=np.int64),
        annotator=annotator,
        kind=kind,
        value=np.array(value, dtype=float),
        sheet=sheet,
    )


def test_the_mean_is_over_judges_and_missing_is_missing() -> None:
    judgments = make([("a", 1, "x", "da", 60), ("a", 1, "y", "da", 80), ("b", 2, "x", "da", 10)])
    scores = judgments.segment_scores(["a", "b", "c"], 2)
    np.testing.assert_array_equal(scores, [[70, NAN], [NAN, 10], [NAN, NAN]])
    np.testing.assert_array_equal(judgments.system_scores(["c", "b", "a"]), [NAN, 10, 70])


def test_a_judge_who_looks_twice_counts_once() -> None:
    rows: list[Row] = [("a", 1, "x", "da", 0), ("a", 1, "x", "da", 40), ("a", 1, "y", "da", 80)]
    assert make(rows, ["1", "2", "1"]).segment_scores(["a"], 1)[0, 0] == 50


def test_combined_needs_both() -> None:
    rows: list[Row] = [
        ("a", 1, "x", "fluency", 5),
        ("a", 1, "y", "fluency", 3),
        ("a", 1, "x", "adequacy", 2),
        ("a", 2, "x", "fluency", 1),
    ]
    judgments = make(rows)
    assert judgments.find_kind() == "combined"
    np.testing.assert_array_equal(judgments.segment_scores(["a"], 2), [[3, NAN]])
    np.testing.assert_array_equal(judgments.segment_scores(["a"], 2, "fluency"), [[4, 1]])
    assert judgments.system_scores(["a"])[0] == 3
    assert len(judgments.of_kind("combined")) == 4


def test_mqm_is_summed_by_judge_and_negated() -> None:
    rows: list[Row] = [
        ("a", 1, "x", "mqm", 5),
        ("a", 1, "x", "mqm", 5),
        ("a", 1, "y", "mqm", 0),
        ("a", 2, "y", "mqm", 1),
    ]
    np.testing.assert_array_equal(make(rows).segment_scores(["a"], 2), [[-5, -1]])
    assert make(rows).system_scores(["a"])[0] == -3


def test_whole_systems_win_over_segments() -> None:
    rows: list[Row] = [
        ("a", 1, "x", "da", 10),
        ("a", 0, "x", "da", 70),
        ("a", 0, "y", "da", 80),
        ("b", 1, "x", "da", 5),
    ]
    np.testing.assert_array_equal(make(rows).system_scores(["a", "b"]), [75, NAN])
    np.testing.assert_array_equal(make(rows).segment_scores(["a", "b"], 1), [[10], [5]])
    with pytest.raises(SpecError, match="only whole systems"):
        make(rows[1:3]).segment_scores(["a"], 1)


def test_ranks_are_compared_within_a_sheet() -> None:
    rows: list[Row] = [
        ("a", 1, "x", "rank", 1),
        ("b", 1, "x", "rank", 2),
        ("c", 1, "x", "rank", 2),
        ("a", 1, "x", "rank", 4),
        ("b", 1, "x", "rank", 3),
        ("a", 2, "y", "rank", 1),
        ("c", 1, "y", "rank", 1),
    ]
    judgments = make(rows, ["1", "1", "1", "2", "2", "1", "1"])
    found = judgments.comparisons().to_dict()
    seen = sorted(zip(found["segment"], found["better"], found["worse"], found["tie"], strict=True))
    assert seen == [(1, "a", "b", False), (1, "a", "c", False), (1, "b", "a", False), (1, "b", "c", True)]
    np.testing.assert_allclose(judgments.system_scores(["a", "b", "c", "d"]), [2 / 3, 1 / 2, 0, NAN])
    shares = judgments.segment_scores(["c", "b", "a"], 2)
    np.testing.assert_allclose(shares, [[0.25, NAN], [0.5, NAN], [2 / 3, NAN]])
    assert len(judgments.comparisons(["b", "c"])) == 1
    assert len(judgments.comparisons(["b", "c"]).select(np.array([False]))) == 0


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 3), st.sampled_from("xy"), st.integers(1, 5)), max_size=40),
)
def test_ranks_are_those_of_a_slow_version(drawn: list[tuple[int, int, str, int]]) -> None:
    unique = {(f"s{system}", segment, annotator): rank for system, segment, annotator, rank in drawn}
    judgments = make([(*key, "rank", float(rank)) for key, rank in unique.items()])
    wins = dict.fromkeys((f"s{at}" for at in range(5)), 0)
    losses = dict(wins)
    for (system, segment, annotator), rank in unique.items():
        for (other, *place), theirs in unique.items():
            if place == [segment, annotator] and other != system:
                wins[system] += rank < theirs
                losses[system] += rank > theirs
    if unique:
        expected = [wins[s] / (wins[s] + losses[s]) if wins[s] + losses[s] else NAN for s in wins]
        np.testing.assert_allclose(judgments.system_scores(list(wins)), expected)


@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"), st.integers(1, 3), st.sampled_from("xyz"), st.sampled_from("12"), st.integers(0, 9)
        ),
        min_size=1,
        max_size=40,
    ),
    st.sampled_from(["da", "mqm"]),
)
def test_means_are_those_of_a_slow_version(drawn: list[tuple[str, int, str, str, int]], kind: str) -> None:
    if kind == "da":
        drawn = list({row[:4]: row for row in drawn}.values())
    judgments = make(
        [(system, segment, annotator, kind, value) for system, segment, annotator, _, value in drawn],
        [sheet for *_, sheet, _ in drawn],
    )
    expected = np.full((2, 3), NAN)
    for at, system in enumerate("ab"):
        for segment in (1, 2, 3):
            by_judge: dict[str, dict[str, int]] = {}
            for name, number, annotator, sheet, value in drawn:
                if (name, number) == (system, segment):
                    looks = by_judge.setdefault(annotator, {})
                    looks[sheet] = looks.get(sheet, 0) + value
            if by_judge:
                expected[at, segment - 1] = np.mean([np.mean(list(looks.values())) for looks in by_judge.values()])
    np.testing.assert_allclose(judgments.segment_scores(["a", "b"], 3), -expected if kind == "mqm" else expected)


@pytest.mark.parametrize("largest", [1, 2**21, 2**40])
def test_groups_are_the_same_however_they_are_made(largest: int) -> None:
    rng = np.random.default_rng(0)
    columns = [rng.integers(0, 3, 200) * largest, rng.integers(0, 3, 200) * largest, rng.integers(0, 3, 200)]
    groups = Groups.by(*columns)
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    assert len(groups) == len(set(rows))
    assert [rows.index(row) for row in rows] == groups.first[groups.of_row].tolist()


def test_positions_of_names() -> None:
    assert Coding.of(["b", "a", "b"]).positions(["a"]).tolist() == [-1, 0, -1]
    assert Coding.of([]).positions(["a"]).tolist() == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"value": [NAN]}, "judgment 1 has the value nan. Leave out what was not judged"),
        ({"value": [float("inf")]}, "judgment 1 has the value inf"),
        ({"value": ["five"]}, "a value is not a number"),
        ({"value": [[1.0]]}, "2 dimensions"),
        ({"value": [1.0, 2.0]}, "2 values, but the column 'system' has 1"),
        ({"segment": [-1]}, "is of segment -1"),
        ({"segment": [1.5]}, "not a whole number"),
        ({"segment": [1, 2]}, "1 values, but the column 'segment' has 2"),
        ({"kind": ["beauty"]}, "unknown kind 'beauty'. Take one of: da, da-z"),
        ({"kind": ["mqm"], "value": [-1.0]}, "The lowest value of 'mqm' is 0"),
        ({"kind": ["rank"], "value": [0.0]}, "The lowest value of 'rank' is 1"),
        ({"annotator": [7]}, "is of type int"),
        ({"system": "a"}, "are one string"),
    ],
)
def test_what_is_no_judgment_is_refused(changes: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {"system": ["a"], "segment": [1], "annotator": ["x"], "kind": ["da"], "value": [5.0]}
    with pytest.raises(InputError) as caught:
        Judgments(**{**right, **changes})
    assert message in str(caught.value)


def test_the_same_twice_is_refused_but_for_errors() -> None:
    with pytest.raises(InputError, match="judgment 2 is the second of da of segment 1 of 'a' by the annotator 'x'"):
        make([("a", 1, "x", "da", 1), ("a", 1, "x", "da", 2)])
    make([("a", 1, "x", "mqm", 1), ("a", 1, "x", "mqm", 1)])
    make([("a", 1, "x", "da", 1), ("a", 1, "x", "da", 2)], ["1", "2"])


def test_parts_are_parts() -> None:
    judgments = make([("a", 1, "x", "da", 1), ("b", 1, "y", "da-z", 2)], ["s", "t"])
    assert (judgments.kinds, judgments.annotators, judgments.systems) == (["da", "da-z"], ["x", "y"], ["a", "b"])
    assert judgments.of_annotator("y") == judgments.select(np.array([1])) == judgments.of_kind("da-z")
    assert Judgments.concatenate([judgments.of_annotator("x"), judgments.of_annotator("y")]) == judgments
    assert judgments != judgments.of_annotator("x")
    assert judgments != 1
    assert judgments.to_dict()["sheet"] == ["s", "t"]
    with pytest.raises(InputError, match="The annotators are: x, y"):
        judgments.of_annotator("z")
    with pytest.raises(SpecError, match=r"'mqm' is not among the judgments. Take one of: da-z, da"):
        judgments.of_kind("mqm")
    with pytest.raises(SpecError, match="'beauty' is unknown"):
        judgments.of_kind("beauty")
    with pytest.raises(ValueError, match="twice"):
        judgments.select(np.array([1, 1]))
    with pytest.raises(SpecError, match="there is no judgment"):
        choose_kind("", [])


def test_segments_may_have_large_numbers() -> None:
    judgments = make([("a", 10**15, "x", "da", 4), ("a", 3, "x", "da", 2), ("b", 7, "x", "da", 1)])
    assert judgments.system_scores(["a", "b"]).tolist() == [3, 1]


def test_none_at_all() -> None:
    judgments = make([])
    assert (len(judgments), judgments.kinds, len(judgments.comparisons())) == (0, [], 0)


def test_a_frame_is_read_by_others() -> None:
    polars = pytest.importorskip("polars")
    judgments = make([("a", 1, "x", "da", 1.5)])
    assert polars.DataFrame(judgments.to_frame()).rows() == [("a", 1, "x", "da", 1.5)]


def test_a_judged_set_needs_what_was_judged() -> None:
    test_set = TestSet(
        systems={"a": ["x", "y"], "b": ["z", "w"]}, references=References.from_nested(["r", "s"]), sources=["q", "p"]
    )
    judged = JudgedSet(
        name="small", test_set=test_set, judgments=make([("b", 2, "x", "da", 1), ("a", 1, "x", "da", 3)])
    )
    systems, segments = judged.judged_cells()
    assert (systems.tolist(), segments.tolist(), len(judged.judged_cells())) == ([0, 1], [0, 1], 2)
    flat = judged.flat()
    assert (flat.hypotheses, flat.references.flat, flat.sources) == (["x", "w"], ["r", "s"], ["q", "p"])
    assert (flat.scores.tolist(), len(flat), len(flat.to_test_set())) == ([3, 1], 2, 2)
    assert judged.system_scores().tolist() == [3, 1]
    assert judged.to_dict()["judgments"] == 2
    with pytest.raises(InputError, match=r"the system 'c' was judged, but there is no output of it.*are: a, b"):
        JudgedSet(name="small", test_set=test_set, judgments=make([("c", 1, "x", "da", 1)]))
    with pytest.raises(InputError, match="segment 3 was judged, but the test set has 2 segments"):
        JudgedSet(name="small", test_set=test_set, judgments=make([("a", 3, "x", "da", 1)]))
    with pytest.raises(InputError, match="segment 3 was judged, but there are only 2"):
        make([("a", 3, "x", "da", 1)]).segment_scores(["a"], 2)


names = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r\0"), max_size=5).filter(
    lambda text: text != "\\N"
)
values = st.floats(allow_nan=False, allow_infinity=False)


@given(
    st.lists(
        st.tuples(names, st.integers(0, 10**6), names, st.sampled_from(["da", "fluency-z"]), names, values), min_size=1
    ),
    st.booleans(),
)
def test_what_is_written_reads_back(tmp_path_factory: pytest.TempPathFactory, drawn: list[Any], sheets: bool) -> None:
    drawn = list({row[:4] if not sheets else row[:5]: row for row in drawn}.values())
    judgments = make([(*row[:4], row[5]) for row in drawn], [row[4] for row in drawn] if sheets else None)
    path = tmp_path_factory.mktemp("tidy") / "judgments.tsv"
    write_judgments(judgments, path)
    back = read_judgments(path)
    assert back == judgments
    assert np.signbit(back.value).tolist() == np.signbit(judgments.value).tolist()
    assert [entry.name for entry in path.parent.iterdir()] == ["judgments.tsv"]


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "judgments.tsv"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written as TSV"):
        write_judgments(make([("a\tb", 1, "x", "da", 1)]), path)
    assert path.read_text(encoding="utf-8") == "before"
    with pytest.raises(InputError, match="cannot be written: No such file"):
        write_judgments(make([("a", 1, "x", "da", 1)]), tmp_path / "nowhere" / "judgments.tsv")


def test_every_format_says_the_same(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    expected = make([("a", 1, "x", "da", 0.5), ("a", 0, "y,z", "da", 3)])
    frame = polars.DataFrame(expected.to_frame())
    frame.write_csv(tmp_path / "j.csv")
    frame.write_ndjson(tmp_path / "j.jsonl")
    frame.write_parquet(tmp_path / "j.parquet")
    for suffix in ("csv", "jsonl", "parquet"):
        assert read_judgments(tmp_path / f"j.{suffix}") == expected


def test_the_sample_reads() -> None:
    judgments = read_judgments(samples.path("judgments.tsv"))
    assert (len(judgments), judgments.find_kind(), judgments.annotators) == (168, "combined", ["judge1", "judge2"])


def test_judge_may_be_left_out_and_an_empty_segment_is_the_system(tmp_path: Path) -> None:
    path = tmp_path / "j.tsv"
    path.write_text('system\tsegment\tkind\tvalue\n"a\t\tda\t1\n"a\t2.0\tda\t1\n', encoding="utf-8")
    assert read_judgments(path) == make([('"a', 0, "", "da", 1), ('"a', 2, "", "da", 1)])


HEADER = "system\tsegment\tjudge\tkind\tvalue\n"


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        (b"", "", "the file is empty"),
        (HEADER.encode(), "", "the table has no rows"),
        (b"system\tsegment\tjudge\tvalue\na\t1\tx\t1\n", ":1", "there is no column 'kind'"),
        (f"{HEADER}a\t1\tx\tda\tgood\n".encode(), ":2", "the value is 'good', not a finite number"),
        (f"{HEADER}a\t1\tx\tda\t1_0\n".encode(), ":2", "the value is '1_0'"),
        (f"{HEADER}a\t1\tx\tda\tnan\n".encode(), ":2", "the value is 'nan'"),
        (f"{HEADER}a\t1\tx\tda\t1\na\t2\tx\tda\t\n".encode(), ":3", "the value is missing"),
        (f"{HEADER}a\t1.5\tx\tda\t1\n".encode(), ":2", "the segment is '1.5'"),
        (f"{HEADER}a\t-1\tx\tda\t1\n".encode(), ":2", "the segment is '-1'"),
        (f"{HEADER}a\tone\tx\tda\t1\n".encode(), ":2", "the segment is 'one'"),
        (f"{HEADER}a\t1\tx\tda\t1\na\t1\tx\tda\t1\n".encode(), ":3", "the judgment is the second of da"),
        (f"{HEADER}a\t1\tx\tdaa\t1\n".encode(), ":2", "unknown kind 'daa'"),
        (f"{HEADER}a\t1\tx\tmqm\t-1\n".encode(), ":2", "The lowest value of 'mqm' is 0"),
        (f"{HEADER}a\t1\tx\tda\n".encode(), ":2", "expected 5 cells"),
        (f"{HEADER}\\N\t1\tx\tda\t1\n".encode(), ":2", "the system is missing"),
        (HEADER.encode() + b"a\t1\t\xff\tda\t1\n", ":2", "is not valid UTF-8"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(
    tmp_path: Path, content: bytes, place: str, message: str
) -> None:
    path = tmp_path / "j.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_judgments(path)
    assert str(caught.value).startswith(f"{path}{place}: ")
    assert message in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("j.csv", b'system,segment,kind,value\n"a,1,da,1\n', "j.csv:2: the file ends inside a quoted cell"),
        ("j.jsonl", b'{"system": "a"\n', "j.jsonl:1: this is not JSON"),
        ("j.jsonl", b"[1]\n", "j.jsonl:1: the line is a list, not an object"),
        ("j.jsonl", b'{"system":"a","segment":1,"kind":"da","value":true}\n', "j.jsonl:1: the value is 'True'"),
        ("j.jsonl", b'{"system":"a","segment":1,"kind":"da","value":null}\n', "j.jsonl:1: the value is missing"),
        ("j.jsonl", b'{"system":["a"],"segment":1,"kind":"da","value":1}\n', "j.jsonl:1: the system is not one value"),
        ("j.parquet", b"PAR1 no", "this cannot be read as Parquet"),
    ],
)
def test_other_formats_say_what_is_wrong(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises((InputError, MissingExtraError)) as caught:
        read_judgments(path)
    if not isinstance(caught.value, MissingExtraError):
        assert message in str(caught.value)


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl", "parquet"])
@given(st.binary(max_size=60), st.integers(0, 120))
def test_whatever_the_bytes_the_error_is_ours(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, noise: bytes, at: int
) -> None:
    separator = {"csv": b",", "tsv": b"\t"}.get(suffix)
    whole = b"system\tsegment\tkind\tvalue\na\t1\tda\t1\na\t2\tda\t2\n"
    content = b'{"system":"a","segment":1,"kind":"da","value":1}\n' if separator is None else whole
    path = tmp_path_factory.mktemp("noise") / f"j.{suffix}"
    path.write_bytes(content.replace(b"\t", separator or b"\t")[:at] + noise + content[at:])
    with contextlib.suppress(InputError, MissingExtraError):
        assert len(read_judgments(path))


def test_the_examples_of_the_page_are_true() -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "judgments.md"
    example = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    printed: list[str] = []
    assert example.examples
    assert doctest.DocTestRunner().run(example, out=printed.append).failed == 0, "".join(printed)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_judgments(tmp_path / "none.tsv")


@pytest.mark.parametrize("header", ["System\tseg\tRater\tkind\tValue", "system\tsid\tjudge\tKind\tvalue"])
def test_names_of_columns_are_those_of_tables_of_outputs(header: str, tmp_path: Path) -> None:
    path = tmp_path / "judgments.tsv"
    path.write_text(f"{header}\na\t2\tx\tda\t70\n", encoding="utf-8")
    judgments = read_judgments(path)
    assert (list(judgments.system), judgments.segment.tolist(), list(judgments.annotator)) == (["a"], [2], ["x"])
