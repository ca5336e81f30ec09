"""``tertium correlate`` on other people's folders and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tertium.cli.app import app
from tertium.errors import TertiumError
from tests.cli.running import run
from tests.meta.judged import make_judged
from tests.meta.judgments.metrics_eval import write_lines, write_pair, write_scores


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of mt-metrics-eval, with a second reference that is also a system, and two ready metrics."""
    folder = tmp_path_factory.mktemp("data") / "wmt99"
    judged = make_judged("wmt99/xx-en", segments=8)
    write_pair(folder, judged)
    for path in ("references/xx-en.refB.txt", "system-outputs/xx-en/refB.txt"):
        write_lines(folder / path, judged.test_set.references.flat)
    scores = dict(zip(judged.systems, judged.segment_scores().tolist(), strict=True))
    write_scores(folder / "metric-scores" / "xx-en" / "Good-refA.seg.score", scores)
    opposite = {name: [-value for value in values] for name, values in scores.items()}
    write_scores(folder / "metric-scores" / "xx-en" / "Bad-src.seg.score", opposite)
    means = {name: [float(np.mean(values))] for name, values in scores.items()}
    write_scores(folder / "human-scores" / "xx-en.wmt-z.sys.score", {**means, "refB": [99.0]})
    return folder


def correlate(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["correlate", *arguments, "-t", "none", "-f", "json"], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    (study,) = json.loads(done.stdout)["studies"]
    study["by_metric"] = {figure["metric"]: figure["value"] for figure in study["figures"]}
    return study  # type: ignore[no-any-return]


def test_ready_metrics_and_named_references(folder: Path, tmp_path: Path) -> None:
    given = ["--data", str(folder), "-r", "refA", "--judgment", "wmt-raw", "-m", "chrf"]
    study = correlate(
        *given, "--stored", "all", "--lower-is-better", "Bad-src", "--save-experiment", str(tmp_path / "e.toml")
    )
    assert set(study["by_metric"]) == {"chrf", "Good-refA", "Bad-src"}
    assert study["by_metric"]["Good-refA"] == pytest.approx(1)
    assert study["by_metric"]["Bad-src"] == pytest.approx(1)
    assert study["notes"][0] == "references: refA, of refA, refB"
    assert correlate("-e", str(tmp_path / "e.toml"))["figures"] == study["figures"]
    one = correlate(*given, "--scores", str(folder / "metric-scores" / "xx-en" / "Good-refA.seg.score"))
    assert set(one["by_metric"]) == {"chrf", "Good-refA"}


def test_people_are_systems_on_request(folder: Path) -> None:
    given = ["--data", str(folder), "-r", "refA", "--judgment", "wmt-z", "--level", "system", "-m", "bleu"]
    assert [correlate(*given, *rest)["figures"][0]["count"] for rest in ([], ["--include-human"])] == [6, 7]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-r", "refZ"], "there is no reference 'refZ'"),
        (["--stored", "Nothing"], "has no scores of the metric 'Nothing'"),
        (["--lower-is-better", "Good-refA"], "--lower-is-better is for metrics of --scores and --stored"),
        (["--mqm-weights", "minor"], "'minor' is not a weight"),
        (["--mqm-weights", "minor=2"], "weights has no effect on 'wmt99'"),
        (["--judgment", "wmt-x"], "'wmt-x' is unknown"),
    ],
)
def test_what_does_not_fit_is_refused(folder: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(TertiumError, match=message):
        correlate("--data", str(folder), "-m", "bleu", *arguments)


def test_ratings_beside_files(tmp_path: Path) -> None:
    judged = make_judged(segments=4)
    rows = ["system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
    for name, texts in judged.test_set.systems.items():
        write_lines(tmp_path / f"{name}.txt", texts)
        for number, text in enumerate(texts, start=1):
            severity = "major" if len(text) % 2 else "minor"
            rows.append(f"{name}\td\t{number}\t{number}\tr1\ts\t<v>{text}</v>\tAccuracy\t{severity}")
    write_lines(tmp_path / "reference.txt", judged.test_set.references.flat)
    write_lines(tmp_path / "mqm.tsv", rows)
    outputs = [str(tmp_path / f"{name}.txt") for name in judged.systems]
    given = [*outputs, "-r", str(tmp_path / "reference.txt"), "-j", str(tmp_path / "mqm.tsv"), "-m", "chrf"]
    assert correlate(*given)["judgment"] == "mqm"
    turned = correlate(*given, "--mqm-weights", "minor=9")
    assert turned["by_metric"]["chrf"] == pytest.approx(-correlate(*given)["by_metric"]["chrf"])
    (tmp_path / "mqm.tsv").write_text(rows[0] + "\n" + rows[1].replace("\t1\tr1", "\tone\tr1"), encoding="utf-8")
    done = run("correlate", *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{tmp_path / 'mqm.tsv'}:2: the number of the segment is 'one'" in done.stderr
    assert "Traceback" not in done.stderr
