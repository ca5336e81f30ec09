"""Scores that are there already, in files and in Python, take part like those of any metric."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium import samples
from tertium.errors import InputError, SpecError, TertiumError
from tertium.metrics import Batch, parse, refuse_local
from tests.cli.running import run

NAMES = ("careful", "literal", "neural")
FILES = [str(samples.path(f"system.{name}.txt")) for name in NAMES]
REFERENCE = ["-r", str(samples.path("reference.A.txt"))]
SCORES = {name: [round(0.5 + 0.03 * (at * step % 11), 2) for at in range(14)] for step, name in enumerate(NAMES, 2)}


def write_forms(folder: Path) -> dict[str, str]:
    """Write the same scores in each form; return the specs."""
    pairs = [(name, score) for name in NAMES for score in SCORES[name]]
    for name in NAMES:
        (folder / f"lines.{name}.txt").write_text("".join(f"{score}\n" for score in SCORES[name]))
        (folder / f"table.{name}.tsv").write_text("topic\tcomet\n" + "".join(f"x\t{score}\n" for score in SCORES[name]))
        objects = (json.dumps({"comet": score}) + "\n" for score in SCORES[name])
        (folder / f"objects.{name}.jsonl").write_text("".join(objects))
    rows = "".join(f"{name}\t{score}\n" for name, score in [*pairs, ("another", 0.1)])
    (folder / "eval.seg.score").write_text(rows)
    (folder / "pairs.txt").write_text(rows)
    (folder / "wide.tsv").write_text(
        "system\tmt\tref\tdomain\tcomet\tbleurt\n"
        + "".join(
            f"{name}\t{text}\tr\tnews\t{score}\t1\n"
            for name, file in zip(NAMES, FILES, strict=True)
            for text, score in zip(Path(file).read_text().splitlines(), SCORES[name], strict=True)
        )
    )
    return {
        "lines": f"scores({folder}/lines.{{system}}.txt)",
        "table": f"scores({folder}/table.{{system}}.tsv)",
        "objects": f"scores({folder}/objects.{{system}}.jsonl)",
        "eval": f"scores({folder}/eval.seg.score)",
        "pairs": f"scores({folder}/pairs.txt)",
        "wide": f"scores({folder}/wide.tsv):column=comet",
    }


@pytest.mark.parametrize("form", ["lines", "table", "objects", "eval", "pairs", "wide"])
def test_each_form_is_compared_with_intervals_and_tests(tmp_path: Path, form: str) -> None:
    spec = write_forms(tmp_path)[form]
    done = run("compare", *FILES, *REFERENCE, "-m", spec, "-m", "chrf", "-f", "json", "--resamples", "200")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for system in found["systems"]:
        scores = system["scores"][0]
        assert scores["value"] == pytest.approx(np.mean(SCORES[system["system"]]))
        assert scores["interval"]["low"] < scores["value"] < scores["interval"]["high"]
    (test,) = [each for each in found["tests"] if each["metric"] == spec and each["system"] == "neural"]
    assert test["difference"] == pytest.approx(np.mean(SCORES["neural"]) - np.mean(SCORES["careful"]))
    assert 0 < test["p_value"] < 1


def test_every_command_takes_them(tmp_path: Path) -> None:
    spec = write_forms(tmp_path)["lines"]
    judged = ["-j", str(samples.path("judgments.tsv"))]
    for command in (
        ["score", *FILES, "-m", spec],  # they need no references
        ["score", *FILES, *REFERENCE, "-m", spec, "--by-segment"],
        ["diff", *FILES[:2], *REFERENCE, "-m", spec],
        ["report", *FILES, *REFERENCE, "-m", spec, "-m", "chrf", "-f", "md"],
        ["correlate", *FILES, *REFERENCE, *judged, "-m", spec, "-m", "chrf", "--resamples", "100"],
    ):
        done = run(*command)
        assert done.returncode == 0, done.stderr
        assert "lines" in done.stdout, command


def test_correlations_are_those_of_a_file_of_scores(tmp_path: Path) -> None:
    spec = write_forms(tmp_path)["eval"]
    (judged,) = tertium.read_judged(samples.path("judgments.tsv"))
    rows = "".join(f"{name}\t{at}\t{value}\n" for name in NAMES for at, value in enumerate(SCORES[name], start=1))
    (tmp_path / "scores.tsv").write_text(f"system\tsegment\tcomet\n{rows}")
    external = {judged.name: tertium.read_scores(tmp_path / "scores.tsv", judged.test_set)}
    wanted = tertium.correlate(judged, [], external=external).studies[0].figures[0]
    given = tertium.given_scores("comet", SCORES)
    for metric in (spec, given):
        figure = tertium.correlate(judged, [metric]).studies[0].figures[0]
        assert figure.value == wanted.value
        assert figure.interval == wanted.interval


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.1\n0.2\n", ":2: the file has 2 scores, but there are 3 segments"),
        ("0.1\n0.2\n0.3\n0.4\n", ":4: the file has 4 scores, but there are 3 segments"),
        ("0.1\nnan\n0.3\n", ":2: the score is 'nan', not a finite number"),
        ("nan\n0.2\n0.3\n", ":1: the score is 'nan', not a finite number"),
        ("0.1\ngood\n0.3\n", ":2: the score is 'good', not a finite number"),
        ("0.1\n\n0.3\n", ":2: the line is empty"),
        ("0.1\nNone\n0.3\n", ":2: the score is 'None', not a finite number"),
    ],
)
def test_lines_that_are_wrong_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "comet.txt"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        tertium.score(["a", "b", "c"], ["a", "b", "c"], [f"scores({path})"])
    assert str(caught.value).startswith(f"{path}{message}")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.tsv", "comet\n0.1\n\\N\n0.3\n", ":3: the comet is missing"),
        ("x.tsv", "comet\tn\n0.1\t1\n0.2\t1\n0.3\t1\n", "there are scores of several metrics: comet, n"),
        ("x.tsv", "segment\tcomet\n1\t0.1\n3\t0.3\n", "there is no score of segment 2"),
        ("x.seg.score", "a\t0.1\na\t0.2\na\tNone\n", ":3: the score is 'None'"),
        ("x.seg.score", "b\t0.1\n", ":1: there is no system 'b'"),
        ("x.sys.score", "a\t0.1\n", "there are scores of whole systems by 'x', and none of segments"),
        ("x.jsonl", '{"score": 0.1}\n{"score": "good"}\n{"score": 0.2}\n', ":2: the score is 'good'"),
        ("x.txt", "a\n0.1\n0.2\n", ":3: the last of 2 scores of 'a' is here, but there are 3 segments"),
    ],
)
def test_tables_that_are_wrong_are_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    test_set = tertium.make_test_set({"a": ["a", "b", "c"]}, ["a", "b", "c"])
    with pytest.raises(InputError) as caught:
        tertium.score_systems(test_set, [f"scores({path})"])
    assert f"{path}" in str(caught.value)
    assert message in str(caught.value)


def test_several_systems_need_a_file_each(tmp_path: Path) -> None:
    (tmp_path / "comet.a.txt").write_text("0.1\n")
    test_set = tertium.make_test_set({"a": ["a"], "b": ["b"]}, ["a"])
    with pytest.raises(InputError, match="one score per line, and there are 2 systems: a, b"):
        tertium.score_systems(test_set, [f"scores({tmp_path}/comet.a.txt)"])
    with pytest.raises(InputError, match=r"comet\.b\.txt: there is no file with the scores of the system 'b'"):
        tertium.score_systems(test_set, [f"scores({tmp_path}/comet.{{system}}.txt)"])


def test_python_gives_scores_of_one_or_several_systems() -> None:
    result = tertium.score(["a", "b"], ["a", "c"], ["chrf", tertium.given_scores("COMET", np.array([0.5, 0.7]))])
    assert result["comet"].value == pytest.approx(0.6)
    np.testing.assert_array_equal(result["comet"].segments, [0.5, 0.7])
    systems = {"one": ["a", "b"], "two": ["a", "c"]}
    given = tertium.given_scores("metricx", {"one": [3, 5], "two": [1, 2]}, lower_is_better=True)
    comparison = tertium.compare(systems, ["a", "c"], ["chrf", given], resamples=100)
    assert comparison.test("metricx", "two").difference == -2.5
    assert not comparison.systems["one"]["metricx"].higher_is_better
    assert tertium.diff(systems, ["a", "c"], given).total.difference == -2.5
    assert "sha256:" in comparison.systems["one"]["metricx"].signature


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([0.5], "there are 1 scores of 'comet', but 2 segments"),
        ([0.5, None], "score 2 of 'comet' is None, not a finite number"),
        ([0.5, float("nan")], "score 2 of 'comet' is nan"),
        ([0.5, "0.7"], "score 2 of 'comet' is '0.7'"),
        ("comet.txt", "the scores of 'comet' are of type str"),
        (0.5, "the scores of 'comet' are of type float"),
        ({}, "there are no scores of 'comet'"),
        ({"x": [0.5, 0.7]}, "'comet' has no scores of the system ''. There are scores of: 'x'"),
    ],
)
def test_wrong_scores_from_python_are_refused(scores: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        tertium.score(["a", "b"], ["a", "c"], [tertium.given_scores("comet", scores)])  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_texts_without_scores_are_refused(tmp_path: Path) -> None:
    (tmp_path / "comet.txt").write_text("0.1\n")
    spec = f"scores({tmp_path}/comet.txt)"
    with pytest.raises(SpecError, match="other texts cannot be scored"):
        parse(spec).tally(Batch(["a dog"], ["a cat"], np.array([0, 1])))
    with pytest.raises(SpecError, match="scores of a whole test set"):
        tertium.score_stream([], [spec])


def test_only_who_is_at_the_machine_names_files() -> None:
    for spec in ("scores(/etc/passwd)", " SCORES (x)", "scores:file=x"):
        with pytest.raises(SpecError, match="reads scores from a file"):
            refuse_local(spec)


@pytest.mark.parametrize("spec", ["scores", "scores()", "scores(x", "scores(x)y", "scores(x):colour=1"])
def test_specs_that_are_wrong(spec: str) -> None:
    with pytest.raises(SpecError):
        parse(spec)


def test_file_names_may_have_parentheses_and_quotes(tmp_path: Path) -> None:
    (tmp_path / "it's (1).txt").write_text("0.25\n")
    spec = f"scores({tmp_path}/it's (1).txt):label=COMET"
    assert tertium.score(["a"], ["a"], [spec])[spec].value == 0.25
    assert parse(spec).title == "COMET"


def test_two_metrics_of_one_name_are_refused() -> None:
    with pytest.raises(SpecError, match="two metrics are called 'bleu'"):
        tertium.score(["a"], ["a"], ["bleu", tertium.given_scores("bleu", [1])])


@pytest.mark.parametrize("name", ["comet", "COMET", "cometkiwi", "xcomet", "bleurt", "BLEURT-20", "metricx-24"])
def test_a_neural_metric_points_to_what_works(name: str) -> None:
    with pytest.raises(TertiumError) as caught:
        parse(name)
    for words in (f"'scores({name.lower()}.txt)'", "docs/how-to/scores-in-files.md", "'external(python", "concord"):
        assert words in str(caught.value)
    assert f"-m 'scores({name.lower()}.txt)'" in caught.value.for_command_line()
