"""``tertium run``, ``tertium schema`` and ``--save-request``: an evaluation in one file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tertium import samples
from tests.cli.running import run

SYSTEMS = [samples.path(f"system.{name}.txt") for name in ("careful", "literal")]
REFERENCE = samples.path("reference.A.txt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path in (*SYSTEMS, REFERENCE):
        (tmp_path / Path(path).name).write_bytes(Path(path).read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


SCORE = ("score", "system.careful.txt", "-r", "reference.A.txt", "-m", "chrf", "-q")


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_a_saved_request_repeats_the_command(folder: Path, suffix: str) -> None:
    saved = folder / f"study.{suffix}"
    assert run(*SCORE, "-o", "scores.json", "--save-request", str(saved)).returncode == 0
    first = (folder / "scores.json").read_bytes()
    read = tomllib.loads if suffix == "toml" else json.loads
    assert read(saved.read_text(encoding="utf-8")) == {
        "schema": 1,
        "command": "score",
        "hypotheses": ["system.careful.txt"],
        "references": ["reference.A.txt"],
        "metrics": ["chrf"],
        "output": "scores.json",
    }
    (folder / "scores.json").unlink()
    assert run("run", str(saved), "-q").returncode == 0
    assert (folder / "scores.json").read_bytes() == first


def test_paths_start_from_the_folder_of_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "kept").mkdir()
    run(*SCORE, "-o", "scores.json", "--save-request", "kept/study.toml")
    assert tomllib.loads((folder / "kept/study.toml").read_text(encoding="utf-8"))["folder"] == ".."
    (folder / "scores.json").unlink()
    monkeypatch.chdir("/")
    assert run("run", str(folder / "kept/study.toml"), "-q").returncode == 0
    assert (folder / "scores.json").is_file()


def test_what_is_done_and_unchanged_is_skipped(folder: Path) -> None:
    study = folder / "study.toml"
    study.write_text(
        '[[requests]]\ncommand = "score"\nhypotheses = ["system.careful.txt"]\nreferences = ["reference.A.txt"]\n'
        'metrics = ["chrf"]\noutput = "one.json"\n'
        '[[requests]]\ncommand = "compare"\nhypotheses = ["system.careful.txt", "system.literal.txt"]\n'
        'references = ["reference.A.txt"]\nmetrics = ["chrf"]\noutput = "two.tsv"\n',
        encoding="utf-8",
    )

    def plan() -> list[str]:
        return [line.partition(": ")[2] for line in run("run", "study.toml", "--dry-run").stdout.splitlines()]

    assert plan() == ["to run (new)"] * 2
    assert not list(folder.glob("*.json"))
    assert run("run", "study.toml", "-q").returncode == 0
    assert plan() == ["done and unchanged"] * 2
    assert "one.json is done and unchanged" in run("run", "study.toml").stderr
    changed = "to run (the request, its input or the version has changed)"
    with (folder / "system.literal.txt").open("a", encoding="utf-8") as stream:
        stream.write("\n")
    assert plan() == ["done and unchanged", changed]
    (folder / "one.json").write_text("{}", encoding="utf-8")
    assert plan() == ["to run (the output has changed)", changed]
    (folder / "one.json").unlink()
    assert plan() == ["to run (new)", changed]


def test_a_run_goes_on_after_the_request_that_failed(folder: Path) -> None:
    request = '[[requests]]\ncommand = "score"\nhypotheses = ["{}"]\nreferences = ["reference.A.txt"]\noutput = "{}"\n'
    study = folder / "study.toml"
    study.write_text(request.format("system.careful.txt", "a.json") + request.format("absent.txt", "b.json"))
    failed = run("run", "study.toml", "-q")
    assert failed.returncode == 2
    assert "absent.txt" in failed.stderr
    (folder / "absent.txt").write_bytes((folder / "system.literal.txt").read_bytes())
    done = run("run", "study.toml", "-q")
    assert done.returncode == 0
    assert "a.json is done and unchanged" in done.stderr
    assert (folder / "b.json").is_file()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "neither one request nor a list of them"),
        ("schema = 2\n", "schema 2 is not known"),
        ('hypotheses = ["a"]', "request 1 has no command"),
        ("requests = 3", "requests is not a list of requests"),
        ('command = "scroe"', "there is no command 'scroe'. Did you mean 'score'?"),
        ('command = "score"\nhypotheses = []\noutput = 3', "output of request 1 is not a text"),
        ("command = ", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_named(folder: Path, text: str, message: str) -> None:
    (folder / "study.toml").write_text(text, encoding="utf-8")
    done = run("run", "study.toml")
    assert done.returncode == 2
    assert done.stderr.startswith("tertium: study.toml: ")
    assert message in done.stderr


def test_a_damaged_state_is_not_taken_for_one(folder: Path) -> None:
    run(*SCORE, "-o", "scores.json", "--save-request", "study.toml")
    (folder / "study.toml.state").write_text('{"done": {"scores.json": {}}}', encoding="utf-8")
    done = run("run", "study.toml")
    assert done.returncode == 2
    assert "the state of earlier runs is damaged" in done.stderr


def test_the_file_of_a_request_replaces_no_input(folder: Path) -> None:
    done = run("score", "system.careful.txt", "-r", "reference.A.txt", "--save-request", "reference.A.txt")
    assert done.returncode == 2
    assert "the result would replace its own input" in done.stderr


def test_schemas_are_printed() -> None:
    assert "audit corpus\n" in run("schema").stdout
    schema = json.loads(run("schema", "audit", "corpus").stdout)
    assert schema["title"] == "tertium audit corpus"
    assert schema["properties"]["contrasts"]["minimum"] == 0
    assert run("schema", "nothing").returncode == 2
