"""``tertium score --resume``: a run that is killed goes on, and prints what one prints that was left alone."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tertium import samples
from tests.cli.running import run

# Saves after each batch, of which there are many.
EAGER = (
    "import tertium.metrics.checkpoint as checkpoint\n"
    "from tertium.cli import main\n"
    "from tertium.text import TestSetReader\n"
    "checkpoint._PAUSE = checkpoint._LARGEST_PART = 0\n"
    "TestSetReader.passages.__defaults__ = (100, 1 << 25, None)\n"
    "main()\n"
)
COPIES = 1000


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name in ("system.neural", "reference.A"):
        lines = samples.read_lines(f"{name}.txt") * COPIES
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return [str(tmp_path / "system.neural.txt"), "-r", str(tmp_path / "reference.A.txt")]


@pytest.fixture
def table(files: list[str]) -> list[str]:
    pyarrow = pytest.importorskip("pyarrow", reason="NO PYARROW: Parquet is not tried")
    parquet = importlib.import_module("pyarrow.parquet")
    columns = {
        name: Path(path).read_text(encoding="utf-8").splitlines()
        for name, path in (("mt", files[0]), ("ref", files[2]))
    }
    path = Path(files[0]).with_name("set.parquet")
    parquet.write_table(pyarrow.table(columns), path, row_group_size=5000)
    return [str(path)]


@pytest.mark.posix
@pytest.mark.parametrize("kind", ["files", "table"])
def test_a_run_that_is_killed_goes_on(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    given: list[str] = request.getfixturevalue(kind)
    state = tmp_path / "run.state"
    metrics = ["-m", "bleu", "-m", "meteor:stages=exact", "-f", "json", "--threads", "2"]
    command = ["score", *given, *metrics, "--resume", str(state)]
    process = subprocess.Popen([sys.executable, "-c", EAGER, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not state.exists() and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    printed, _ = process.communicate()
    assert not printed
    assert state.exists()
    finished = subprocess.run([sys.executable, "-c", EAGER, *command], capture_output=True, text=True, check=True)
    whole = subprocess.run(
        [sys.executable, "-c", EAGER, "score", *given, *metrics], capture_output=True, text=True, check=True
    )
    assert finished.stdout == whole.stdout
    assert "tertium: went on after" in finished.stderr
    assert not state.exists()


def test_a_run_that_was_not_stopped_says_nothing_and_leaves_nothing(files: list[str], tmp_path: Path) -> None:
    state = tmp_path / "run.state"
    plain = run("score", *files, "-m", "bleu")
    found = run("score", *files, "-m", "bleu", "--resume", str(state))
    assert (found.stdout, found.stderr) == (plain.stdout, plain.stderr)
    assert not state.exists()


def test_the_state_is_kept_until_the_result_is_written(files: list[str], tmp_path: Path) -> None:
    state = tmp_path / "run.state"
    target = tmp_path / "scores.txt"
    target.mkdir()  # a folder cannot be replaced by a file
    command = ["score", *files, "-m", "bleu", "--resume", str(state), "-o", str(target)]
    assert run(*command).returncode == 2
    assert state.exists()
    target.rmdir()
    finished = run(*command)
    count = f"{COPIES * len(samples.read_lines('reference.A.txt')):,}"
    assert finished.stderr == f"tertium: went on after {count} segments, from {state}.\n"
    assert "bleu" in target.read_text(encoding="utf-8")
    assert not state.exists()


def test_the_state_replaces_neither_input_nor_output(files: list[str], tmp_path: Path) -> None:
    before = Path(files[0]).read_bytes()
    finished = run("score", *files, "--resume", files[0])
    assert finished.returncode == 2
    assert "would replace its own input" in finished.stderr
    assert Path(files[0]).read_bytes() == before
    both = str(tmp_path / "result.txt")
    finished = run("score", *files, "--resume", both, "-o", both)
    assert finished.returncode == 2
    assert "--resume and --output are the same file" in finished.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--by-segment"], "segment scores and a checkpoint cannot be had together"),
        (["--intervals"], "Leave out intervals, or --resume."),
        (["-m", "nist"], "Leave out the metric nist, or --resume."),
    ],
)
def test_what_needs_all_segments_cannot_go_on(files: list[str], options: list[str], message: str) -> None:
    finished = run("score", *files, *options, "--resume", "run.state")
    assert finished.returncode == 2
    assert message in finished.stderr
    assert not finished.stdout
