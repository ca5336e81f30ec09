"""What the API computes, by name: use cases whose requests have their texts in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from tertium.codec import decode_request
from tertium.json_result import JsonResult
from tertium.mtness import Pipeline
from tertium.options import list_fields, option
from tertium.progress import Progress
from tertium.usecases import INLINE_USE_CASES, InlineUseCase
from tertium.web.api.reach import ClientReach

# Requests with more segments, or more bytes, are jobs.
MOST_SEGMENTS = 5_000
MOST_AT_ONCE = 1_000_000

RequestT = TypeVar("RequestT")


def read_request(operation: InlineUseCase, data: Any, reach: ClientReach) -> Any:
    """Return a request with its resources as full specs.

    Args:
        operation: What is asked for.
        data: The request as JSON has it.
        reach: What clients may name.

    Raises:
        FieldError: A field is missing or wrong.
        ReachError: A spec names a file outside the folder, or a server.
        SpecError: There is no such metric or resource.
    """
    return _restrict(decode_request(operation.request, data, remedy=_REMEDY), reach)


_REMEDY = "Compare the request with the schema at /api/v1/openapi.json"


def _restrict(request: RequestT, reach: ClientReach) -> RequestT:
    """Return a request with the specs of its resources as clients may name them."""
    changed: dict[str, Any] = {}
    for each in list_fields(type(request)):
        value = getattr(request, each.name)
        if each.option.resource and value is not None:
            check = getattr(reach, each.option.resource)
            changed[each.name] = check(value) if isinstance(value, str) else tuple(map(check, value))
    return replace(request, **changed) if changed else request  # type: ignore[type-var]


@dataclass(frozen=True, kw_only=True)
class MatchesRequest:
    """Find machine-translationness in a text, line by line, as LanguageTool's server does.

    It has no path below ``/api/v1``: the server chooses the corpus, not the client.
    """

    text: Annotated[str, option(help="The text; each line is a segment.")]
    language: Annotated[str, option(help="Its language.")]
    source_language: Annotated[str | None, option(help="The language that it was translated from, if known.")] = None
    counts: Annotated[str, option(help="Where phrases are counted.")]
    folder: Annotated[str, option(help="The folder of the index, or the file, that is counted in.")]


@dataclass(frozen=True)
class Matches(JsonResult):
    """LanguageTool's answer.

    Attributes:
        software: The program that answers.
        warnings: Whether the answer is incomplete.
        language: The language of the text.
        matches: The findings.
    """

    software: dict[str, Any]
    warnings: dict[str, bool]
    language: dict[str, Any]
    matches: list[dict[str, Any]]


class _OpenPipeline:
    """The pipeline of the last request: an editor asks again and again, and opening one takes seconds."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._pipeline: Pipeline | None = None

    def get(self, request: MatchesRequest) -> Pipeline:
        from tertium.mtness import open_mtness

        # An index that was built anew is another one.
        changed = max(path.stat().st_mtime_ns for path in (Path(request.folder), *Path(request.folder).glob("*.json")))
        key = (request.language, request.source_language, request.counts, changed)
        if self._pipeline is None or key != self._key:
            if self._pipeline is not None:
                self._pipeline.close()
                self._pipeline = None
            self._pipeline = open_mtness(
                request.language, request.counts, source_language=request.source_language, dictionary="auto"
            )
            self._key = key
        return self._pipeline


_OPEN = _OpenPipeline()


def find_matches(request: MatchesRequest, progress: Progress | None = None) -> Matches:
    """Return the answer. A carriage return before a line break stays in the line, so that offsets are those given."""
    from tertium.mtness import find_mtness
    from tertium.report import describe_matches

    return Matches(**describe_matches(find_mtness(request.text.split("\n"), _OPEN.get(request), progress=progress)))


# What pages and editors ask, beside the API.
OTHER_OPERATIONS: Mapping[str, InlineUseCase] = {
    "matches": InlineUseCase(
        summary="Find machine-translationness for an editor", request=MatchesRequest, run=find_matches, result=Matches
    )
}
OPERATIONS = INLINE_USE_CASES
