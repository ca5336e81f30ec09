"""The page of a test set: the verdict first, then ranked groups, differences, and where to go on."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from tertium.errors import InputError
from tertium.metrics import parse_all
from tertium.registry import DEFAULT_METRICS
from tertium.report import (
    describe_comparison,
    draw_forest,
    judge_comparison,
    ranking_table,
    write_signatures,
    write_table,
)
from tertium.results import Comparison
from tertium.web.api.reach import ClientReach
from tertium.web.corrected import attach_name
from tertium.web.documents import show_picture
from tertium.web.fields import Number
from tertium.web.forms import read_form
from tertium.web.pages import show
from tertium.web.workspace import StoredTestSet, Workspace
from tertium.web.workspace.digests import find_named, is_named_whole, read_named


def make_set_router(workspace: Workspace) -> APIRouter:
    """Return the pages of test sets.

    Args:
        workspace: The workspace.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/sets/{identity}")
    def verdict(identity: Number) -> Response:
        """Show what a comparison comes to."""
        record = workspace.test_set(identity)
        comparison = workspace.comparison(identity)
        jobs = [job for job in workspace.jobs.list() if not job.is_finished and job.request.get("test_set") == identity]
        if comparison is None:
            return show("unscored.html", record=record, jobs=jobs, metrics=DEFAULT_METRICS)
        return (
            workspace.load(identity).keep("page", lambda: _show_verdict(record, comparison))
            if not jobs
            else (_show_verdict(record, comparison, jobs))
        )

    @router.post("/sets/{identity}/score")
    async def score(identity: Number, request: Request) -> Response:
        """Score a test set by more metrics."""
        body = await request.body()

        def submit() -> int:
            record = workspace.test_set(identity)
            metrics = " ".join(read_form(body, "metrics")).replace(",", " ").split()
            if not metrics:
                raise InputError("no metric was given", remedy="Give one, such as meteor")
            parse_all(map(ClientReach().metric, metrics))
            asked = {"test_set": record.id, "metrics": metrics, "name": record.name}
            return workspace.jobs.submit("score", asked, shared=True)

        return RedirectResponse(f"/jobs/{await run_in_threadpool(submit)}", 303)

    @router.post("/sets/{identity}/remove")
    def remove(identity: Number) -> Response:
        """Remove a test set."""
        workspace.test_set(identity)
        workspace.remove_test_set(identity)
        return RedirectResponse("/", 303)

    @router.get("/sets/{identity}/report")
    def report(identity: Number) -> Response:
        """Return the static report; the page that has it written if it is not there yet."""
        record = workspace.test_set(identity)
        path = _find_report(workspace, record)
        found = find_named(path)
        if found is None:
            return RedirectResponse(f"/sets/{identity}", 303)
        content = read_named(found, "the report is", "Have it written again, on the page of the test set")
        name = "".join(each if each.isalnum() or each in "-_" else "-" for each in record.name)
        return Response(content, media_type="text/html", headers=attach_name(f"{name}.html"))

    @router.post("/sets/{identity}/report")
    def write_report(identity: Number) -> Response:
        """Have the static report written, unless it is there or on the way."""
        record = workspace.test_set(identity)
        path = _find_report(workspace, record)
        found = find_named(path)
        if found is not None and is_named_whole(found):
            return RedirectResponse(f"/sets/{identity}/report", 303)
        request = {"test_set": identity, "name": record.name, "file": path.name}
        return RedirectResponse(f"/jobs/{workspace.jobs.submit('report', request, shared=True)}", 303)

    return router


def _find_report(workspace: Workspace, record: StoredTestSet) -> Path:
    return workspace.folder / "reports" / f"{record.texts[:16]}-{record.id}-{record.revision}.html"


def _show_verdict(record: StoredTestSet, comparison: Comparison, jobs: object = ()) -> Response:
    judged = judge_comparison(comparison)
    document = describe_comparison(comparison)
    # The first table has the scores, which the ranking has too.
    differences = [table for table in document.tables if table.role == "differences"]
    best = judged.ranking.systems
    compared = (best[0].name, best[1].name) if len(best) > 1 else ("", "")
    return show(
        "verdict.html",
        record=record,
        jobs=jobs,
        sentences=judged.sentences,
        ranking=write_table(ranking_table(judged), colours=True),
        forests=[show_picture(draw_forest(each)) for each in judged.rankings],
        differences=[write_table(table) for table in differences],
        signatures=write_signatures(document.signatures),
        # First where the better system is ahead most.
        order=f"-{judged.metric}" if judged.ranking.higher_is_better else judged.metric,
        compared=compared,
    )
