"""What people try in Python: each works, or is refused with what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tertium
from tertium import samples
from tertium.metrics.bleu import Bleu
from tertium.metrics.metric import Metric

HYPOTHESES = ["a small dog", "the cat sat"]
REFERENCES = ["a small dog", "the cat sits"]
DATA = {"mt": HYPOTHESES, "ref": REFERENCES}
FRAME = pd.DataFrame(DATA)
SYSTEMS = {"one": HYPOTHESES, "two": REFERENCES}
SCORE: Any = tertium.score
FILE: Any = samples.path("system.neural.txt")


def read_sample() -> Any:
    return tertium.read_judged(samples.path("judgments.tsv"))


@pytest.mark.parametrize(
    "arguments",
    [
        (FRAME,),
        (pl.DataFrame(DATA),),
        (pa.table(DATA),),
        (DATA,),
        ([{"mt": mt, "ref": ref} for mt, ref in zip(HYPOTHESES, REFERENCES, strict=True)],),
        (FRAME["mt"], FRAME["ref"]),
        (tuple(HYPOTHESES), tuple(REFERENCES)),
        (np.array(HYPOTHESES), np.array(REFERENCES)),
        (map(str, HYPOTHESES), map(str, REFERENCES)),
    ],
    ids=["pandas", "polars", "pyarrow", "columns", "records", "series", "tuples", "numpy", "iterators"],
)
def test_the_same_texts_have_the_same_scores(arguments: tuple[Any, ...]) -> None:
    assert SCORE(*arguments) == SCORE(HYPOTHESES, REFERENCES)


@pytest.mark.parametrize(
    ("metrics", "names"),
    [
        (("chrf",), ["chrf"]),
        ({"ter", "bleu", "chrf"}, ["bleu", "chrf", "ter"]),
        ({"mine": "bleu:lowercase=yes", "other": Bleu()}, ["mine", "other"]),
        ([Bleu], [Bleu().settings()]),
        (pd.Series(["bleu", "ter"]), ["bleu", "ter"]),
        (["BLEU", "chrF"], ["BLEU", "chrF"]),
    ],
)
def test_metrics_may_be_given_in_many_ways(metrics: Any, names: list[str]) -> None:
    assert list(SCORE(HYPOTHESES, REFERENCES, metrics)) == names


def test_scores_are_found_in_any_case() -> None:
    result = tertium.score(HYPOTHESES, REFERENCES, ["bleu", "chrf", "chrf++", "TER"])
    assert result["BLEU"] is result["bleu"]
    assert result["chrF"] is result["chrf"]
    assert result["ter"] is result["TER"]
    assert "ChrF++" in result
    assert "wer" not in result
    comparison = tertium.compare(SYSTEMS, REFERENCES, ["chrf"], resamples=100)
    assert comparison.test("chrF", "two") is comparison.test("chrf", "two")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SCORE(FILE, FILE), "for files use tertium.score_reader(tertium.open_test_set("),
        (lambda: SCORE(str(FILE), str(FILE)), "for files use tertium.score_reader(tertium.open_test_set("),
        (lambda: SCORE(HYPOTHESES, REFERENCES, "bleu"), "Give a list of specs"),
        (lambda: SCORE(HYPOTHESES, REFERENCES, None), "Give a list of specs"),
        (lambda: SCORE(HYPOTHESES, REFERENCES, [None]), "Write a spec, such as 'bleu'"),
        (lambda: SCORE(HYPOTHESES, REFERENCES, [["bleu"]]), "Write a spec, such as 'bleu'"),
        (lambda: SCORE(HYPOTHESES, REFERENCES, {"bleu": {"lowercase": True}}), "Write a spec, such as 'bleu'"),
        (lambda: SCORE(HYPOTHESES, REFERENCES, {1: "bleu"}), "the name of a metric is 1"),
        (lambda: SCORE(HYPOTHESES, REFERENCES, [Metric]), "Metric is not a metric by itself"),
        (lambda: SCORE(HYPOTHESES, [REFERENCES]), "one list per translation"),
        (lambda: SCORE([], []), "there is not a single segment"),
        (lambda: SCORE([*HYPOTHESES, None], [*REFERENCES, "a"]), "segment 3 of the hypotheses is of type NoneType"),
        (lambda: SCORE(HYPOTHESES, REFERENCES, confidence="0.95"), "'0.95' is not between 0 and 1"),
        (lambda: SCORE({"mt": HYPOTHESES, "ref": ["a"]}), "a dictionary is not a data frame"),
        (lambda: tertium.compare([HYPOTHESES], REFERENCES), "Give a dictionary from names"),  # type: ignore[arg-type]
        (lambda: tertium.score_systems(HYPOTHESES, ["bleu"]), "Give tertium.make_test_set("),  # type: ignore[arg-type]
        (lambda: tertium.compare_systems(SYSTEMS, ["bleu"]), "Give tertium.make_test_set("),  # type: ignore[arg-type]
        (lambda: tertium.make_report(SYSTEMS), "Give tertium.make_test_set("),  # type: ignore[arg-type]
        (lambda: tertium.make_report("test.tsv"), "Give tertium.make_test_set("),  # type: ignore[arg-type]
        (lambda: tertium.diff_systems(None), "Give tertium.make_test_set("),  # type: ignore[arg-type]
        (lambda: tertium.score_reader("x.txt", ["bleu"]), "Give tertium.open_test_set("),  # type: ignore[arg-type]
        (lambda: tertium.read_judged(FRAME), "use tertium.read_judged_table"),
        (lambda: tertium.correlate(FRAME, ["bleu"]), "no column of human scores is named"),
        (lambda: tertium.correlate(HYPOTHESES, ["bleu"]), "the judged data are of type list"),  # type: ignore[arg-type]
        (lambda: tertium.correlate(read_sample(), "bleu"), "Give a list of specs"),
        (lambda: tertium.correlate(read_sample(), ["bleu"], leevl="x"), "There are: level, statistic"),  # type: ignore[call-arg]
    ],
)
def test_slips_are_refused_with_what_to_do(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(tertium.TertiumError) as caught:
        call()
    assert message in str(caught.value)


def test_a_data_frame_is_a_test_set_where_one_is_wanted() -> None:
    frame: Any = pd.DataFrame({"hyp:one": HYPOTHESES, "hyp:two": REFERENCES, "ref": REFERENCES})
    test_set = tertium.make_test_set(SYSTEMS, REFERENCES)
    assert tertium.make_report(frame, ["chrf"]) == tertium.make_report(test_set, ["chrf"])
    assert tertium.score_systems(frame, ["chrf"]) == tertium.score_systems(test_set, ["chrf"])
    assert tertium.diff_systems(frame).total == tertium.diff_systems(test_set).total
    assert tertium.audit_corpus(frame, against="chrf").to_dict() == (
        tertium.audit_corpus(test_set, against="chrf").to_dict()
    )
    stream: Any = test_set
    scored = tertium.score_systems(test_set, ["chrf"])["one"]["chrf"].value
    assert tertium.score_stream(stream, ["chrf"])["one"]["chrf"].value == scored


def test_correlate_takes_metrics_and_their_classes() -> None:
    (judged,) = read_sample()
    found = tertium.correlate(judged, [Bleu, Bleu(lowercase=True), "chrf"], test="none").studies[0].figures
    wanted = tertium.correlate(judged, ["bleu", "bleu:lowercase=yes", "chrf"], test="none").studies[0].figures
    assert [each.value for each in found] == [each.value for each in wanted]
    named: Any = {"mine": "bleu"}
    assert tertium.correlate(judged, named, test="none").experiment.rows == ["mine"]
    agreement: Any = tertium.measure_agreement
    assert agreement(judged).kind == "combined"


def make_results() -> list[Any]:
    comparison = tertium.compare(SYSTEMS, REFERENCES, ["chrf"], resamples=100)
    groups = tertium.GroupedScores(by=["x"], groups={("a",): comparison.systems["one"]})
    outcome = tertium.correlate(read_sample(), ["chrf"], test="none")
    return [comparison.systems["one"], comparison.systems["one"].by_segment(), comparison, groups, outcome]


def test_results_become_data_frames() -> None:
    for result in make_results():
        columns = result.to_frame().to_dict()
        assert list(result.to_pandas().columns) == list(columns)
        assert result.to_polars().columns == list(columns)
        assert len(result.to_pandas()) == len(next(iter(columns.values()))) > 0
        assert isinstance(result.to_dict(), dict)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_library_that_is_absent_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    result = tertium.score(HYPOTHESES, REFERENCES, ["chrf"])
    with pytest.raises(
        tertium.TertiumError, match=f"needs {library}, which is not installed. Run: pip install {library}"
    ):
        getattr(result, f"to_{library}")()


def test_a_metric_without_settings_says_so() -> None:
    from tertium.registry import unknown

    error = unknown("setting", "foo", (), owner="numf1")
    assert str(error) == "numf1 has no setting 'foo'. There is no setting at all; leave it out."


def test_paths_are_not_texts() -> None:
    with pytest.raises(tertium.InputError, match=r"the sources are of type \w+Path"):
        SCORE(HYPOTHESES, REFERENCES, ["chrf"], sources=Path("source.txt"))
