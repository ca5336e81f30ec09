"""The segment browser: any page of any order of any search, as fast as the first."""

from __future__ import annotations

import math

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tertium.report import name_metric
from tertium.web.fields import read_number
from tertium.web.pages import show
from tertium.web.segment_query import SegmentQuery
from tertium.web.segment_rows import choose_metric, write_rows
from tertium.web.workspace import LoadedSet, Workspace

ROWS = 50


def make_segment_router(workspace: Workspace) -> APIRouter:
    """Return the segment browser.

    Args:
        workspace: The workspace.
    """
    router = APIRouter(include_in_schema=False)

    # A plain route, and no thread: a page takes two milliseconds, and half of that would be spent on passing it on.
    async def browse(request: Request) -> Response:
        identity = read_number(request.path_params["identity"])
        if not identity:  # not a number, or too large
            raise HTTPException(404)
        loaded = workspace.load(identity)
        query = SegmentQuery.read(request.query_params, loaded)
        if not query.is_quick(loaded):
            await run_in_threadpool(query.select, loaded)
        return show_segments(loaded, query)

    router.add_route("/sets/{identity}/segments", browse)
    return router


def show_segments(loaded: LoadedSet, query: SegmentQuery) -> Response:
    """Return a page of segments."""
    listed = query.select(loaded)
    pages = max(1, math.ceil(len(listed) / ROWS))
    page = min(query.page, pages)
    numbers = (listed[(page - 1) * ROWS : page * ROWS] + 1).tolist()
    return show(
        "segments.html",
        record=loaded.record,
        query=query,
        metric=choose_metric(loaded, query),
        rows=write_rows(loaded, query, numbers),
        count=len(listed),
        page=page,
        pages=pages,
        first=(page - 1) * ROWS + 1,
        sorts=_list_sorts(loaded, query),
        documents=loaded.documents(),
    )


def _list_sorts(loaded: LoadedSet, query: SegmentQuery) -> list[tuple[str, str]]:
    """Return the orders with their names. Of two systems it is the difference that segments are sorted by."""
    sorts = [("", "file order"), ("-", "file order, last first")]
    for spec in loaded.record.specs:
        name = name_metric(spec)
        if query.b:
            # The names come last, since they may be long and lists are narrow.
            pair = f"({query.a} \N{MINUS SIGN} {query.b})"
            sorts += [
                (f"-{spec}", f"{name} difference, largest first {pair}"),
                (spec, f"{name} difference, smallest first {pair}"),
            ]
        else:
            sorts += [(spec, f"{name}, lowest first"), (f"-{spec}", f"{name}, highest first")]
    return sorts
