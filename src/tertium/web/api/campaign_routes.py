"""``/api/v1/judgments``: the campaigns of the workspace, and what they have collected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import FastAPI
from fastapi import Path as InPath
from starlette.responses import Response

from tertium.annotation import CampaignStore, export_judgments
from tertium.json_result import JsonResult
from tertium.report import write_json
from tertium.usecases import Judgment
from tertium.web.api.problems import make_problem

CampaignName = Annotated[str, InPath(max_length=500, description="The name of a campaign.")]


@dataclass(frozen=True, kw_only=True)
class CampaignSummary(JsonResult):
    """A campaign of the workspace.

    Attributes:
        name: Its name.
        protocol: Its protocol.
        segments: How many segments it has.
        systems: The systems that are judged.
    """

    name: str
    protocol: str
    segments: int
    systems: Sequence[str]


@dataclass(frozen=True)
class Campaigns(JsonResult):
    """The campaigns of the workspace.

    Attributes:
        campaigns: In the order in which they were prepared.
    """

    campaigns: Sequence[CampaignSummary]


@dataclass(frozen=True)
class CampaignJudgments(JsonResult):
    """The judgments of a campaign, as ``POST /api/v1/judgments`` takes them.

    Attributes:
        judgments: The judgments.
    """

    judgments: Sequence[Judgment]


def add_campaign_routes(app: FastAPI, store: CampaignStore) -> None:
    """Add the routes of campaigns.

    Args:
        app: The API.
        store: The campaigns.
    """

    @app.get("/judgments")
    def list_campaigns() -> Response:
        """List the campaigns."""
        return _answer(
            Campaigns(
                [
                    CampaignSummary(
                        name=each.name, protocol=each.protocol, segments=each.segments, systems=each.systems
                    )
                    for each in store.campaigns()
                ]
            )
        )

    @app.get("/judgments/{campaign}")
    def export(campaign: CampaignName) -> Response:
        """Return the judgments of a campaign."""
        names = [each.name for each in store.campaigns()]
        if campaign not in names:
            known = ", ".join(names) or "none"
            return make_problem("not-found", 404, f"there is no campaign {campaign!r}", remedy=f"There are: {known}")
        columns = export_judgments(store, campaign).to_dict()
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        return _answer(CampaignJudgments([Judgment(**row) for row in rows]))


def _answer(found: JsonResult) -> Response:
    return Response(write_json(found.to_dict()), media_type="application/json")
