"""Programs of others: started without a shell, fed with lines, and ended together with all that they started.

A thread writes to a program, and others read what it writes. So neither side waits for the other for ever, in any order
of reading and writing. Nothing is run where that was forbidden, as in a server.
"""

from __future__ import annotations

import atexit
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO, Self

from tertium.errors import InputError, SpecError, TertiumWarning

LONGEST_REPLY = 1 << 20
"""The most bytes of a line that a program writes."""

_MOST_WAITING = 10_000
# This many lines of what a program wrote to standard error are shown, each cut at this many characters.
_LINES_SHOWN = 3
_LONGEST_SHOWN = 300
# Ctrl-C is looked for this often, in seconds.
_SLICE = 0.2
_SECONDS_TO_END = 5.0
_REMEDY = "Check the command"

# Waits until this process has ended, in whichever way, and then ends a program with all that it started. It does not
# depend on the thread that started the program, as the signal that Linux can send to children does.
_GUARD = "import os, signal, sys; os.read(0, 1) or os.killpg(int(sys.argv[1]), signal.SIGKILL)"

NO_PROGRAMS = "a server runs no programs that somebody names"

_forbidden: list[str] = []
_closing: list[Callable[[], None]] = []


@contextmanager
def forbid_programs(reason: str) -> Iterator[None]:
    """Refuse to run programs in this process, in all of its threads, within the block.

    Args:
        reason: Why, as a sentence without a full stop.
    """
    _forbidden.append(reason)
    try:
        yield
    finally:
        _forbidden.remove(reason)


def end_with_process(close: Callable[[], None]) -> None:
    """Have programs that wait for more work ended with this process, or before, by ``end_programs``.

    Args:
        close: Ends them, and raises an ``InputError`` if one failed.
    """
    _closing.append(close)


def end_programs() -> None:
    """End all programs that wait for more work: whoever has shown their results learns whether they failed.

    Raises:
        InputError: One of them failed.
    """
    for close in _closing:
        close()


@atexit.register
def _end_at_exit() -> None:
    try:
        end_programs()
    except InputError as error:  # nobody is there to catch it
        warnings.warn(TertiumWarning(str(error)), stacklevel=1)


def split_command(command: str, *, remedy: str) -> list[str]:
    """Return the words of a command, as a shell would split it.

    >>> split_command("scores.py --name 'two words'", remedy="")
    ['scores.py', '--name', 'two words']

    Args:
        command: The program with its arguments.
        remedy: What to do if there is none.

    Raises:
        SpecError: It is empty, or a quotation has no end.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"the command {command!r} cannot be split into words: {error}", remedy=remedy) from error
    if not words or not words[0]:
        raise SpecError("the command is empty", remedy=remedy)
    if "\0" in command:
        raise SpecError("the command has a null character", remedy=remedy)
    return words


class Program:
    """A program that runs. Whoever is done with it calls ``close`` or ``kill``, or uses it in a ``with`` block.

    Args:
        arguments: The program and its arguments.
        name: What messages call it; its first argument by default.
        environment: Variables that it has besides ours.

    Raises:
        InputError: It cannot be run.
        SpecError: Programs are forbidden here.
    """

    def __init__(
        self, arguments: Sequence[str], *, name: str = "", environment: Mapping[str, str] | None = None
    ) -> None:
        if _forbidden:
            raise SpecError(f"{arguments[0]} is not run: {_forbidden[0]}", remedy="Run it on the command line")
        self.name = name or arguments[0]
        try:
            # A session of its own: it can be ended with all its children, and Ctrl-C reaches us first.
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command, without a shell
                list(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )
        except OSError as error:
            raise InputError(f"{self.name} cannot be run: {error.strerror or error}", remedy=_REMEDY) from error
        self.pid = self._process.pid
        self._guard = _start_guard(self.pid)
        self._input: SimpleQueue[bytes | None] = SimpleQueue()
        self._replies: Queue[bytes | None] = Queue(_MOST_WAITING)
        self._said: deque[str] = deque(maxlen=_LINES_SHOWN)
        self._ended = threading.Event()
        self._was_killed = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._listen)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def send(self, lines: Sequence[bytes], *, end: bool = False) -> None:
        """Give the program lines to read. They are written while it goes on.

        Args:
            lines: The lines, without line breaks.
            end: Whether there are no more after these: the program then sees the end of its input.
        """
        self._input.put(b"".join(line + b"\n" for line in lines))
        if end:
            self._input.put(None)

    def receive(self, until: float, *, remedy: str = _REMEDY) -> str | None:
        """Return the next line that the program wrote; None if there are no more.

        Args:
            until: When to give up, as ``time.monotonic`` counts.
            remedy: What to do if it has not written one by then.

        Raises:
            ProgramTimeoutError: It has not.
            InputError: The line is too long.
        """
        line = self._take(until)
        if line is None:
            self._replies.put(None)  # for whoever asks again
            return None
        if len(line) > LONGEST_REPLY:
            raise InputError(f"{self.name} wrote a line of more than {LONGEST_REPLY:,} bytes", remedy=remedy)
        return line.decode(errors="replace").removesuffix("\n").removesuffix("\r")

    def _take(self, until: float) -> bytes | None:
        while True:
            try:
                return self._replies.get(timeout=max(0.0, min(_SLICE, until - time.monotonic())))
            except Empty:
                if time.monotonic() >= until:
                    raise ProgramTimeoutError(self.name) from None

    def finish(self, until: float) -> None:
        """Wait for the end of a program that was sent the end of its input.

        Raises:
            InputError: It failed, or was killed.
            ProgramTimeoutError: It does not end.
        """
        try:
            status = self._process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired as error:
            raise ProgramTimeoutError(self.name) from error
        if status:
            raise self.make_failure()

    def require_success(self) -> None:
        """Refuse a program that ended by itself, and failed.

        Raises:
            InputError: It did.
        """
        if self._process.poll() and not self._was_killed:
            raise self.make_failure()

    def make_failure(self, otherwise: str = "") -> InputError:
        """Return the error for a program that ended: its status, and the last lines of its standard error.

        Args:
            otherwise: What is said of one that ended without a failure.
        """
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self._threads[-1].join(1)  # what it said last may still be on its way
        status = self._process.poll()
        said = " / ".join(self._said) or "it said nothing"
        if not status:
            return InputError(f"{self.name} {otherwise}: {said}", remedy=_REMEDY)
        if status < 0:
            names = {each.value: each.name for each in signal.Signals}
            ended = names.get(-status, f"signal {-status}")
            return InputError(
                f"{self.name} was ended by {ended}: {said}", remedy="Check the command, and whether there is memory"
            )
        return InputError(f"{self.name} failed with status {status}: {said}", remedy=_REMEDY)

    def close(self) -> None:
        """Close the input of the program and let it end; one that does not is killed."""
        self._input.put(None)
        self._ended.set()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        """End the program at once, with all that it started."""
        self._ended.set()
        self._was_killed = self._was_killed or self.is_running
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self._input.put(None)
        self._dismiss_guard()

    def _dismiss_guard(self) -> None:
        guard, self._guard = self._guard, None
        if guard is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                guard.communicate(b".", timeout=_SECONDS_TO_END)

    def _write(self) -> None:
        pipe = _require(self._process.stdin)
        # A program that has ended, or does not want to read more, says why by its status or its lines.
        with suppress(OSError, ValueError):
            while (data := self._input.get()) is not None:
                pipe.write(data)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        with _require(self._process.stdout) as pipe:
            for line in iter(partial(pipe.readline, LONGEST_REPLY + 1), b""):
                self._keep(line)
        self._keep(None)

    def _keep(self, line: bytes | None) -> None:
        """Keep a line until it is asked for; a program that writes more waits, unless nobody will ask."""
        while True:
            try:
                return self._replies.put(line, timeout=_SLICE)
            except Full:
                if self._ended.is_set():
                    return None

    def _listen(self) -> None:
        with _require(self._process.stderr) as pipe:
            for line in iter(partial(pipe.readline, LONGEST_REPLY), b""):
                # Progress bars write over themselves.
                shown = line.decode(errors="replace").rstrip().rpartition("\r")[2].strip()
                if shown:
                    self._said.append(shown[:_LONGEST_SHOWN])


class ProgramTimeoutError(InputError):
    """A program that takes too long.

    Args:
        name: What it is called.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} takes too long", remedy=_REMEDY)


def _start_guard(pid: int) -> subprocess.Popen[bytes] | None:
    """Start what ends a program after us, even if we are killed; None where there are no groups of processes."""
    if not hasattr(os, "killpg") or not sys.executable:
        return None
    try:
        return subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-I", "-S", "-c", _GUARD, str(pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:  # too many processes: the program runs, and ends with us unless we are killed
        return None


def _require(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError("the process was started with pipes")
    return pipe
