"""Metrics of other programs, with each command that scores."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tertium import samples
from tertium.cli.app import app
from tertium.metrics import close_programs

PROGRAM = Path(__file__).parents[1] / "metrics" / "programs" / "scorer.py"
METRIC = f"external({shlex.join([sys.executable, str(PROGRAM)])}):label=toy"
FILES = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural")]
REFERENCE = ["-r", str(samples.path("reference.A.txt"))]
SOURCE = ["--source", str(samples.path("source.es.txt"))]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "cache"))
    yield
    close_programs()


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_score_and_compare() -> None:
    assert run("score", *FILES, *REFERENCE, "-m", METRIC).split()[:2] == ["system", "toy"]
    found = json.loads(run("compare", *FILES, *REFERENCE, "-m", METRIC, "-f", "json", "--resamples", "100"))
    assert found["tests"][0]["metric"] == METRIC
    by_source = json.loads(run("score", *FILES, *REFERENCE, *SOURCE, "-m", f"{METRIC},source", "-f", "json"))
    # The toy adds the length of the source.
    assert by_source["systems"][0]["scores"][0]["value"] > 10


def test_report(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run("report", *FILES, *REFERENCE, *SOURCE, "-m", f"{METRIC},source", "-m", "chrf", "-o", str(page))
    assert "toy" in page.read_text(encoding="utf-8")


def test_audit() -> None:
    asked = f"{METRIC},source"
    output = run("audit", "corpus", *FILES, *REFERENCE, *SOURCE, "--probe", asked, "--against", asked, "--edited", "5")
    assert "\ntoy " in output


def test_correlate() -> None:
    names = [word for name in ("careful", "neural") for word in ("-n", name)]
    judgments = ["-j", str(samples.path("judgments.tsv")), "--system", "careful", "--system", "neural"]
    question = ["--level", "pooled", "--resamples", "100"]
    systems = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
    output = run(
        "correlate", *systems, *names, "-n", "literal", *REFERENCE, *SOURCE, *judgments, *question,
        "-m", "chrf", "-m", f"{METRIC},source",
    )  # fmt: skip
    assert "\ntoy " in output


def test_a_folder_has_its_own_sources() -> None:
    result = CliRunner().invoke(app, ["correlate", "--data", "folder", *SOURCE, "-m", "chrf"])
    assert "a folder has its own source segments" in str(result.exception)


def test_the_cache_is_checked() -> None:
    run("score", *FILES, *REFERENCE, "-m", METRIC)
    assert "intact; scores of external programs: " in run("cache", "check")
