"""The process of one job: how it is started, heard and ended.

It dies with the server. On Linux the system kills it; elsewhere it ends when the pipe of its standard input closes.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

SECONDS_TO_STOP = 3.0
# This much of what a worker wrote to standard error is kept, to say why it died.
_TAIL = 2000


class JobProcess:
    """A worker that was started. It has to be started by a thread that lives as long as the server.

    Args:
        folder: The workspace.
        job: The number of the job.
        memory: The most bytes of memory.
        seconds: The most seconds of computing.
    """

    def __init__(self, folder: Path, job: int, *, memory: int, seconds: int) -> None:
        self._errors = TemporaryFile()  # noqa: SIM115 - closed by close
        # -P: a file in the current folder must not be imported in place of a module.
        command = [sys.executable, "-P", "-m", "tertium.web.worker", str(folder), str(job), str(memory), str(seconds)]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is for the server, which then decides
            )
        except BaseException:
            self._errors.close()
            raise
        self.pid = self._process.pid
        self.cancelled = False
        self._seconds = seconds

    def messages(self) -> Iterator[Mapping[str, Any]]:
        """Yield what the worker reports, until it ends."""
        for line in self._process.stdout or ():
            try:
                message = json.loads(line)
            except ValueError:
                continue  # the last line of a worker that was killed while writing it
            if isinstance(message, dict):
                yield message

    def stop(self) -> None:
        """Ask the worker to stop, and kill it if it does not do so within three seconds."""
        self._signal(self._process.terminate)
        timer = threading.Timer(SECONDS_TO_STOP, self._signal, [self._process.kill])
        timer.daemon = True
        timer.start()

    def kill(self) -> None:
        """End the worker at once."""
        self._signal(self._process.kill)

    def wait(self) -> int:
        """Wait for the end, and return the exit status; negative if a signal ended it."""
        status = self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        return status

    def explain(self, status: int) -> str:
        """Return why the worker died, as the end of a sentence."""
        if status < 0:
            name = signal.Signals(-status).name if -status in {each.value for each in signal.Signals} else str(-status)
            reasons = {"SIGXCPU": f"it computed for {self._seconds:,} seconds", "SIGKILL": "it was killed (SIGKILL)"}
            return reasons.get(name, f"it was ended by {name}")
        self._errors.seek(0, 2)
        self._errors.seek(max(0, self._errors.tell() - _TAIL))
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"it ended with status {status}{': ' + lines[-1] if lines else ''}"

    def close(self) -> None:
        """Forget what it wrote."""
        self._errors.close()

    def _signal(self, send: Callable[[], None]) -> None:
        if self._process.poll() is None:
            send()
