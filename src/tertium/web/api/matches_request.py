"""What an editor asks of the server, in the way of LanguageTool: the findings of one text.

It has no path below ``/api/v1``: the corpus is chosen by the server, not by the client.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from tertium.mtness import Pipeline
from tertium.progress import Progress
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import ApiRequest


class MatchesRequest(ApiRequest):
    """Find machine-translationness in a text, line by line."""

    text: str = Field(description="The text; each line is a segment.")
    language: str = Field(description="Its language.")
    source_language: str | None = Field(description="The language that it was translated from, if known.")
    counts: str = Field(description="Where phrases are counted.")
    folder: str = Field(description="The folder of the index, or the file, that is counted in.")


class MatchesAnswer(BaseModel):
    """LanguageTool's answer."""

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


def compute_matches(request: MatchesRequest, reach: ClientReach, progress: Progress | None = None) -> dict[str, Any]:
    """Return the answer. A carriage return before a line break stays in the line, so that offsets are those given."""
    from tertium.mtness import find_mtness
    from tertium.report import describe_matches

    del reach  # nothing here is named by the client
    return describe_matches(find_mtness(request.text.split("\n"), _OPEN.get(request), progress=progress))
