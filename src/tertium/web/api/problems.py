"""Errors as RFC 9457 problems: ``application/problem+json`` with our file, line and remedy."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from tertium.annotation import LinkError
from tertium.codec import FieldError
from tertium.errors import InputError, InternalError, TertiumError
from tertium.json_result import JsonResult
from tertium.printable import make_printable
from tertium.web.api.reach import ReachError

MEDIA_TYPE = "application/problem+json"

# The end of the type of each kind of problem, and its title. Types are links into the page of this API.
TITLES: Mapping[str, str] = {
    "not-json": "The body cannot be read",
    "fields": "Fields are missing or wrong",
    "input": "The texts cannot be used",
    "spec": "There is no such metric, setting or resource",
    "reach": "Clients may not name this",
    "not-found": "There is no such resource",
    "method": "The resource does not have this method",
    "media-type": "The type of the body is not known",
    "too-large": "The request is too large",
    "too-long": "The computation takes too long to be answered at once",
    "too-slow": "The request took too long to arrive",
    "busy": "The server is busy",
    "token": "A token is needed",
    "other-site": "The request comes from another site",
    "host": "The server does not answer for that host",
    "state": "The job is in another state",
    "internal": "The server failed",
}


@dataclass(frozen=True, kw_only=True)
class FieldProblem(JsonResult):
    """What is wrong with one field.

    Attributes:
        pointer: The JSON pointer of the field (RFC 6901).
        detail: What is wrong with it.
    """

    pointer: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class Problem(JsonResult):
    """A problem (RFC 9457).

    Attributes:
        type: The kind of problem, as a link to its description.
        title: The kind of problem, in words.
        status: The status of the answer.
        detail: What is wrong.
        remedy: What to do about it.
        file: The file with the problem, if there is one.
        line: The line of that file, from 1.
        errors: What is wrong with each field, if fields are wrong.
    """

    type: str
    title: str
    status: int
    detail: str
    remedy: str | None
    file: str | None
    line: int | None
    errors: Sequence[FieldProblem]


class ProblemResponse(Response):
    """An answer that is a problem."""

    media_type = MEDIA_TYPE


def make_problem(
    kind: str,
    status: int,
    detail: str,
    *,
    remedy: str | None = None,
    file: str | None = None,
    line: int | None = None,
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
) -> ProblemResponse:
    """Return a problem as an answer.

    Args:
        kind: One of ``TITLES``.
        status: The status.
        detail: What is wrong.
        remedy: What to do about it.
        file: The file with the problem.
        line: The line of that file.
        errors: What is wrong with each field.
        headers: Other headers.
    """
    problem = Problem(
        type=f"/api/v1/docs#{kind}",
        title=TITLES[kind],
        status=status,
        detail=make_printable(detail),
        remedy=None if remedy is None else make_printable(remedy),
        file=None if file is None else make_printable(file),
        line=line,
        errors=[FieldProblem(**{name: make_printable(text) for name, text in error.items()}) for error in errors],
    )
    text = f"{json.dumps(problem.to_dict(), ensure_ascii=False)}\n".encode("utf-8", "backslashreplace")
    return ProblemResponse(text, status, headers=dict(headers or {}))


def describe_error(error: TertiumError) -> dict[str, Any]:
    """Return what ``make_problem`` takes for an error of ours."""
    kind, status = _classify(error)
    return {
        "kind": kind,
        "status": status,
        "detail": error.message,
        "remedy": error.remedy,
        "file": getattr(error, "file", None),
        "line": getattr(error, "line", None),
        "errors": [{"pointer": write_pointer(error.path), "detail": error.message}]
        if isinstance(error, FieldError)
        else [],
    }


def _classify(error: TertiumError) -> tuple[str, int]:
    if isinstance(error, ReachError):
        return "reach", HTTPStatus.FORBIDDEN
    if isinstance(error, LinkError):
        return "token", HTTPStatus.FORBIDDEN
    if isinstance(error, InternalError):
        return "internal", HTTPStatus.INTERNAL_SERVER_ERROR
    if isinstance(error, FieldError):
        return "fields", HTTPStatus.UNPROCESSABLE_ENTITY
    if isinstance(error, InputError):
        return "input", HTTPStatus.UNPROCESSABLE_ENTITY
    # What is not installed here, or an installed plug-in that fails, was asked for by name.
    return "spec", HTTPStatus.UNPROCESSABLE_ENTITY


def write_pointer(location: Sequence[str | int]) -> str:
    """Return the JSON pointer of a place.

    >>> write_pointer(("references", 0, "a/b"))
    '/references/0/a~1b'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in location)
