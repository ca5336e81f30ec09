"""The audit of a test set: what BLEU leaves open, which differences rest on little, and which edits metrics miss."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from tertium.web.fields import Number
from tertium.web.pages import show
from tertium.web.study_files import find_study, read_study
from tertium.web.study_result import show_result
from tertium.web.workspace import Workspace


def make_audit_router(workspace: Workspace) -> APIRouter:
    """Return the page of the audit.

    Args:
        workspace: The workspace.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/sets/{identity}/audit")
    def audit(identity: Number) -> Response:
        """Show the audit, or the form that starts it."""
        record = workspace.test_set(identity)
        data = read_study(find_study(workspace, identity, "audit"))
        return show("audit.html", record=record, data=data, result=show_result(data))

    @router.post("/sets/{identity}/audit")
    def start(identity: Number) -> Response:
        """Audit the test set as a job; the one that is under way if there is one."""
        record = workspace.test_set(identity)
        request = {"test_set": record.id, "name": record.name}
        return RedirectResponse(f"/jobs/{workspace.jobs.submit('audit', request, shared=True)}", 303)

    return router
