"""Programs that score: each is started once, answers one batch after the other, and ends with this process.

Loading a neural model takes a minute, so a program stays between batches, systems and metrics. It reads a line per
segment and writes one per segment; Tertium never waits for it without a limit of time.
"""

from __future__ import annotations

import json
import os
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from tertium.errors import InputError
from tertium.metrics.metric import FINITE, LARGEST_SCORE
from tertium.programs import Program, ProgramTimeoutError, end_with_process

# What is written after the last score of a batch comes so soon, in seconds, if it comes.
_GRACE = 0.2
_LONGEST_SHOWN = 80
# Whole numbers beyond it are not those that were written, as floats.
_LARGEST = 1 << 53
# Python keeps what it prints into a pipe until there is much of it, and a program may forget to flush.
_ENVIRONMENT = {"PYTHONUNBUFFERED": "1"}
ONE_LINE = "Let it write one score per segment and line to standard output, and everything else to standard error"


class ReplyError(ValueError):
    """A line that is not a score; the message is the end of a sentence.

    Attributes:
        place: Which of the segments that were asked it is for, from 0.
    """

    place: int = 0


@dataclass(frozen=True)
class ScoringProgram:
    """A program, and how it is spoken to.

    Attributes:
        arguments: The program and its arguments.
        timeout: How many seconds to wait for the next score.
        restart: Whether it is started anew for each batch, and sees the end of its input after it.
    """

    arguments: tuple[str, ...]
    timeout: float
    restart: bool

    @property
    def name(self) -> str:
        """What messages call it."""
        written = shlex.join(self.arguments)
        return repr(written if len(written) <= _LONGEST_SHOWN else f"{written[:_LONGEST_SHOWN]}…")

    def ask(self, requests: Sequence[dict[str, object]]) -> list[float]:
        """Return the score that the program writes for each segment.

        Raises:
            ReplyError: It writes something else.
            InputError: It cannot be run, fails, takes too long, or does not write one line per segment.
        """
        lines = [
            json.dumps({**request, "last": number == len(requests)}).encode()
            for number, request in enumerate(requests, start=1)
        ]
        key = os.getpid(), self.arguments
        # A program answers one batch at a time; a second thread waits.
        with _LOCKS.setdefault(key, Lock()):
            program = self._start(key)
            try:
                found = self._exchange(program, lines)
            except BaseException:  # Ctrl-C among them
                _PROGRAMS.pop(key, None)
                program.kill()
                raise
            if self.restart:
                program.close()
            else:
                _PROGRAMS[key] = program
        return found

    def _start(self, key: tuple[int, tuple[str, ...]]) -> Program:
        """Return the program that waits for work, or a new one."""
        program = _PROGRAMS.pop(key, None)
        if program is not None and program.is_running and not self.restart:
            self._require_silence(program)
            return program
        if program is not None:
            program.close()
            program.require_success()
        return Program(self.arguments, name=self.name, environment=_ENVIRONMENT)

    def _exchange(self, program: Program, lines: Sequence[bytes]) -> list[float]:
        program.send(lines, end=self.restart)
        found: list[float] = []
        for _ in lines:
            line = self._receive(program, len(found), len(lines))
            if line is None:
                raise program.make_failure(f"ended after {len(found):,} of {len(lines):,} scores")
            try:
                found.append(read_reply(line))
            except ReplyError as error:
                error.place = len(found)
                raise
        self._require_end(program, len(lines))
        return found

    def _receive(self, program: Program, done: int, wanted: int) -> str | None:
        try:
            return program.receive(time.monotonic() + self.timeout, remedy=ONE_LINE)
        except ProgramTimeoutError as error:
            raise InputError(
                f"{self.name} wrote no score for {self.timeout:g} s, after {done:,} of {wanted:,}",
                remedy='Let it write and flush all scores after the line with "last": true; give restart=yes if it '
                "reads its whole input first, or more time, such as timeout=3600",
            ) from error

    def _require_silence(self, program: Program) -> None:
        """Refuse a program that wrote more after its last batch: its lines would be taken for scores of the next."""
        try:
            more = program.receive(time.monotonic(), remedy=ONE_LINE)
        except ProgramTimeoutError:
            return
        if more is not None:
            program.kill()
            raise InputError(f"{self.name} wrote more lines than there were segments", remedy=ONE_LINE)

    def _require_end(self, program: Program, count: int) -> None:
        """Refuse a program that writes more lines than there are segments, or fails in the end."""
        until = time.monotonic() + (self.timeout if self.restart else _GRACE)
        try:
            more = program.receive(until, remedy=ONE_LINE)
            if more is not None:
                raise InputError(f"{self.name} wrote more than {count:,} lines for {count:,} segments", remedy=ONE_LINE)
            # One that has closed its output is about to end: its scores count if it ends well.
            program.finish(time.monotonic() + self.timeout)
        except ProgramTimeoutError as error:
            if self.restart:
                raise InputError(
                    f"{self.name} did not end within {self.timeout:g} s", remedy="Let it end with its input"
                ) from error


def read_reply(line: str) -> float:
    """Return the score that a program wrote: a number, or an object with one.

    >>> read_reply("0.5"), read_reply('{"score": 1, "model": "x"}')
    (0.5, 1.0)

    Raises:
        ReplyError: It is neither, or not finite.
    """
    shown = repr(line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]}…")
    try:
        found = json.loads(line)
        if isinstance(found, dict):
            found = found.get("score")
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise ReplyError(f"{shown}, which is not a score")
    if not abs(found) <= (_LARGEST if isinstance(found, int) else LARGEST_SCORE):
        raise ReplyError(f"{shown}, which is not {FINITE}")
    return float(found)


def close_programs() -> None:
    """End all programs that wait for more segments, as happens at the end of the process.

    Raises:
        InputError: One of them failed after its last score.
    """
    ended = [_PROGRAMS.pop(key) for key in list(_PROGRAMS) if key[0] == os.getpid()]
    for program in ended:
        program.close()
    for program in ended:
        program.require_success()


_PROGRAMS: dict[tuple[int, tuple[str, ...]], Program] = {}
_LOCKS: dict[tuple[int, tuple[str, ...]], Lock] = {}

end_with_process(close_programs)
