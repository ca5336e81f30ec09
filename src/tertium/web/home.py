"""The first page, and the pages of jobs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tertium.annotation import CampaignStore
from tertium.report import judge_comparison
from tertium.web.fields import Number
from tertium.web.guard import MOST_UPLOAD
from tertium.web.pages import show
from tertium.web.workspace import Job, Workspace
from tertium.web.workspace.digests import DamagedFileError

# What people call each kind of job.
JOB_TITLES = {
    "score": "Scoring",
    "report": "Report",
    "agreement": "Agreement with annotators",
    "audit": "Audit",
    "mtness": "Machine-translationness",
    "api": "Request of the JSON API",
}


def make_home_router(workspace: Workspace, campaigns: CampaignStore) -> APIRouter:
    """Return the first page and the pages of jobs.

    Args:
        workspace: The workspace.
        campaigns: The campaigns.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    def home() -> Response:
        """List test sets, campaigns and jobs, and say what to do first."""
        rows = [(each, campaigns.annotators(each.name)) for each in campaigns.campaigns()]
        sets = [(each, *_tell_verdict(workspace, each.id)) for each in workspace.test_sets()]
        return show(
            "home.html", campaigns=rows, sets=sets, jobs=workspace.jobs.list(8), titles=JOB_TITLES, most=MOST_UPLOAD
        )

    @router.get("/jobs/{job}")
    def job_page(job: Number, request: Request) -> Response:
        """Show the progress of a job; scripts get it as JSON."""
        found = workspace.jobs.get(job)
        if request.headers.get("accept") == "application/json":
            return JSONResponse(_write_state(found))
        target = find_target(found)
        # A report is a download, and a page that leads to one stays as it is: it would say for ever that the job runs.
        is_seen = found.kind == "report" or (found.result or {}).get("remarks")
        if found.state == "done" and target and not is_seen:
            return RedirectResponse(target, 303)
        return show("job.html", job=found, target=target, title=JOB_TITLES.get(found.kind, "Job"))

    @router.post("/jobs/{job}/cancel")
    def cancel(job: Number) -> Response:
        """Cancel a job."""
        workspace.jobs.cancel(job)
        return RedirectResponse(f"/jobs/{job}", 303)

    @router.post("/jobs/{job}/repeat")
    def repeat(job: Number) -> Response:
        """Queue a job again that failed or was cancelled."""
        found = workspace.jobs.get(job)
        return RedirectResponse(f"/jobs/{workspace.jobs.submit(found.kind, found.request, shared=True)}", 303)

    return router


def _tell_verdict(workspace: Workspace, identity: int) -> tuple[str, bool]:
    """Return the first sentence about a test set, or what is damaged in it, and whether that is so.

    The sentence is empty if there are no scores yet. A test set that is damaged closes no page but its own.
    """
    try:
        comparison = workspace.comparison(identity)
    except DamagedFileError as error:
        return f"Damaged: {error.message}. {error.remedy}.", True
    if comparison is None:
        return "", False
    return workspace.load(identity).keep("sentence", lambda: judge_comparison(comparison).sentences[0]), False


def find_target(job: Job) -> str:
    """Return the page that shows the result of a job; empty if there is none."""
    result = job.result or {}
    if "page" in result:
        return str(result["page"])
    return f"/sets/{result['test_set']}" if "test_set" in result else ""


def _write_state(job: Job) -> dict[str, object]:
    return {
        "state": job.state,
        "stage": job.stage,
        "done": job.done,
        "total": job.total,
        "target": find_target(job) if job.state == "done" else "",
    }
