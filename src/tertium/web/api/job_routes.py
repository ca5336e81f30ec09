"""``/api/v1/jobs``: requests that are too large to be answered at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi import Path as InPath
from pydantic import BaseModel, Field
from starlette.responses import FileResponse, Response

from tertium.report import write_json
from tertium.web.api.problems import make_problem
from tertium.web.api.request_fields import make_examples
from tertium.web.workspace import RETRY_SECONDS, BusyError, Job, MissingRecordError, Workspace

JobNumber = Annotated[int, InPath(ge=1, le=2**53, description="The number of a job.")]

_KIND = "api"


class JobError(BaseModel):
    """Why a job failed."""

    detail: str
    remedy: str | None
    file: str | None
    line: int | None


class JobData(BaseModel):
    """A job."""

    model_config = make_examples(
        {
            "id": 1,
            "kind": "score",
            "state": "running",
            "stage": "computing",
            "done": 10000,
            "created": 1790000000.0,
            "started": 1790000001.0,
            "ended": None,
            "error": None,
            "result": "/api/v1/jobs/1/result",
        }
    )

    id: int
    kind: str = Field(description="What is done: the path of the request, such as `score`.")
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    stage: str = Field(description="What it is doing now.")
    done: int = Field(description="How many segments are done; some kinds do not say it.")
    created: float = Field(description="When it was asked for, in seconds since 1970.")
    started: float | None = Field(description="When it was started last.")
    ended: float | None = Field(description="When it ended.")
    error: JobError | None = Field(description="Why it failed.")
    result: str = Field(description="Where its result is, once it is done.")


class JobsAnswer(BaseModel):
    """The last jobs, the newest first."""

    jobs: list[JobData]


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
        return _answer({"jobs": [_describe(job) for job in workspace.jobs.list()]})

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


def _describe(job: Job) -> dict[str, Any]:
    error = job.error
    return {
        "id": job.id,
        "kind": job.request["operation"] if job.kind == _KIND else job.kind,
        "state": job.state,
        "stage": job.stage,
        "done": job.done,
        "created": job.created,
        "started": job.started,
        "ended": job.ended,
        "error": None
        if error is None
        else {"detail": error["message"], **{name: error.get(name) for name in ("remedy", "file", "line")}},
        "result": f"/api/v1/jobs/{job.id}/result",
    }


def _answer(data: object, status: int = 200) -> Response:
    return Response(write_json(data), status, media_type="application/json")
