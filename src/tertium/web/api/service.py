"""The JSON API: an application of its own, below ``/api/v1``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tertium.annotation import CampaignStore
from tertium.codec import FieldError
from tertium.errors import InputError, TertiumError
from tertium.usecases import InlineUseCase, count_texts_of
from tertium.web.api.campaign_routes import add_campaign_routes
from tertium.web.api.job_routes import add_job_routes, queue_request
from tertium.web.api.openapi import describe_api
from tertium.web.api.operations import MOST_AT_ONCE, MOST_SEGMENTS, OPERATIONS, read_request
from tertium.web.api.problems import TITLES, describe_error, make_problem, write_pointer
from tertium.web.api.process_pool import Workers
from tertium.web.api.reach import ClientReach
from tertium.web.api.strict_json import parse_strictly
from tertium.web.guard import API
from tertium.web.pages import show
from tertium.web.workspace import Workspace


class Api:
    """The API of a workspace.

    Args:
        workspace: The workspace, which has the jobs.
        store: The campaigns.
        files: The folder whose files clients may use; none if None.
        token: Whether a token is needed, which the description then says.
        seconds: How long a request may take that is answered at once.

    Attributes:
        app: The application, to be mounted at ``/api/v1``.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: CampaignStore,
        *,
        files: Path | None = None,
        token: bool = False,
        seconds: float | None = None,
    ) -> None:
        self._workspace = workspace
        self._files = files
        self._reach = ClientReach(files)
        self._workers = Workers(files) if seconds is None else Workers(files, seconds=seconds)
        self.app = FastAPI(title="Tertium", docs_url=None, redoc_url=None, openapi_url=None)
        self._add_errors()
        for name, operation in OPERATIONS.items():
            self.app.add_api_route(f"/{name}", self._make_route(name, operation), methods=["POST"])
        add_campaign_routes(self.app, store)
        add_job_routes(self.app, workspace)
        description = describe_api(token=token)

        @self.app.get("/openapi.json")
        def describe() -> Response:
            """Return the description of the API."""
            return JSONResponse(description)

        examples = {
            name.replace("/", "_"): [json.dumps(example, ensure_ascii=False) for example in operation.examples]
            for name, operation in OPERATIONS.items()
        }

        @self.app.get("/docs")
        def explain(request: Request) -> Response:
            """Return the description of the API as a page."""
            address = f"{request.url.scheme}://{request.headers.get('host', '')}"
            return show("api.html", description=description, titles=TITLES, examples=examples, address=address)

    async def answer(self, name: str, request: Any) -> Response:
        """Return the answer to a request of the server's own, one of ``OTHER_OPERATIONS``."""
        return await self._workers.answer(name, request)

    async def close(self) -> None:
        """End what is still computed."""
        await self._workers.close()

    def _make_route(self, name: str, operation: InlineUseCase) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            body = await _read_body(request)
            data, parsed = await asyncio.to_thread(_parse, body, operation, self._reach)
            too_large = len(body) > MOST_AT_ONCE or count_texts_of(parsed) > MOST_SEGMENTS
            if too_large or _prefers_job(request):
                return await asyncio.to_thread(queue_request, self._workspace, name, body, self._files)
            return await self._workers.answer(name, data)

        answer.__doc__ = operation.request.__doc__
        return answer

    def _list_methods(self, path: str) -> list[str]:
        """Return all methods of a path; a router names only those of the first route that has it."""
        found = [route for route in self.app.routes if isinstance(route, Route) and route.path_regex.match(path)]
        return sorted({method for route in found for method in route.methods or ()})

    def _add_errors(self) -> None:
        @self.app.exception_handler(TertiumError)
        def refuse(_: Request, error: Exception) -> Response:
            known = error if isinstance(error, TertiumError) else TertiumError(str(error))
            return make_problem(**describe_error(known))

        @self.app.exception_handler(FieldError)
        def refuse_body(_: Request, error: Exception) -> Response:
            assert isinstance(error, FieldError)  # noqa: S101  # for the type checker
            return make_problem(**describe_error(error))

        @self.app.exception_handler(RequestValidationError)
        def refuse_parameters(_: Request, error: Exception) -> Response:
            found = error.errors() if isinstance(error, RequestValidationError) else []
            places = [[part for part in each["loc"] if part != "body"] for each in found]
            errors = [
                {"pointer": write_pointer(place), "detail": each["msg"]}
                for place, each in zip(places, found, strict=True)
            ]
            return make_problem("fields", 422, f"{errors[0]['pointer']}: {errors[0]['detail']}", errors=errors)

        @self.app.exception_handler(HTTPException)
        def refuse_path(request: Request, error: Exception) -> Response:
            assert isinstance(error, HTTPException)  # noqa: S101  # for the type checker
            kind = {404: "not-found", 405: "method", 413: "too-large", 415: "media-type"}.get(
                error.status_code, "not-json"
            )
            headers = dict(error.headers or {})
            if error.status_code == 405:
                headers["Allow"] = ", ".join(self._list_methods(request.scope["path"].removeprefix(API)))
            return make_problem(kind, error.status_code, error.detail, headers=headers)


class _UnreadableBody(HTTPException):
    pass


async def _read_body(request: Request) -> bytes:
    given = request.headers.get("content-type", "")
    kind, _, rest = given.partition(";")
    charset = rest.strip().casefold().replace('"', "").replace(" ", "")
    if kind.strip().casefold() != "application/json" or charset not in ("", "charset=utf-8"):
        raise HTTPException(
            415, "the body is not application/json in UTF-8: send the header 'Content-Type: application/json'"
        )
    return await request.body()


def _parse(body: bytes, operation: InlineUseCase, reach: ClientReach) -> tuple[Any, object]:
    try:
        data = parse_strictly(body)
    except InputError as error:
        raise _UnreadableBody(400, f"{error.message}. {error.remedy}") from error
    return data, read_request(operation, data, reach)


def _prefers_job(request: Request) -> bool:
    wishes = ",".join(request.headers.getlist("prefer")).casefold().split(",")
    return "respond-async" in (wish.partition(";")[0].strip() for wish in wishes)
