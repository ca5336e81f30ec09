"""``tertium report``."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tertium import samples
from tests.cli.running import run

SYSTEMS = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
REFERENCES = ["-r", str(samples.path("reference.A.txt")), "-r", str(samples.path("reference.B.txt"))]


def test_a_report_is_one_page_with_what_is_needed_to_repeat_it(tmp_path: Path) -> None:
    output = tmp_path / "report.html"
    judgments = str(samples.path("judgments.tsv"))
    names = ["-n", "careful", "-n", "neural", "-n", "literal"]
    arguments = [*SYSTEMS, *REFERENCES, *names, "-s", str(samples.path("source.es.txt")), "-j", judgments]
    finished = run("report", *arguments, "-m", "chrf", "-m", "bleu", "--title", "<Sample>", "-o", str(output))
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout == ""
    page = output.read_text(encoding="utf-8")
    assert "<h1>&lt;Sample&gt;</h1>" in page
    assert "14 segments are too few to tell systems apart" in page
    assert 'id="correlation"' in page
    assert "@software{tertium," in page
    assert "tertium report " in page
    for path in (SYSTEMS[0], judgments):
        assert sha256(Path(path).read_bytes()).hexdigest() in page
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_json_has_the_verdict() -> None:
    finished = run("report", *SYSTEMS, *REFERENCES, "-m", "ter", "--no-alignments", "-f", "json")
    data = json.loads(finished.stdout)
    assert data["verdict"]["metric"] == "ter"
    assert "lower is better" in data["verdict"]["sentences"][0]
    assert len(data["origin"]["files"]) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--index", "es.index"], "the language of the output is not known"),
        (["--verdict", "bleu", "-m", "chrf"], "there is no score by 'bleu'"),
        (["-m", "none"], "none"),
        (["--kind", "nobody=neural"], "nobody"),
        (["-j", "missing.tsv"], "missing.tsv"),
    ],
)
def test_mistakes_are_said(arguments: list[str], message: str) -> None:
    finished = run("report", *SYSTEMS, *REFERENCES, *arguments)
    assert finished.returncode == 2
    assert message in finished.stderr
    assert "Traceback" not in finished.stderr


def test_machine_translationness_comes_from_an_index(tmp_path: Path) -> None:
    folder = samples.path("judgments.tsv").parent / "mtness"
    index = tmp_path / "es.index"
    assert run("index", "build", str(folder / "corpus.es.txt"), "-l", "es", "-o", str(index)).returncode == 0
    outputs = [str(folder / f"system.{name}.es.txt") for name in ("literal", "better")]
    finished = run(
        *("report", *outputs, "-r", outputs[1], "-s", str(folder / "source.ca.txt"), "-l", "es"),
        *("--source-language", "ca", "--index", str(index), "-m", "chrf", "-f", "md"),
    )
    assert finished.returncode == 0, finished.stderr
    assert "instances" in finished.stdout
