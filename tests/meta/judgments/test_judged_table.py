"""Tables of outputs with a column of human scores."""

from __future__ import annotations

import json
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
from tertium.errors import InputError, SpecError
from tests.cli.running import run

TEXTS = {
    name: samples.path(file).read_text(encoding="utf-8").splitlines()
    for name, file in (("src", "source.es.txt"), ("ref", "reference.A.txt"), ("mt", "system.neural.txt"))
}
SCORES = [float(at * 7 % 5 + 1) for at in range(14)]
DATA: dict[str, Any] = {**TEXTS, "Adequacy": SCORES, "seconds": list(range(14))}
METRICS = ["-m", "bleu", "-m", "chrf"]


def write(path: Path, columns: dict[str, Any]) -> Path:
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join(["\t".join(columns), *("\t".join(map(str, row)) for row in rows)]) + "\n")
    return path


def figures(outcome: tertium.Outcome) -> dict[str, float]:
    return {figure.metric: figure.value for figure in outcome.studies[0].figures}


def test_the_command_reads_the_column(tmp_path: Path) -> None:
    table = write(tmp_path / "mine.tsv", DATA)
    done = run("correlate", str(table), "--judgment", "adequacy", *METRICS, "-f", "json")
    assert done.returncode == 0, done.stderr
    (study,) = json.loads(done.stdout)["studies"]
    scored = tertium.score(TEXTS["mt"], TEXTS["ref"], ["bleu", "chrf"])
    wanted = [np.corrcoef(scored[name].segments, SCORES)[0, 1] for name in ("bleu", "chrf")]  # type: ignore[arg-type]
    assert [each["value"] for each in study["figures"]] == pytest.approx(wanted)
    assert (study["judgment"], study["points"]) == ("adequacy", "translation")


def test_files_in_json_may_have_lists_of_references(tmp_path: Path) -> None:
    rows = [
        {"hypothesis": mt, "references": [ref, ref], "my score": score}
        for mt, ref, score in zip(TEXTS["mt"], TEXTS["ref"], SCORES, strict=True)
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = figures(tertium.correlate(tmp_path / "a.jsonl", ["chrf"], judgment="my score"))
    assert found == figures(tertium.correlate(DATA, ["chrf"], judgment="Adequacy"))


@pytest.mark.parametrize(
    "make",
    [dict, pd.DataFrame, pl.DataFrame, pa.table, lambda data: pl.DataFrame(data).to_dicts()],
    ids=["dictionary", "pandas", "polars", "pyarrow", "records"],
)
def test_python_takes_data_frames(tmp_path: Path, make: Callable[[Any], Any]) -> None:
    wanted = figures(tertium.correlate(write(tmp_path / "mine.tsv", DATA), ["chrf", "ter"], judgment="adequacy"))
    assert figures(tertium.correlate(make(DATA), ["chrf", "ter"], judgment="adequacy")) == wanted


def test_a_column_of_systems_makes_several_systems(tmp_path: Path) -> None:
    """Rows of systems may come in any order; each judgment stays with its output."""
    order = [*range(14), *reversed(range(14))]
    literal = samples.path("system.literal.txt").read_text(encoding="utf-8").splitlines()
    data = {
        "system": ["neural"] * 14 + ["literal"] * 14,
        "id": order,
        "ref": [TEXTS["ref"][at] for at in order],
        "mt": TEXTS["mt"] + [literal[at] for at in order[14:]],
        "da": [float(at) for at in range(28)],
    }
    for given in (write(tmp_path / "x.tsv", data), data):
        judged = tertium.read_judged_table(given, "da")
        assert list(judged.test_set.systems) == ["neural", "literal"]
        np.testing.assert_array_equal(judged.segment_scores("da"), [range(14), range(27, 13, -1)])
        assert list(judged.test_set.systems["literal"]) == literal
    done = run("correlate", str(tmp_path / "x.tsv"), "--judgment", "da", "-m", "chrf", "--level", "by-system")
    assert done.returncode == 0, done.stderr


def test_other_columns_have_their_meaning(tmp_path: Path) -> None:
    data = {**TEXTS, "fluency": SCORES, "adequacy": SCORES[::-1], "rater": ["x", "y"] * 7, "mqm": SCORES}
    judged = tertium.read_judged_table(data, "combined")
    np.testing.assert_allclose(judged.segment_scores(), [np.add(SCORES, SCORES[::-1]) / 2])
    assert judged.judgments.annotators == ["x", "y"]
    np.testing.assert_array_equal(tertium.read_judged_table(data, "MQM").segment_scores(), [np.negative(SCORES)])
    with pytest.raises(InputError, match="where a higher score is better, give the column another name"):
        tertium.read_judged_table({**data, "mqm": np.negative(SCORES)}, "mqm")
    renamed = {"out": TEXTS["mt"], "gold": TEXTS["ref"], "adequacy": SCORES}
    named = write(tmp_path / "x.tsv", renamed)
    assert len(tertium.read_judged_table(renamed, "adequacy", columns="hypothesis=out,reference=gold").judgments) == 14
    done = run("correlate", str(named), "--judgment", "adequacy", "--columns", "hypothesis=out,reference=gold")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("judgment", "cell", "message"),
    [
        (
            "quality",
            "3",
            ": there is no column 'quality' of human scores. The columns of numbers are: Adequacy, seconds",
        ),
        ("", "3", ": no column of human scores is named. The columns of numbers are: Adequacy, seconds"),
        ("adequacy", "", ":4: the Adequacy is missing"),
        ("adequacy", "good", ":4: the Adequacy is 'good', not a finite number"),
        ("adequacy", "nan", ":4: the Adequacy is 'nan', not a finite number"),
        ("src", "3", ":2: the src is "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, judgment: str, cell: str, message: str) -> None:
    table = write(tmp_path / "mine.tsv", {**DATA, "Adequacy": [*SCORES[:2], cell, *SCORES[3:]]})
    asked = ["--judgment", judgment] if judgment else []
    done = run("correlate", str(table), *asked, *METRICS)
    assert done.returncode == 2
    assert f"{table}{message}" in done.stderr


def test_what_is_wrong_in_a_data_frame_is_named_with_its_row() -> None:
    for make in (pd.DataFrame, pl.DataFrame, dict):
        data = make({**DATA, "Adequacy": [*SCORES[:2], None, *SCORES[3:]]})
        with pytest.raises(InputError, match="row 3: the Adequacy is missing"):
            tertium.correlate(data, judgment="adequacy")
        with pytest.raises(InputError, match="The columns of numbers are: Adequacy, seconds"):
            tertium.correlate(data)
        with pytest.raises(InputError, match="the column 'src' is of texts, not of numbers"):
            tertium.correlate(data, judgment="src")


def test_judgments_belong_to_one_output_per_row(tmp_path: Path) -> None:
    data = {"ref": TEXTS["ref"], "hyp:a": TEXTS["mt"], "hyp:b": TEXTS["ref"], "adequacy": SCORES}
    with pytest.raises(InputError, match="a row has one judgment, and outputs of 2 systems: a, b"):
        tertium.correlate(write(tmp_path / "x.tsv", data), judgment="adequacy")
    done = run("correlate", *(str(samples.path(f"system.{name}.txt")) for name in ("neural", "literal")), *METRICS)
    assert done.returncode == 2
    assert "name its column of scores with --judgment" in done.stderr
    with pytest.raises(SpecError, match="columns= and language= are for data frames"):
        tertium.correlate(tertium.read_judged(samples.path("judgments.tsv")), ["chrf"], language="en")
