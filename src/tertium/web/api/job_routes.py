"""``/api/v1/jobs``: requests that are too large to be answered at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi import Path as InPath
from starlette.responses import FileResponse, Response

from tertium.json_result import JsonResult
from tertium.report import write_json
from tertium.web.api.problems import make_problem
from tertium.web.workspace import RETRY_SECONDS, BusyError, Job, MissingRecordError, Workspace

JobNumber = Annotated[int, InPath(ge=1, le=2**53, description="The number of a job.")]

_KIND = "api"


@dataclass(frozen=True, kw_only=True)
class JobError(JsonResult):
    """Why a job failed.

    Attributes:
        detail: What is wrong.
        remedy: What to do about it.
        file: The file with the problem, if there is one.
        line: The line of that file, from 1.
    """

    detail: str
    remedy: str | None
    file: str | None
    line: int | None


@dataclass(frozen=True, kw_only=True)
class JobStatus(JsonResult):
    """A job.

    Attributes:
        id: Its number.
        kind: What is done: the path of the request, such as `score`.
        state: Where it is.
        stage: What it is doing now.
        done: How many segments are done; some kinds do not say it.
        created: When it was asked for, in seconds since 1970.
        started: When it was started last.
        ended: When it ended.
        error: Why it failed.
        result: Where its result is, once it is done.
    """

    id: int
    kind: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    stage: str
    done: int
    created: float
    started: float | None
    ended: float | None
    error: JobError | None
    result: str


@dataclass(frozen=True)
class LastJobs(JsonResult):
    """The last jobs, the newest first.

    Attributes:
        jobs: The jobs.
    """

    jobs: Sequence[JobStatus]


def queue_request(workspace: Workspace, operation: str, body: bytes, files: Path | None) -> Response:
    """Make a request a job.

    Args:
        workspace: The workspace.
        operation: What is asked for.
        body: The request, which is valid.
        files: The folder whose files it may name.
    """
    workspace.jobs.require_room()  # before the body is stored
    incoming = workspace.files.begin("request.json")
    try:
        incoming.write(body)
        stored = incoming.finish()
    finally:
        incoming.abandon()
    request = {"operation": operation, "body": stored.digest, "files": None if files is None else str(files)}
    job = workspace.jobs.get(workspace.jobs.submit(_KIND, request))
    response = _answer(_describe(job), 202)
    response.headers["Location"] = f"/api/v1/jobs/{job.id}"
    return response


def add_job_routes(app: FastAPI, workspace: Workspace) -> None:
    """Add the routes of jobs.

    Args:
        app: The API.
        workspace: The workspace.
    """

    @app.get("/jobs")
    def list_jobs() -> Response:
        """List the last jobs."""
        return _answer(LastJobs([_describe(job) for job in workspace.jobs.list()]))

    @app.get("/jobs/{job}")
    def show_job(job: JobNumber) -> Response:
        """Return the state of a job."""
        return _answer(_describe(workspace.jobs.get(job)))

    @app.delete("/jobs/{job}")
    def cancel_job(job: JobNumber) -> Response:
        """Cancel a job; one that has ended stays as it is."""
        return _answer(_describe(workspace.jobs.cancel(job)))

    @app.get("/jobs/{job}/result")
    def show_result(job: JobNumber) -> Response:
        """Return the answer that a job has computed."""
        found = workspace.jobs.get(job)
        if found.state == "failed":
            error = found.error or {}
            return make_problem(
                "input",
                422,
                str(error.get("message", "the job failed")),
                remedy=error.get("remedy"),
                file=error.get("file"),
                line=error.get("line"),
            )
        if found.state != "done" or found.kind != _KIND or found.result is None:
            return make_problem(
                "state",
                409,
                f"job {job} is {found.state}, and has no answer"
                if found.kind == _KIND
                else f"job {job} is of the web app, and has no answer",
                remedy=f"Ask /api/v1/jobs/{job} until its state is done",
            )
        return FileResponse(workspace.files.path(found.result["answer"]), media_type="application/json")

    @app.exception_handler(BusyError)
    def put_off(_: Any, error: Exception) -> Response:
        assert isinstance(error, BusyError)  # noqa: S101  # for the type checker
        headers = {"Retry-After": str(RETRY_SECONDS)}
        return make_problem("busy", 429, error.message, remedy=error.remedy, headers=headers)

    @app.exception_handler(MissingRecordError)
    def refuse(_: Any, error: Exception) -> Response:
        return make_problem("not-found", 404, str(error).partition(".")[0], remedy="See /api/v1/jobs for the last ones")


def _describe(job: Job) -> JobStatus:
    error = job.error
    return JobStatus(
        id=job.id,
        kind=job.request["operation"] if job.kind == _KIND else job.kind,
        state=job.state,  # type: ignore[arg-type]
        stage=job.stage,
        done=job.done,
        created=job.created,
        started=job.started,
        ended=job.ended,
        error=None
        if error is None
        else JobError(
            detail=error["message"], remedy=error.get("remedy"), file=error.get("file"), line=error.get("line")
        ),
        result=f"/api/v1/jobs/{job.id}/result",
    )


def _answer(found: JsonResult, status: int = 200) -> Response:
    return Response(write_json(found.to_dict()), status, media_type="application/json")
