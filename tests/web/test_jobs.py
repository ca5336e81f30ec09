"""Jobs: done in processes that die with the server, are cancelled in time, and go on after a restart."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tertium import make_test_set
from tertium.errors import InputError
from tertium.files.database import UnusableDatabaseError
from tertium.types import TestSet
from tertium.web.demo import DEMO_METRICS, fill_demo
from tertium.web.server import run_server
from tertium.web.workspace import Job, Workspace
from tertium.web.workspace import jobs as jobs_module


def make_long() -> TestSet:
    """A test set that takes some seconds to score, so that a worker is still at it when it is looked for."""
    draw = random.Random(1)
    texts = [[" ".join(draw.choices("abcdefghijklmnop", k=70)) for _ in range(1500)] for _ in range(3)]
    return make_test_set({"a": texts[0], "b": texts[1]}, texts[2])


LONG = make_long()


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace.open(tmp_path / "work")
    yield opened
    opened.close()


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def wait_for_worker(workspace: Workspace, job: int, before: int | None = None) -> int:
    wait_for(lambda: workspace.jobs.get(job).worker not in (None, before))
    worker = workspace.jobs.get(job).worker
    assert worker is not None
    return worker


def finish(workspace: Workspace, job: int) -> Job:
    wait_for(lambda: workspace.jobs.get(job).is_finished)
    return workspace.jobs.get(job)


def is_alive(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


def add_sample(workspace: Workspace) -> int:
    return workspace.add_test_set("small", make_test_set({"a": ["a b"], "b": ["b"]}, ["a"]))


def test_a_job_scores_a_test_set_and_is_not_done_twice(workspace: Workspace) -> None:
    number = add_sample(workspace)
    workspace.jobs.start()
    done = finish(workspace, workspace.jobs.submit("score", {"test_set": number, "metrics": ["bleu", "chrf"]}))
    assert (done.state, done.result, done.attempt) == ("done", {"test_set": number, "remarks": []}, 1)
    assert workspace.test_set(number).specs == ("bleu", "chrf")
    more = finish(workspace, workspace.jobs.submit("score", {"test_set": number, "metrics": ["chrf", "ter"]}))
    assert more.state == "done"
    # Only the metric that was not there yet was computed.
    assert (workspace.test_set(number).specs, more.total) == (("bleu", "chrf", "ter"), 1)


def test_a_job_that_cannot_be_done_says_why(workspace: Workspace) -> None:
    number = add_sample(workspace)
    workspace.jobs.start()
    failed = finish(workspace, workspace.jobs.submit("score", {"test_set": number, "metrics": ["blue"]}))
    assert failed.state == "failed"
    assert failed.error is not None
    assert "'blue'" in failed.error["message"]
    assert "bleu" in failed.error["remedy"]
    assert failed.attempt == 1


def test_a_job_is_cancelled_within_four_seconds(workspace: Workspace) -> None:
    number = workspace.add_test_set("long", LONG)
    workspace.jobs.start()
    job = workspace.jobs.submit("score", {"test_set": number, "metrics": ["ter", "meteor", "chrf"]})
    waiting = workspace.jobs.submit("score", {"test_set": number, "metrics": ["bleu"]})
    assert workspace.jobs.cancel(waiting).state == "cancelled"
    worker = wait_for_worker(workspace, job)
    wait_for(lambda: "scoring" in workspace.jobs.get(job).stage)
    start = time.monotonic()
    workspace.jobs.cancel(job)
    assert finish(workspace, job).state == "cancelled"
    assert time.monotonic() - start < 4
    assert not is_alive(worker)


def test_three_deaths_are_a_failure(workspace: Workspace) -> None:
    number = add_sample(workspace)
    workspace.jobs.start()
    job = workspace.jobs.submit("score", {"test_set": number, "metrics": ["bleu"]})
    worker = None
    for _ in range(3):
        worker = wait_for_worker(workspace, job, worker)
        os.kill(worker, signal.SIGKILL)
    failed = finish(workspace, job)
    assert (failed.state, failed.attempt) == ("failed", 3)
    assert failed.error is not None
    assert "each time it was started: it was killed (SIGKILL) (3 of 3 times)" in failed.error["message"]
    assert "fewer segments" in failed.error["remedy"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory and time are those of Linux")
def test_memory_and_time_are_limited(workspace: Workspace) -> None:
    number = workspace.add_test_set("long", LONG)
    workspace.jobs.memory, workspace.jobs.seconds = 8 << 30, 1
    workspace.jobs.start()
    failed = finish(workspace, workspace.jobs.submit("score", {"test_set": number, "metrics": ["ter", "meteor"]}))
    assert failed.error is not None
    assert "it computed for 1 seconds" in failed.error["message"]
    workspace.jobs.memory, workspace.jobs.seconds = 260 << 20, 60
    failed = finish(workspace, workspace.jobs.submit("score", {"test_set": number, "metrics": ["bleu"]}))
    assert failed.state == "failed"


def test_a_stopped_server_queues_its_jobs_without_counting(workspace: Workspace) -> None:
    number = add_sample(workspace)
    workspace.jobs.start()
    job = workspace.jobs.submit("score", {"test_set": number, "metrics": ["bleu"]})
    worker = wait_for_worker(workspace, job)
    workspace.jobs.stop()
    assert not is_alive(worker)
    assert (workspace.jobs.get(job).state, workspace.jobs.get(job).attempt) == ("queued", 0)
    workspace.jobs.start()
    assert finish(workspace, job).state == "done"


def start_server(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """A server in a process of its own, and its port."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command = [sys.executable, "-c", "from tertium.cli import main; main()", "serve", str(folder), "--port", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    assert re.search(r"http://127.0.0.1:\d+/", line), line
    return process, port


def test_a_killed_server_leaves_no_orphan_and_the_next_one_goes_on(workspace: Workspace) -> None:
    number = add_sample(workspace)
    job = workspace.jobs.submit("score", {"test_set": number, "metrics": ["bleu"]})
    server, _ = start_server(workspace.folder)
    worker = wait_for_worker(workspace, job)
    with pytest.raises(InputError, match="another server uses this workspace"):
        workspace.jobs.start()
    server.kill()
    server.communicate()
    wait_for(lambda: not is_alive(worker), 4)
    assert workspace.jobs.get(job).state == "running"
    workspace.jobs.start()
    done = finish(workspace, job)
    assert (done.state, done.attempt) == ("done", 2)
    assert workspace.test_set(number).specs == ("bleu",)


def kill_server(workspace: Workspace, job: int) -> None:
    """Runs a server until it works on a job, and kills it then."""
    server, _ = start_server(workspace.folder)
    worker = wait_for_worker(workspace, job, workspace.jobs.get(job).worker)
    server.kill()
    server.communicate()
    wait_for(lambda: not is_alive(worker), 4)


def test_a_job_that_three_stops_of_the_server_interrupted_says_so(workspace: Workspace) -> None:
    number = workspace.add_test_set("long", LONG)
    job = workspace.jobs.submit("score", {"test_set": number, "metrics": ["ter", "meteor", "chrf"]})
    for _ in range(3):
        kill_server(workspace, job)
    workspace.jobs.start()
    failed = workspace.jobs.get(job)
    assert (failed.state, failed.attempt) == ("failed", 3)
    assert failed.error is not None
    assert failed.error["message"].endswith("the server stopped while it ran (3 of 3 times)")
    assert failed.error["remedy"].startswith("Find out why the server stopped")


def test_all_that_interrupted_a_job_is_named(workspace: Workspace) -> None:
    number = workspace.add_test_set("long", LONG)
    job = workspace.jobs.submit("score", {"test_set": number, "metrics": ["ter", "meteor", "chrf"]})
    kill_server(workspace, job)
    stopped = "the server stopped while it ran"
    workspace.jobs.start()
    worker = wait_for_worker(workspace, job, workspace.jobs.get(job).worker)
    assert (workspace.jobs.get(job).interruptions, workspace.jobs.get(job).error) == ((stopped,), None)
    for _ in range(2):
        os.kill(worker, signal.SIGKILL)
        worker = wait_for_worker(workspace, job, worker) if _ == 0 else worker
    failed = finish(workspace, job)
    assert failed.error is not None
    assert failed.error["message"].endswith(f"{stopped} (1 of 3 times), it was killed (SIGKILL) (2 of 3 times)")


def test_the_same_request_is_one_job_until_it_is_done(workspace: Workspace) -> None:
    asked = {"test_set": add_sample(workspace), "metrics": ["bleu"]}
    first = workspace.jobs.submit("score", asked, shared=True)
    assert workspace.jobs.submit("score", asked, shared=True) == first
    assert workspace.jobs.submit("score", asked) != first
    workspace.jobs.cancel(first)
    assert workspace.jobs.submit("score", {**asked, "metrics": ["ter"]}, shared=True) != first


def test_a_second_server_is_refused_before_it_says_an_address(workspace: Workspace) -> None:
    workspace.jobs.start()
    said: list[str] = []
    with pytest.raises(InputError, match="another server uses this workspace"):
        run_server(workspace.folder, port=0, say=said.append)
    assert said == []


def test_a_queued_job_of_a_removed_test_set_fails_and_says_so(workspace: Workspace) -> None:
    number = add_sample(workspace)
    job = workspace.jobs.submit("score", {"test_set": number, "metrics": ["bleu"]})
    workspace.remove_test_set(number)
    workspace.jobs.start()
    failed = finish(workspace, job)
    assert failed.state == "failed"
    assert failed.error is not None
    assert "it was removed" in failed.error["message"]


def fail_first(action: Callable[..., Any], times: int) -> Callable[..., Any]:
    """The same action, which fails a few times first as it does on a full disk."""
    left = [times]

    def run(*given: Any, **named: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise UnusableDatabaseError("the workspace cannot be used (database or disk is full)")
        return action(*given, **named)

    return run


def test_a_full_disk_ends_neither_a_job_nor_the_queue(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = workspace.jobs
    monkeypatch.setattr(jobs_module, "_PAUSES_OF_END", (0.01, 0.01))
    for name, times in (("_write_progress", 1), ("_end", 1), ("_select", 1)):
        monkeypatch.setattr(jobs, name, fail_first(getattr(jobs, name), times))
    monkeypatch.setattr(jobs_module, "JobProcess", fail_first(jobs_module.JobProcess, 1))
    number = add_sample(workspace)
    first = jobs.submit("score", {"test_set": number, "metrics": ["bleu"]})
    jobs.start()
    wait_for(lambda: workspace.test_set(number).specs == ("bleu",))
    assert finish(workspace, first).state == "done"
    second = jobs.submit("score", {"test_set": number, "metrics": ["chrf"]})
    assert finish(workspace, second).state == "done"


def test_the_demo_is_a_filled_workspace(tmp_path: Path) -> None:
    keys = fill_demo(tmp_path)
    assert list(keys) == ["Ada", "Ben", "Cleo"]
    assert fill_demo(tmp_path) == {}
    workspace = Workspace.open(tmp_path)
    try:
        assert [each.name for each in workspace.test_sets()] == ["Catalan sample", "sample"]
        workspace.jobs.start()
        for job in workspace.jobs.list():
            assert finish(workspace, job.id).state == "done"
        assert workspace.test_set(1).specs == DEMO_METRICS
    finally:
        workspace.close()
