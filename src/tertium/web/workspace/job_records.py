"""A job as pages and workers see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.errors import TertiumError

UNFINISHED = ("queued", "running")


@dataclass(frozen=True, kw_only=True)
class Job:
    """Work that is done in a process of its own.

    Attributes:
        id: Its number.
        kind: What is done: a name of ``tertium.web.work.JOBS``.
        request: What it is done with.
        state: ``queued``, ``running``, ``done``, ``failed`` or ``cancelled``.
        stage: What it is doing now, such as ``scoring by bleu``.
        done: How much is done of ``total``.
        total: How much there is to do; 0 if that is not known.
        attempt: How many times it was started.
        created: When it was asked for, in seconds since 1970.
        started: When it was started last.
        ended: When it ended.
        worker: The process that works on it.
        error: Why it failed: ``message``, and ``remedy``, ``file`` and ``line`` where known.
        result: What it returned.
        interruptions: What interrupted each start of it so far, while it has not failed.
    """

    id: int
    kind: str
    request: Mapping[str, Any]
    state: str
    stage: str = ""
    done: int = 0
    total: int = 0
    attempt: int = 0
    created: float = 0.0
    started: float | None = None
    ended: float | None = None
    worker: int | None = None
    error: Mapping[str, Any] | None = None
    result: Mapping[str, Any] | None = None
    interruptions: tuple[str, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will happen."""
        return self.state not in UNFINISHED


class JobCancelledError(TertiumError):
    """Raised in a worker where it reports its progress, after the job was cancelled."""


class JobProgress:
    """How a job reports its progress. It can be given wherever a function takes ``progress``.

    Args:
        send: Called with what changed.
        is_cancelled: Returns whether to stop.
    """

    def __init__(self, send: Callable[[Mapping[str, Any]], None], is_cancelled: Callable[[], bool]) -> None:
        self._send = send
        self._is_cancelled = is_cancelled
        self._done = 0
        self._total = 0

    def begin(self, stage: str, total: int | None = None) -> None:
        """Say what is done next, and how much there is to do in all, if that is known now.

        Raises:
            JobCancelledError: The job was cancelled.
        """
        if total is not None:
            self._done, self._total = 0, total
        self._report(stage=stage)

    def __call__(self, count: int = 1) -> None:
        """Say that this much more is done.

        Raises:
            JobCancelledError: The job was cancelled.
        """
        self._done += count
        self._report()

    def _report(self, **more: Any) -> None:
        if self._is_cancelled():
            raise JobCancelledError("the job was cancelled")
        self._send({"done": self._done, "total": self._total, **more})


def describe_error(error: TertiumError) -> dict[str, Any]:
    """Return an error as a job keeps it."""
    parts = {name: getattr(error, name, None) for name in ("remedy", "file", "line")}
    return {"message": error.message, **{name: value for name, value in parts.items() if value is not None}}
