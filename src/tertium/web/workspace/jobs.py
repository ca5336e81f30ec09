"""The queue of jobs: rows in the workspace, and processes that work on them.

A job is queued in the database and so survives a restart. Its process dies with the server. Jobs that were running are
queued again when the server starts; one that was interrupted three times has failed, and says by what.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from tertium.errors import InputError, TertiumError
from tertium.files.database import Database
from tertium.files.group_writer import GroupWriter
from tertium.registry import unknown
from tertium.web.work import JOBS
from tertium.web.workspace.job_process import JobProcess
from tertium.web.workspace.job_records import Job
from tertium.web.workspace.records import MissingRecordError

JOB_MEMORY = 8 << 30
JOB_SECONDS = 3600
MOST_DEATHS = 3
MOST_QUEUED = 100
# After this many seconds a client that was refused may ask again.
RETRY_SECONDS = 60
_SERVER_STOPPED = "the server stopped while it ran"
_PAUSE = 0.5
# A disk that is full or a database that is locked may be so for a moment: the end of a job is written again after this
# many seconds.
_PAUSES_OF_END = (1.0, 5.0, 20.0)
_LOG = logging.getLogger(__name__)
_COLUMNS = "id, kind, request, state, stage, done, total, attempt, created, started, ended, worker, error, result"


class BusyError(TertiumError):
    """A job that is not queued since too many are waiting."""


class Jobs:
    """The jobs of a workspace.

    Args:
        database: The database of the workspace.
        writer: What writes into it.
        folder: The workspace.
        parallel: How many jobs run at once.
        memory: The most bytes of memory of one job.
        seconds: The most seconds of computing of one job.
    """

    def __init__(
        self,
        database: Database,
        writer: GroupWriter,
        folder: Path,
        *,
        parallel: int = 1,
        memory: int = JOB_MEMORY,
        seconds: int = JOB_SECONDS,
    ) -> None:
        self._database = database
        self._writer = writer
        self._folder = folder
        self.parallel = parallel
        self.memory = memory
        self.seconds = seconds
        self._running: dict[int, JobProcess] = {}
        self._watchers: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stopping = False
        self._stopped = threading.Event()
        self._dispatcher: threading.Thread | None = None
        self._owned: BinaryIO | None = None

    def submit(self, kind: str, request: Mapping[str, Any], *, upload: int | None = None, shared: bool = False) -> int:
        """Queue a job and return its number.

        Args:
            kind: What is done: a name of ``tertium.web.work.JOBS``.
            request: What it is done with.
            upload: The upload that the job is for. If it has a job already, no other one is queued.
            shared: Return an unfinished job with the same request, if there is one.

        Raises:
            SpecError: There is no such kind of job.
            BusyError: Too many jobs are waiting.
        """
        if kind not in JOBS:
            raise unknown("kind of job", kind, JOBS)
        text = json.dumps(request)

        def write(connection: sqlite3.Connection) -> int:
            # One transaction: a form that is sent several times at once makes one job.
            found = _find_job(connection, upload, (kind, text) if shared else None)
            if found is not None:
                return found
            _require_room(connection)
            cursor = connection.execute(
                "INSERT INTO main.job (kind, request, state, stage, done, total, attempt, created) "
                "VALUES (?, ?, 'queued', '', 0, 0, 0, ?)",
                [kind, text, time.time()],
            )
            job = int(cursor.lastrowid or 0)
            if upload is not None:
                connection.execute("UPDATE main.upload SET job = ? WHERE id = ?", [job, upload])
            return job

        identity = self._writer.write(write)
        self._wake.set()
        return identity

    def require_room(self) -> None:
        """Refuse work that could not be queued, before files are received for it.

        Raises:
            BusyError: Too many jobs are waiting.
        """
        self._database.read(_require_room)

    def get(self, identity: int) -> Job:
        """Return a job by its number.

        Raises:
            MissingRecordError: There is none.
        """
        found = self._select("WHERE id = ?", [identity])
        if not found:
            raise MissingRecordError(f"there is no job {identity}", remedy="Choose one on the first page")
        return found[0]

    def list(self, limit: int = 50) -> Sequence[Job]:
        """Return the last jobs, the newest first."""
        return self._select("ORDER BY id DESC LIMIT ?", [limit])

    def cancel(self, identity: int) -> Job:
        """Cancel a job: it stops within a few seconds. One that has ended stays as it is.

        Raises:
            MissingRecordError: There is none.
        """
        self.get(identity)

        def write(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE main.job SET state = 'cancelled', ended = ? WHERE id = ? AND state = 'queued'",
                [time.time(), identity],
            )

        with self._lock:
            process = self._running.get(identity)
            if process is not None:
                process.cancelled = True
        if process is not None:
            process.stop()
        else:
            self._writer.write(write)
        return self.get(identity)

    def own(self) -> None:
        """Keep other servers from these jobs, until ``stop``.

        Raises:
            InputError: Another server works on them.
        """
        if self._owned is None:
            self._owned = _own(self._folder / "jobs.lock")

    def start(self) -> None:
        """Begin to work on jobs, first on those that a server before left unfinished.

        Raises:
            InputError: Another server works on them.
        """
        self.own()
        self._stopping = False
        self._stopped.clear()

        def write(connection: sqlite3.Connection) -> None:
            # The processes of the server before died with it.
            rows = connection.execute(f"SELECT {_COLUMNS} FROM job WHERE state = 'running'")  # noqa: S608 - our own words
            for job in [_make_job(row) for row in rows]:
                state, error = _interrupt(job, job.attempt, _SERVER_STOPPED)
                connection.execute(
                    "UPDATE main.job SET state = ?, ended = ?, error = ?, worker = NULL WHERE id = ?",
                    [state, None if state == "queued" else time.time(), json.dumps(error), job.id],
                )

        self._writer.write(write)
        self._dispatcher = threading.Thread(target=self._dispatch, name="jobs", daemon=True)
        self._dispatcher.start()

    def stop(self) -> None:
        """End the processes; their jobs are queued again, and this start of them is not counted."""
        with self._lock:
            self._stopping = True
            running = list(self._running.values())
        self._stopped.set()
        self._wake.set()
        for process in running:
            process.kill()
        if self._dispatcher is not None:
            self._dispatcher.join()
            self._dispatcher = None
        # Only now are all of them in the list: the dispatcher may have started a last one in the meantime.
        for watcher in self._watchers:
            watcher.join()
        if self._owned is not None:
            self._owned.close()
            self._owned = None

    def _dispatch(self) -> None:
        """Start processes. They live as long as this thread, which so lives as long as the server."""
        while True:
            self._wake.wait(2.0)
            self._wake.clear()
            self._watchers = [each for each in self._watchers if each.is_alive()]
            try:
                while self._start_next():
                    pass
            except (TertiumError, OSError, RuntimeError) as error:
                # No disk, memory or process is left for now. The jobs stay queued, and are tried again in two seconds.
                _LOG.warning("a job could not be started, which is tried again: %s", error)
            with self._lock:
                if self._stopping:
                    return

    def _start_next(self) -> bool:
        """Start the next job, if there is one and a place for it."""
        with self._lock:
            if self._stopping or len(self._running) >= self.parallel:
                return False
        waiting = self._select("WHERE state = 'queued' ORDER BY id LIMIT 1", [])
        if waiting:
            self._start(waiting[0])
        return bool(waiting)

    def _start(self, job: Job) -> None:
        with self._lock:
            if self._stopping:
                return
            process = JobProcess(self._folder.resolve(), job.id, memory=self.memory, seconds=self.seconds)
            self._running[job.id] = process

        def write(connection: sqlite3.Connection) -> bool:
            changed = connection.execute(
                "UPDATE main.job SET state = 'running', attempt = attempt + 1, started = ?, worker = ?, stage = '', "
                "done = 0 WHERE id = ? AND state = 'queued'",
                [time.time(), process.pid, job.id],
            )
            return changed.rowcount == 1

        try:
            if not self._writer.write(write):  # cancelled in this moment
                process.kill()
            watcher = threading.Thread(target=self._watch, args=[job, process], name=f"job {job.id}", daemon=True)
            watcher.start()
        except BaseException:
            process.kill()
            process.wait()
            self._forget(job, process)
            raise
        self._watchers.append(watcher)

    def _watch(self, job: Job, process: JobProcess) -> None:
        """Write down what a process reports, at most twice a second, and how it ended."""
        ending: dict[str, Any] = {}
        state: dict[str, Any] = {"done": 0, "total": 0, "stage": ""}
        last = 0.0
        try:
            for message in process.messages():
                if "result" in message or "error" in message:
                    ending = dict(message)
                    continue
                state |= {name: message[name] for name in state if name in message}
                if time.monotonic() - last >= _PAUSE:
                    last = time.monotonic()
                    try:
                        self._write_progress(job.id, state)
                    except TertiumError as error:  # the job goes on, and is seen to do so later
                        _LOG.warning("the progress of job %d could not be written: %s", job.id, error)
            status = process.wait()
            self._end_at_last(job, process, status, ending, state)
        finally:
            process.kill()
            self._forget(job, process)
            self._wake.set()

    def _forget(self, job: Job, process: JobProcess) -> None:
        process.close()
        with self._lock:
            self._running.pop(job.id, None)

    def _end_at_last(
        self, job: Job, process: JobProcess, status: int, ending: Mapping[str, Any], state: Mapping[str, Any]
    ) -> None:
        """Write down how a job ended, several times if need be: otherwise it would be shown as running for ever."""
        for pause in _PAUSES_OF_END:
            try:
                self._end(job, process, status, ending, state)
                return
            except TertiumError as error:
                _LOG.warning("the end of job %d could not be written, which is tried again: %s", job.id, error)
            if self._stopped.wait(pause):
                break
        self._end(job, process, status, ending, state)

    def _write_progress(self, identity: int, state: Mapping[str, Any]) -> None:
        values = [state["done"], state["total"], state["stage"], identity]

        def write(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE main.job SET done = ?, total = ?, stage = ? WHERE id = ? AND state = 'running'", values
            )

        self._writer.write(write)

    def _end(
        self, job: Job, process: JobProcess, status: int, ending: Mapping[str, Any], state: Mapping[str, Any]
    ) -> None:
        attempt = job.attempt + 1
        error: Mapping[str, Any] | None = None
        if "result" in ending:
            new = "done"
        elif process.cancelled:
            new = "cancelled"
        elif "error" in ending:
            new, error = "failed", ending["error"]
        elif self._stopping:
            new, attempt, error = "queued", attempt - 1, _keep_interruptions(job.interruptions)
        else:
            new, error = _interrupt(job, attempt, process.explain(status))
        values = [
            new,
            attempt,
            None if new == "queued" else time.time(),
            None if error is None else json.dumps(error),
            json.dumps(ending["result"]) if new == "done" else None,
            state["done"] if new != "done" else state["total"],
            state["total"],
            state["stage"],
            job.id,
        ]

        def write(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE main.job SET state = ?, attempt = ?, ended = ?, error = ?, result = ?, done = ?, total = ?, "
                "stage = ?, worker = NULL WHERE id = ? AND state = 'running'",
                values,
            )

        self._writer.write(write)

    def _select(self, where: str, values: Sequence[object]) -> Sequence[Job]:
        def read(connection: sqlite3.Connection) -> Sequence[Job]:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM job {where}", values)  # noqa: S608 - our own words
            return [_make_job(row) for row in rows]

        return self._database.read(read)


def _make_job(row: tuple[Any, ...]) -> Job:
    values = dict(zip(_COLUMNS.split(", "), row, strict=True))
    for name in ("request", "error", "result"):
        values[name] = None if values[name] is None else json.loads(values[name])
    # Of a job that has not failed, the column has what interrupted it so far.
    if values["error"] is not None and "message" not in values["error"]:
        values["interruptions"] = tuple(values.pop("error")["interruptions"])
    return Job(**values)


def _find_job(connection: sqlite3.Connection, upload: int | None, same: tuple[str, str] | None) -> int | None:
    """Return the job of an upload, or an unfinished one with the same kind and request; None if there is none."""
    if upload is not None:
        row = connection.execute("SELECT job FROM upload WHERE id = ?", [upload]).fetchone()
        if row is not None and row[0] is not None:
            return int(row[0])
    if same is not None:
        query = "SELECT MIN(id) FROM job WHERE state IN ('queued', 'running') AND kind = ? AND request = ?"
        (found,) = connection.execute(query, same).fetchone()
        return found if found is None else int(found)
    return None


def _require_room(connection: sqlite3.Connection) -> None:
    (waiting,) = connection.execute("SELECT COUNT(*) FROM main.job WHERE state = 'queued'").fetchone()
    if waiting >= MOST_QUEUED:
        raise BusyError(
            f"{waiting} jobs are waiting, which is the limit",
            remedy="Try again when some of them are done, or cancel some on their pages",
        )


def _interrupt(job: Job, attempt: int, reason: str) -> tuple[str, dict[str, Any]]:
    """Return the state of a job after an interruption, and what is stored about it.

    Args:
        job: The job.
        attempt: How many times it was started.
        reason: What interrupted it, as the end of a sentence.
    """
    reasons = (*job.interruptions, reason)
    if attempt < MOST_DEATHS:
        return "queued", _keep_interruptions(reasons) or {}
    counted = ", ".join(f"{each} ({count} of {attempt} times)" for each, count in Counter(reasons).items())
    remedy = "Try it with fewer segments or metrics, or with more memory and time"
    if _SERVER_STOPPED in reasons:
        remedy = (
            "Find out why the server stopped. If it was not the memory that the job needs, try it again; otherwise try "
            "it with fewer segments or metrics"
        )
    return "failed", {"message": f"the job was interrupted each time it was started: {counted}", "remedy": remedy}


def _keep_interruptions(reasons: Sequence[str]) -> dict[str, Any] | None:
    return {"interruptions": list(reasons)} if reasons else None


def _own(path: Path) -> BinaryIO:
    """Return a locked file: two servers on one workspace would each take the other's jobs for dead."""
    stream = path.open("ab")
    try:
        if os.name == "posix":
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        stream.close()
        raise InputError(
            "another server uses this workspace", file=path.parent, remedy="Stop it, or give another folder"
        ) from error
    return stream
