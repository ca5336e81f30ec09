"""How far metrics agree with people: judgments from a file or a campaign, and which metric agrees best."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from tertium.annotation import CampaignStore
from tertium.errors import InputError, SpecError
from tertium.registry import COEFFICIENTS, LEVELS
from tertium.web.fields import Number, read_fields
from tertium.web.multipart import receive_form
from tertium.web.pages import show
from tertium.web.study_files import find_study, read_study
from tertium.web.study_result import show_result
from tertium.web.workspace import StoredTestSet, Workspace

_USUAL = {"level": "pooled", "statistic": "pearson"}


def make_agreement_router(workspace: Workspace, campaigns: CampaignStore) -> APIRouter:
    """Return the page of agreement with people.

    Args:
        workspace: The workspace.
        campaigns: The campaigns, whose judgments can be taken.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/sets/{identity}/agreement")
    def agreement(identity: Number) -> Response:
        """Show which metric agrees best with the annotators, and offer judgments to take."""
        record = workspace.test_set(identity)
        data = read_study(find_study(workspace, identity, "agreement"))
        return show(
            "agreement.html",
            record=record,
            data=data,
            result=show_result(data),
            campaigns=_list_campaigns(workspace, campaigns, record),
            levels=LEVELS,
            statistics=tuple(COEFFICIENTS),
            usual=_USUAL,
        )

    @router.post("/upload/judgments/{identity}")
    async def upload(identity: Number, request: Request) -> Response:
        """Take a file of judgments, and correlate."""
        await run_in_threadpool(workspace.jobs.require_room)
        form = await receive_form(request, workspace.files)
        if not form.files:
            raise InputError("no file of judgments was chosen", remedy="Choose a file")
        origin = {"file": {"name": form.files[0].name, "digest": form.files[0].digest}}
        return await run_in_threadpool(_start, workspace, identity, origin, form.fields)

    @router.post("/sets/{identity}/agreement")
    async def correlate(identity: Number, request: Request) -> Response:
        """Take the judgments of a campaign, or ask something else of those that were taken."""
        fields = read_fields(await request.body())

        def start() -> Response:
            name = fields.get("campaign", "")
            origin: Mapping[str, Any]
            if name:
                origin = {"campaign": campaigns.campaign(name).name, "campaigns": str(Path(campaigns.path).resolve())}
            else:
                before = read_study(find_study(workspace, identity, "agreement"))
                if before is None:
                    raise SpecError("there are no judgments yet", remedy="Upload a file, or choose a campaign")
                origin = before["request"]
            return _start(workspace, identity, origin, fields)

        return await run_in_threadpool(start)

    return router


def _start(workspace: Workspace, identity: int, origin: Mapping[str, Any], fields: Mapping[str, str]) -> Response:
    record = workspace.test_set(identity)
    asked = {"judgment": fields.get("judgment", "")[:80]}
    for name, offered in (("level", LEVELS), ("statistic", COEFFICIENTS)):
        asked[name] = fields.get(name, "") or _USUAL[name]
        if asked[name] not in offered:
            raise SpecError(f"there is no {name} {asked[name]!r}", remedy=f"There are: {', '.join(offered)}")
    request = {"test_set": record.id, "name": record.name, **origin, **asked}
    return RedirectResponse(f"/jobs/{workspace.jobs.submit('agreement', request, shared=True)}", 303)


def _list_campaigns(workspace: Workspace, campaigns: CampaignStore, record: StoredTestSet) -> list[tuple[str, int]]:
    """Return the campaigns in which outputs of this test set are judged, and how many items are done."""
    found = []
    texts: Mapping[str, Any] | None = None
    for campaign in campaigns.campaigns():
        if campaign.segments != record.segments or not set(campaign.systems) <= set(record.systems):
            continue
        judged = campaigns.test_set(campaign.name)
        if texts is None:
            texts = workspace.read_test_set(record.id).systems
        if all(list(outputs) == list(texts[name]) for name, outputs in judged.systems.items()):
            found.append((campaign.name, sum(each.done for each in campaigns.annotators(campaign.name))))
    return found
