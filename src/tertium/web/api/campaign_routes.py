"""``/api/v1/judgments``: the campaigns of the workspace, and what they have collected."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI
from fastapi import Path as InPath
from pydantic import BaseModel, Field
from starlette.responses import Response

from tertium.human import CampaignStore, export_judgments
from tertium.report import write_json
from tertium.web.api.judgments_request import JudgmentData
from tertium.web.api.problems import make_problem

CampaignName = Annotated[str, InPath(max_length=500, description="The name of a campaign.")]


class CampaignData(BaseModel):
    """A campaign of the workspace."""

    name: str
    protocol: str
    segments: int
    systems: list[str]


class CampaignsAnswer(BaseModel):
    """The campaigns of the workspace."""

    campaigns: list[CampaignData] = Field(description="In the order in which they were prepared.")


class CampaignJudgmentsAnswer(BaseModel):
    """The judgments of a campaign, as ``POST /api/v1/judgments`` takes them."""

    judgments: list[JudgmentData]


def add_campaign_routes(app: FastAPI, store: CampaignStore) -> None:
    """Add the routes of campaigns.

    Args:
        app: The API.
        store: The campaigns.
    """

    @app.get("/judgments")
    def list_campaigns() -> Response:
        """List the campaigns."""
        rows = [
            {
                "name": each.name,
                "protocol": each.protocol,
                "segments": each.segments,
                "systems": list(each.systems),
            }
            for each in store.campaigns()
        ]
        return _answer({"campaigns": rows})

    @app.get("/judgments/{campaign}")
    def export(campaign: CampaignName) -> Response:
        """Return the judgments of a campaign."""
        names = [each.name for each in store.campaigns()]
        if campaign not in names:
            known = ", ".join(names) or "none"
            return make_problem("not-found", 404, f"there is no campaign {campaign!r}", remedy=f"There are: {known}")
        columns = export_judgments(store, campaign).to_dict()
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        return _answer({"judgments": rows})


def _answer(data: object) -> Response:
    return Response(write_json(data), media_type="application/json")
