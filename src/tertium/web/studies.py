"""The pages of studies of a test set: machine-translationness and post-editing, agreement with people, audit."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter

from tertium.annotation import CampaignStore
from tertium.web.agreement_page import make_agreement_router
from tertium.web.audit_page import make_audit_router
from tertium.web.examining import make_examining_router
from tertium.web.findings import make_findings_router
from tertium.web.workspace import Workspace


def make_study_router(workspace: Workspace, campaigns: CampaignStore, files: Path | None = None) -> APIRouter:
    """Return the pages of studies.

    Args:
        workspace: The workspace.
        campaigns: The campaigns.
        files: A folder that may have indexes of corpora, beside that of the workspace.
    """
    router = APIRouter(include_in_schema=False)
    router.include_router(make_examining_router(workspace, files))
    router.include_router(make_findings_router(workspace))
    router.include_router(make_agreement_router(workspace, campaigns))
    router.include_router(make_audit_router(workspace))
    return router
