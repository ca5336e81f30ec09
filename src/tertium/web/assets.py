"""What all pages share with static reports: one style sheet and one script, which ``tertium.report`` has."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from tertium.report import read_script, read_style


def make_asset_router() -> APIRouter:
    """Return the routes of the shared files; other files of ``/static`` are the web app's own."""
    router = APIRouter(include_in_schema=False)

    @router.get("/static/page.css")
    def get_style() -> Response:
        return Response(read_style(), media_type="text/css")

    @router.get("/static/page.js")
    def get_script() -> Response:
        return Response(read_script(), media_type="text/javascript")

    return router
