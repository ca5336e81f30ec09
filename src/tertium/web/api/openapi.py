"""The description of the API, OpenAPI 3.1: made from the models of requests and answers."""

from __future__ import annotations

from inspect import getdoc
from typing import Any

from tertium._core import __version__
from tertium.codec import describe_requests, describe_results
from tertium.registry import load
from tertium.usecases import InlineUseCase
from tertium.web.api.campaign_routes import CampaignJudgments, Campaigns
from tertium.web.api.job_routes import JobStatus, LastJobs
from tertium.web.api.operations import MOST_AT_ONCE, MOST_SEGMENTS, OPERATIONS
from tertium.web.api.problems import MEDIA_TYPE, Problem

_REF = "#/components/schemas/{name}"

_ABOUT = (
    f"Requests of up to {MOST_SEGMENTS:,} segments and {MOST_AT_ONCE:,} bytes are answered at once. "
    "Others, and those with the header `Prefer: respond-async`, become jobs (202). Errors are problems (RFC 9457)."
)

_PREFER = {
    "name": "Prefer",
    "in": "header",
    "description": "`respond-async` makes a small request a job, too (RFC 7240). Other wishes are not heard.",
    "schema": {"type": "string"},
    "example": "respond-async",
}

_WRONG = {
    400: "The body is not JSON.",
    403: "The request names a file or a server that clients may not name.",
    404: "There is no such resource.",
    408: "The request took too long to arrive.",
    409: "The job is in another state.",
    413: "The request is too large to be answered, or to be answered at once.",
    415: "The body is not application/json.",
    422: "Fields are wrong, or texts cannot be used.",
    429: "Too many jobs are waiting.",
    503: "The server is busy.",
}
_ALWAYS = (403,)
_WITH_BODY = (400, 403, 408, 413, 415, 422, 429, 503)


def describe_api(*, token: bool = False) -> dict[str, Any]:
    """Return the description.

    Args:
        token: Whether a token is needed.
    """
    schemas = describe_requests([each.request for each in OPERATIONS.values()], _REF)
    for each in OPERATIONS.values():
        schemas[each.request.__name__]["examples"] = list(each.examples)
    others = [Problem, Campaigns, CampaignJudgments, JobStatus, LastJobs]
    describe_results([*map(_find_result, OPERATIONS.values()), *others], schemas, _REF)
    description: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Tertium", "version": __version__, "description": _ABOUT},
        "servers": [{"url": "/api/v1"}],
        "paths": _list_paths(),
        "components": {"schemas": schemas},
    }
    if token:
        description["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        description["security"] = [{"token": []}]
    return description


def _find_result(operation: InlineUseCase) -> Any:
    """Return the class of the results of an operation."""
    if not isinstance(operation.result, str):
        return operation.result
    return load({operation.summary: operation.result}, operation.summary, "result")


def _refer(kind: type) -> dict[str, str]:
    return {"$ref": _REF.format(name=kind.__name__)}


def _list_paths() -> dict[str, Any]:
    paths: dict[str, Any] = {
        f"/{name}": {"post": _describe_operation(name, operation)} for name, operation in OPERATIONS.items()
    }
    paths["/judgments"]["get"] = {
        "operationId": "list_campaigns",
        "summary": "List the campaigns",
        "responses": _list_responses(Campaigns, _ALWAYS),
    }
    parameter = {
        "name": "campaign",
        "in": "path",
        "required": True,
        "description": "The name of a campaign.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 500},
    }
    paths["/judgments/{campaign}"] = {
        "get": {
            "operationId": "export_judgments",
            "summary": "Return the judgments of a campaign",
            "parameters": [parameter],
            "responses": _list_responses(CampaignJudgments, (*_ALWAYS, 404, 422)),
        }
    }
    paths.update(_list_job_paths())
    return paths


def _list_job_paths() -> dict[str, Any]:
    number = {
        "name": "job",
        "in": "path",
        "required": True,
        "description": "The number of a job.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 2**53},
    }
    wrong = (*_ALWAYS, 404, 422)
    answers = [_refer(_find_result(each)) for each in OPERATIONS.values()]
    result = _list_responses(JobStatus, (*wrong, 409))
    result["200"] = {
        "description": "The answer, as the request would have got it at once.",
        "content": {"application/json": {"schema": {"anyOf": answers}}},
    }
    return {
        "/jobs": {
            "get": {
                "operationId": "list_jobs",
                "summary": "List the last jobs",
                "responses": _list_responses(LastJobs, _ALWAYS),
            }
        },
        "/jobs/{job}": {
            "get": {
                "operationId": "show_job",
                "summary": "Return the state of a job",
                "parameters": [number],
                "responses": _list_responses(JobStatus, wrong),
            },
            "delete": {
                "operationId": "cancel_job",
                "summary": "Cancel a job",
                "parameters": [number],
                "responses": _list_responses(JobStatus, wrong),
            },
        },
        "/jobs/{job}/result": {
            "get": {
                "operationId": "show_result",
                "summary": "Return the answer that a job has computed",
                "parameters": [number],
                "responses": result,
            }
        },
    }


def _describe_operation(name: str, operation: InlineUseCase) -> dict[str, Any]:
    return {
        "operationId": name.replace("/", "_"),
        "summary": operation.summary,
        "description": getdoc(operation.request),
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _refer(operation.request)}},
        },
        "parameters": [_PREFER],
        "responses": {**_list_responses(_find_result(operation), _WITH_BODY), "202": _describe_job()},
    }


def _describe_job() -> dict[str, Any]:
    links = {
        name: {"operationId": name, "parameters": {"job": "$response.body#/id"}}
        for name in ("show_job", "show_result", "cancel_job")
    }
    return {
        "description": "The request is a job.",
        "headers": {"Location": {"description": "Where the job is.", "required": True, "schema": {"type": "string"}}},
        "content": {"application/json": {"schema": _refer(JobStatus)}},
        "links": links,
    }


def _list_responses(answer: type, statuses: tuple[int, ...]) -> dict[str, dict[str, Any]]:
    wrong = {
        str(status): {"description": _WRONG[status], "content": {MEDIA_TYPE: {"schema": _refer(Problem)}}}
        for status in statuses
    }
    about = (getdoc(answer) or "").partition("\n\n")[0]
    found = {"description": about, "content": {"application/json": {"schema": _refer(answer)}}}
    return {"200": found, **wrong}
