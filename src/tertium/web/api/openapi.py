"""The description of the API, OpenAPI 3.1: made from the models of requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getdoc
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from tertium._core import __version__
from tertium.web.api.campaign_routes import CampaignJudgmentsAnswer, CampaignsAnswer
from tertium.web.api.job_routes import JobData, JobsAnswer
from tertium.web.api.operations import OPERATIONS, Operation
from tertium.web.api.problems import MEDIA_TYPE, Problem
from tertium.web.api.request_fields import MOST_AT_ONCE, MOST_SEGMENTS

_REF = "#/components/schemas/{model}"

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
    models: list[type[BaseModel]] = [Problem, CampaignsAnswer, CampaignJudgmentsAnswer, JobData, JobsAnswer]
    for operation in OPERATIONS.values():
        models += [operation.request, operation.answer]
    names, definitions = models_json_schema(
        [(model, "validation") for model in dict.fromkeys(models)], ref_template=_REF
    )
    refs = {model: schema for (model, _), schema in names.items()}
    description: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Tertium", "version": __version__, "description": _ABOUT},
        "servers": [{"url": "/api/v1"}],
        "paths": _list_paths(refs),
        "components": {"schemas": definitions["$defs"]},
    }
    if token:
        description["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        description["security"] = [{"token": []}]
    return description


def _list_paths(refs: Mapping[Any, Any]) -> dict[str, Any]:
    paths: dict[str, Any] = {
        f"/{name}": {"post": _describe_operation(name, operation, refs)} for name, operation in OPERATIONS.items()
    }
    paths["/judgments"]["get"] = {
        "operationId": "list_campaigns",
        "summary": "List the campaigns",
        "responses": _list_responses(refs, CampaignsAnswer, _ALWAYS),
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
            "responses": _list_responses(refs, CampaignJudgmentsAnswer, (*_ALWAYS, 404, 422)),
        }
    }
    paths.update(_list_job_paths(refs))
    return paths


def _list_job_paths(refs: Mapping[Any, Any]) -> dict[str, Any]:
    number = {
        "name": "job",
        "in": "path",
        "required": True,
        "description": "The number of a job.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 2**53},
    }
    wrong = (*_ALWAYS, 404, 422)
    answers = [schema for model, schema in refs.items() if model in {each.answer for each in OPERATIONS.values()}]
    result = _list_responses(refs, JobData, (*wrong, 409))
    result["200"] = {
        "description": "The answer, as the request would have got it at once.",
        "content": {"application/json": {"schema": {"anyOf": answers}}},
    }
    return {
        "/jobs": {
            "get": {
                "operationId": "list_jobs",
                "summary": "List the last jobs",
                "responses": _list_responses(refs, JobsAnswer, _ALWAYS),
            }
        },
        "/jobs/{job}": {
            "get": {
                "operationId": "show_job",
                "summary": "Return the state of a job",
                "parameters": [number],
                "responses": _list_responses(refs, JobData, wrong),
            },
            "delete": {
                "operationId": "cancel_job",
                "summary": "Cancel a job",
                "parameters": [number],
                "responses": _list_responses(refs, JobData, wrong),
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


def _describe_operation(name: str, operation: Operation, refs: Mapping[Any, Any]) -> dict[str, Any]:
    return {
        "operationId": name.replace("/", "_"),
        "summary": operation.summary,
        "description": getdoc(operation.request),
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": refs[operation.request]}},
        },
        "parameters": [_PREFER],
        "responses": {**_list_responses(refs, operation.answer, _WITH_BODY), "202": _describe_job(refs)},
    }


def _describe_job(refs: Mapping[Any, Any]) -> dict[str, Any]:
    links = {
        name: {"operationId": name, "parameters": {"job": "$response.body#/id"}}
        for name in ("show_job", "show_result", "cancel_job")
    }
    return {
        "description": "The request is a job.",
        "headers": {"Location": {"description": "Where the job is.", "required": True, "schema": {"type": "string"}}},
        "content": {"application/json": {"schema": refs[JobData]}},
        "links": links,
    }


def _list_responses(
    refs: Mapping[Any, Any], answer: type[BaseModel], statuses: tuple[int, ...]
) -> dict[str, dict[str, Any]]:
    wrong = {
        str(status): {"description": _WRONG[status], "content": {MEDIA_TYPE: {"schema": refs[Problem]}}}
        for status in statuses
    }
    found = {"description": getdoc(answer), "content": {"application/json": {"schema": refs[answer]}}}
    return {"200": found, **wrong}
