"""The process of a job: ``python -m tertium.web.worker WORKSPACE JOB MEMORY SECONDS``. Only the server starts it.

Standard output is for messages to the server, one JSON object per line. The end of standard input is the end of the
server, and so of this process.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import threading
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tertium.errors import TertiumError, TertiumWarning
from tertium.programs import NO_PROGRAMS, forbid_programs
from tertium.registry import load
from tertium.web.work import JOBS
from tertium.web.workspace import JobProgress, Workspace
from tertium.web.workspace.job_records import JobCancelledError, describe_error

_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)
_NICENESS = 5


def main(arguments: list[str]) -> int:
    """Do a job, and return the exit status."""
    folder, job, memory, seconds = arguments
    _die_with_parent()
    _limit(int(memory), int(seconds))
    cancelled = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: cancelled.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a library prints must not be taken for a message.
    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    lock = threading.Lock()

    def send(message: Mapping[str, Any]) -> None:
        with lock:
            channel.write(json.dumps(message).encode() + b"\n")

    workspace = Workspace.open(Path(folder))
    found = workspace.jobs.get(int(job))
    try:
        run = load(JOBS, found.kind, "kind of job")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", TertiumWarning)
            with forbid_programs(NO_PROGRAMS):
                result = run(workspace, found.request, JobProgress(send, cancelled.is_set))
        remarks = [str(each.message) for each in caught if issubclass(each.category, TertiumWarning)]
        send({"result": {**result, "remarks": remarks}})
    except JobCancelledError:
        return 0
    except TertiumError as error:
        send({"error": describe_error(error)})
    except MemoryError:
        limit = int(memory) >> 20
        send({"error": {"message": f"the job needs more than {limit:,} MiB of memory", "remedy": "Split the files"}})
    finally:
        workspace.close()
    return 0


def _die_with_parent() -> None:
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it ended before the system was asked
            os._exit(1)
    threading.Thread(target=_wait_for_end, daemon=True).start()


def _wait_for_end() -> None:
    while os.read(0, 1024):
        pass
    os._exit(1)


def _limit(memory: int, seconds: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    os.nice(_NICENESS)  # pages come first
    # Memory that can be written, and not addresses: what draws plots (V8) reserves far more of these than it uses.
    for limit, value in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(limit)[1]
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (allowed, hard))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
