"""The application: one router per family of pages, and what is done with errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from tertium.annotation import CampaignStore
from tertium.errors import InputError, TertiumError
from tertium.web.api import Api, make_problem
from tertium.web.asking import make_asking_router
from tertium.web.assets import make_asset_router
from tertium.web.door import make_door_router
from tertium.web.guard import API, Guard
from tertium.web.home import make_home_router
from tertium.web.judging import make_router, show_error
from tertium.web.languagetool import make_languagetool_router
from tertium.web.organising import make_organiser_router
from tertium.web.pages import FOLDER
from tertium.web.segment_views import make_segment_view_router
from tertium.web.segments import make_segment_router
from tertium.web.served_files import ServedFiles
from tertium.web.sets import make_set_router
from tertium.web.studies import make_study_router
from tertium.web.uploads import make_upload_router
from tertium.web.workspace import MissingRecordError, Workspace

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def make_app(
    workspace: str | Path,
    *,
    hosts: Sequence[str] = LOOPBACK,
    token: str | None = None,
    files: str | Path | None = None,
) -> ASGIApp:
    """Return the application of a workspace.

    Args:
        workspace: The folder, or its ``campaigns.sqlite``.
        hosts: The names of the host that are answered.
        token: What the organiser's link has, if the server can be reached from other machines. Pages of annotators
            need their own links only.
        files: The folder whose files may be chosen in the browser and used by clients of the API: test sets, models,
            indexes, word lists. None by default.

    Raises:
        InputError: A folder does not exist, or another server uses the workspace.
    """
    place = Path(workspace)
    if not place.exists():
        raise InputError("there is no such folder", file=place, remedy="Create it first, or give another one")
    folder = place if place.is_dir() else place.parent
    campaigns = CampaignStore(folder / "campaigns.sqlite" if place.is_dir() else place)
    allowed = _check_files(files)
    opened = Workspace.open(folder)
    opened.jobs.own()  # before the address is printed
    api = Api(opened, campaigns, files=allowed, token=token is not None)

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        opened.jobs.start()
        opened.files.forget_unfinished()
        try:
            yield
        finally:
            await api.close()
            opened.close()
            campaigns.close()

    app = FastAPI(title="Tertium", docs_url=None, redoc_url=None, openapi_url=None, lifespan=live)
    app.include_router(make_home_router(opened, campaigns))
    app.include_router(make_upload_router(opened, None if allowed is None else ServedFiles(allowed)))
    app.include_router(make_set_router(opened))
    app.include_router(make_segment_router(opened))
    app.include_router(make_segment_view_router(opened))
    app.include_router(make_study_router(opened, campaigns, allowed))
    app.include_router(make_router(campaigns))
    app.include_router(make_organiser_router(campaigns))
    app.include_router(make_asking_router(opened, campaigns))
    app.include_router(make_languagetool_router(api, [folder / "indexes", *([allowed] if allowed else [])]))
    app.include_router(make_door_router(token))
    app.include_router(make_asset_router())
    app.mount(API, api.app)
    app.mount("/static", StaticFiles(directory=FOLDER / "static"))
    _handle_errors(app)
    return Guard(app, hosts, token=token)


def _handle_errors(app: FastAPI) -> None:
    @app.exception_handler(TertiumError)
    def refuse(request: Request, error: Exception) -> Response:
        known = error if isinstance(error, TertiumError) else TertiumError(str(error))
        return show_error(known, request.url.path)

    @app.exception_handler(RequestValidationError)
    def refuse_fields(request: Request, __: Exception) -> Response:
        error = InputError(
            "there is no such page: a part of the address is not a number, or too large",
            remedy="Go back to the last page",
        )
        return show_error(error, request.url.path)

    @app.exception_handler(HTTPException)
    def refuse_path(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        # A path with a line break is not handed on to what is mounted.
        if request.scope["path"].startswith(f"{API}/"):
            return make_problem("not-found", status, "there is no such path", remedy="See /api/v1/docs")
        missing = MissingRecordError("there is no such page", remedy="Go back to the last page")
        page = show_error(missing, request.url.path)
        page.status_code = status
        return page


def _check_files(files: str | Path | None) -> Path | None:
    if files is None:
        return None
    if not Path(files).is_dir():
        raise InputError("there is no such folder of files", file=files, remedy="Give a folder, or leave it out")
    return Path(files).resolve()
