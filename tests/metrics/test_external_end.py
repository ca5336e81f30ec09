"""Programs that score end well, or their scores do not count; none outlives the command that started it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tertium
from tertium.errors import InputError
from tertium.metrics import close_programs

SCORES = "import json, sys\nfor line in sys.stdin:\n    print({score}, flush=True)\n"
DIES_AT_ONCE = SCORES + "    if json.loads(line)['last']: sys.exit('CUDA out of memory')\n"
DIES_AT_THE_END = SCORES + "sys.exit('CUDA out of memory')\n"
NEVER_ANSWERS = "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(600)\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text("a b\nc d\n", encoding="utf-8")
    (tmp_path / "reference.txt").write_text("a b\nc e\n", encoding="utf-8")
    return tmp_path


def write(program: str, score: str = "0.5") -> str:
    Path("program.py").write_text(program.format(score=score), encoding="utf-8")
    return f"external({shlex.quote(sys.executable)} program.py)"


def start(spec: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tertium", "score", "text.txt", "-r", "reference.txt", "-m", spec]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_scores_of_a_program_that_dies_after_them_do_not_count() -> None:
    spec = write(DIES_AT_ONCE)
    for _ in range(2):  # nor are they cached
        with pytest.raises(InputError, match="failed with status 1: CUDA out of memory"):
            tertium.score(["a", "b"], ["a", "b"], [spec])


def test_a_program_that_fails_when_its_input_ends_is_reported() -> None:
    tertium.score(["a", "b"], ["a", "b"], [write(DIES_AT_THE_END)])
    with pytest.raises(InputError, match="failed with status 1: CUDA out of memory"):
        close_programs()


def test_a_command_whose_program_fails_in_the_end_fails() -> None:
    process = start(write(DIES_AT_THE_END))
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "failed with status 1: CUDA out of memory" in said


@pytest.mark.parametrize("score", ["1.7e308", "-1.7e308", "1e101"])
def test_scores_whose_sums_would_not_be_finite_are_refused(score: str) -> None:
    with pytest.raises(InputError, match=r"not a finite number up to 1e\+100"):
        tertium.score(["a", "b"], ["a", "b"], [write(SCORES, score)])
    close_programs()
    Path("scores.txt").write_text(f"{score}\n{score}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"not a finite number up to 1e\+100"):
        tertium.score(["a", "b"], ["a", "b"], ["scores(scores.txt)"])


def has_ended(pid: int) -> bool:
    """Whether a process has ended, even if nobody has asked for its status."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/stat")
    if status.is_file():
        return status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip().startswith("Z") or not state.strip()


@pytest.mark.posix
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_a_program_ends_with_a_command_that_is_ended(number: int, status: int) -> None:
    process = start(write(NEVER_ANSWERS))
    until = time.monotonic() + 60
    while not Path("pid").is_file() or not Path("pid").read_text(encoding="utf-8"):
        assert time.monotonic() < until
        time.sleep(0.05)
    pid = int(Path("pid").read_text(encoding="utf-8"))
    time.sleep(0.5)  # until it is waited for
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == status
    while not has_ended(pid):
        assert time.monotonic() < until, os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
