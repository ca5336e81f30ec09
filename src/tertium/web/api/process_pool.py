"""The child processes that answer small requests, and how many requests they take."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

from starlette.responses import Response

from tertium.web.api.answering_process import HEAD, LENGTH
from tertium.web.api.problems import make_problem

WORKERS = 2
MOST_WAITING = 32
SECONDS = 30.0

_AS_JOB = "Send it with the header 'Prefer: respond-async', which makes it a job"


class Workers:
    """Child processes, each with one request at a time. They are started when they are needed.

    Args:
        files: The folder whose files clients may use.
        count: How many processes there are at most.
        seconds: How long a request may take, with the time that it waits.

    Attributes:
        seconds: The same; it may be changed.
    """

    def __init__(self, files: Path | None, *, count: int = WORKERS, seconds: float = SECONDS) -> None:
        self._files = files
        self._count = count
        self.seconds = seconds
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._ended: list[Process] = []
        self._slots: asyncio.Semaphore | None = None
        self._waiting = 0

    async def answer(self, operation: str, request: Any) -> Response:
        """Return the answer to a request, or the problem with it."""
        if self._waiting >= MOST_WAITING:
            return make_problem(
                "busy", 503, f"{self._waiting} requests are waiting", remedy=_AS_JOB, headers={"Retry-After": "5"}
            )
        if self._slots is None:
            self._slots = asyncio.Semaphore(self._count)
        self._waiting += 1
        try:
            return await asyncio.wait_for(self._take_turn(operation, request), self.seconds)
        except TimeoutError:
            return make_problem("too-long", 413, f"there is no answer after {self.seconds:g} seconds", remedy=_AS_JOB)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End all processes."""
        for process in list(self._all):
            self._end(process)
        # The loop has to see their end, or what belongs to them is left open.
        await asyncio.gather(*(process.communicate() for process in self._ended))
        self._idle.clear()

    async def _take_turn(self, operation: str, request: Any) -> Response:
        assert self._slots is not None  # noqa: S101  # it is made before
        asked = await asyncio.to_thread(self._write, operation, request)
        async with self._slots:
            process = await self._find_process()
            try:
                is_answer, data = await _ask(process, asked)
            except (BrokenPipeError, ConnectionResetError, asyncio.IncompleteReadError):
                self._end(process)
                return make_problem(
                    "too-large",
                    413,
                    "the request ended its process: it needs more memory than it may have",
                    remedy="Send fewer or shorter texts",
                )
            except BaseException:  # its time is over, or the server stops
                self._end(process)
                raise
            self._idle.append(process)
        return Response(data, media_type="application/json") if is_answer else make_problem(**json.loads(data))

    def _write(self, operation: str, request: Any) -> bytes:
        asked = {"operation": operation, "request": request, "files": None if self._files is None else str(self._files)}
        return json.dumps(asked).encode("ascii")

    async def _find_process(self) -> Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)
        command = (sys.executable, "-m", "tertium.web.api.answering_process")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        self._all.add(process)
        return process

    def _end(self, process: Process) -> None:
        self._all.discard(process)
        self._ended = [each for each in self._ended if each.returncode is None]
        if process.returncode is None:
            process.kill()
            self._ended.append(process)


async def _ask(process: Process, asked: bytes) -> tuple[bool, bytes]:
    pipe_in, pipe_out = process.stdin, process.stdout
    assert pipe_in is not None  # noqa: S101  # both are pipes
    assert pipe_out is not None  # noqa: S101
    pipe_in.write(LENGTH.pack(len(asked)) + asked)
    await pipe_in.drain()
    is_answer, length = HEAD.unpack(await pipe_out.readexactly(HEAD.size))
    return is_answer, await pipe_out.readexactly(length)
