"""The organiser's link, where the server can be reached from other machines; ``guard`` asks for what it brings."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from tertium.annotation import LinkError
from tertium.web.guard import ORGANISER_COOKIE


def make_door_router(token: str | None) -> APIRouter:
    """Return the page that takes the organiser's token out of the address."""
    router = APIRouter(include_in_schema=False)

    @router.get("/organise/{given}")
    def enter(given: str, request: Request) -> Response:
        """Put the token into a cookie that other sites cannot use."""
        if token is None or not secrets.compare_digest(given.encode(), token.encode()):
            raise LinkError("this link does not exist", remedy="Take the link that the server printed")
        response = RedirectResponse("/", 303)
        secure = request.url.scheme == "https"
        response.set_cookie(ORGANISER_COOKIE, given, httponly=True, samesite="strict", secure=secure)
        return response

    return router
