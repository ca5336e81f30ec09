"""Machine-translationness and post-editing: findings in context, what is decided about them, and the corrected text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from tertium.errors import SpecError
from tertium.report import describe_decisions, render
from tertium.web.addresses import find_system, findings_address
from tertium.web.corrected import attach_name, write_corrected
from tertium.web.deciding import ConflictError, DecisionMade, decide
from tertium.web.fields import Number, read_fields, read_number
from tertium.web.findings_view import FindingsFilter, Place, read_place, view_findings, write_place
from tertium.web.pages import show
from tertium.web.reviews import OpenReview, Reviews
from tertium.web.word_places import view_places
from tertium.web.workspace import StoredTestSet, Workspace

_VIEW = ("kind", "state", "find", "page", "by")


def make_findings_router(workspace: Workspace) -> APIRouter:
    """Return the pages of findings.

    Args:
        workspace: The workspace.
    """
    router = APIRouter(include_in_schema=False)
    reviews = Reviews(workspace)

    @router.get("/sets/{identity}/mtness/{system:path}")
    def findings(identity: Number, system: str, request: Request) -> Response:
        """Show findings in context, with what can be decided."""
        record = workspace.test_set(identity)
        name = find_system(record.systems, system)
        with reviews.take(identity, name, request.query_params.get("by", "")) as opened:
            if opened is None:
                return RedirectResponse(f"/sets/{identity}/mtness", 303)
            return _show(record, opened, dict(request.query_params))

    @router.post("/sets/{identity}/decisions/{system:path}")
    async def decide_about(identity: Number, system: str, request: Request) -> Response:
        """Store a decision, and show the next finding. What was stored before is not stored again."""
        fields = read_fields(await request.body())

        def store_it() -> Response:
            record = workspace.test_set(identity)
            name = find_system(record.systems, system)
            with reviews.take(identity, name, fields.get("by", "")) as opened:
                if opened is None:
                    raise SpecError("this system was not examined yet", remedy="Examine it first")
                return _decide(record, opened, fields)

        return await run_in_threadpool(store_it)

    @router.get("/sets/{identity}/decisions/{system:path}")
    def decisions(identity: Number, system: str) -> Response:
        """Return the decisions about a text as a table."""
        record = workspace.test_set(identity)
        name = find_system(record.systems, system)
        with reviews.take(identity, name) as opened:
            made = opened.review.decisions if opened else []
        table = render(describe_decisions(made[::-1], record.name), "tsv")
        headers = attach_name(f"{name}.decisions.tsv")
        return Response(table, media_type="text/tab-separated-values; charset=utf-8", headers=headers)

    @router.get("/sets/{identity}/corrected/{system:path}")
    def corrected(identity: Number, system: str) -> Response:
        """Return the corrected document, as it was uploaded but for the accepted edits."""
        record = workspace.test_set(identity)
        with reviews.take(identity, find_system(record.systems, system)) as opened:
            if opened is None:
                raise SpecError("this system was not examined yet", remedy="Examine it first")
            name, content = write_corrected(opened)
        return Response(content, media_type="application/octet-stream", headers=attach_name(name))

    return router


def _show(
    record: StoredTestSet, opened: OpenReview, query: Mapping[str, str], status: int = 200, problem: str = ""
) -> Response:
    """Return the page of findings; after something that was not possible, of one segment, with what is so now."""
    view = {name: query.get(name, "") for name in _VIEW}
    segment = read_number(query.get("segment", ""))
    wanted = FindingsFilter(view["kind"], view["state"], view["find"], segment)
    shown = view_findings(opened, wanted, read_number(view["page"], 1))
    address = findings_address(record.id, opened.system)
    opened_place = read_place(query.get("places", ""))
    done = read_number(query.get("done", ""))
    made = [each for each in opened.review.decisions if done and done in (each.id, each.cause)]
    return show(
        "findings.html",
        status,
        record=record,
        system=opened.system,
        data=opened.data,
        shown=shown,
        view={**view, "page": shown.page},
        problem=problem,
        done=made,
        undone=read_number(query.get("undone", "")),
        stayed=read_number(query.get("stayed", "")),
        only=segment,
        word=view_places(opened.review, opened_place) if opened_place else None,
        kinds=_sort_kinds(shown.kinds),
        address=address,
        decisions=findings_address(record.id, opened.system, part="decisions"),
        corrected=findings_address(record.id, opened.system, part="corrected"),
        pages=[
            findings_address(record.id, opened.system, {**view, "page": number}) for number in range(1, shown.pages + 1)
        ],
        annotator=view["by"],
    )


def _sort_kinds(kinds: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(kinds.items(), key=lambda each: (-each[1], each[0]))


def _decide(record: StoredTestSet, opened: OpenReview, fields: Mapping[str, str]) -> Response:
    view = {name: fields.get(name, "") for name in _VIEW}
    wanted = FindingsFilter(view["kind"], view["state"], view["find"])
    before = view_findings(opened, wanted).order
    try:
        outcome = decide(opened.review, fields)
    except ConflictError as error:
        return _show(record, opened, {**view, "segment": str(error.segment)}, 409, f"{error.message}. {error.remedy}.")
    except SpecError as error:
        segment = fields.get("place", "").partition("-")[0]
        asked = {**view, "kind": "", "state": "", "find": "", "segment": segment}
        return _show(record, opened, asked, 422, f"{error.message}. {error.remedy}." if error.remedy else error.message)
    query = {**view, **_tell(outcome)}
    after = _find_next(opened, before, outcome)
    return RedirectResponse(
        f"{findings_address(record.id, opened.system, query)}{f'#f-{write_place(after)}' if after else ''}", 303
    )


def _tell(outcome: DecisionMade) -> dict[str, Any]:
    if outcome.undone:
        return {"undone": outcome.number}
    return {"done": outcome.number, "stayed": outcome.stayed or ""}


def _find_next(opened: OpenReview, order: Sequence[Place], outcome: DecisionMade) -> Place | None:
    """Return the place to go on at: the next open finding after a decision; after an undone one its own."""
    place = outcome.place
    if outcome.undone or place is None:
        return place
    places = [each for each in order if each > place] + [each for each in order if each < place]
    waiting = {each.place: each for each in opened.review.waiting}
    return next((each for each in places if opened.review.is_open(waiting[each])), None)
