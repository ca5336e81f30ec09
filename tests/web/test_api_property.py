"""Anything that a client sends to the API is answered, or refused with a problem; nothing is an error of the server.

``make fuzz-api`` does this for longer, with schemathesis.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.options import list_fields
from tertium.web.api.operations import OPERATIONS
from tests.web.serving import Client, serve

ANSWERS = {200, 202}
REFUSALS = {400, 403, 404, 405, 413, 415, 422, 429}

texts = st.text(max_size=20) | st.sampled_from(
    ["", "a b", "\x00", "<b>", "\ud800", "a" * 3000, "/etc/passwd", "👩‍👩‍👧"]
)
atoms = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(atoms, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3))
specs = st.sampled_from(["bleu", "chrf", "ter:normalized=yes", "wer", "per", "meteor", "nist", "blue", "x.toml", ""])
lists = st.lists(texts, max_size=3) | st.lists(st.lists(texts, max_size=2), max_size=3)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serve(tmp_path_factory.mktemp("workspace")) as client:
        yield client


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, Any]:
    """A path, and an example of it with some fields changed, removed or added."""
    name = draw(st.sampled_from(sorted(OPERATIONS)))
    data = dict(deepcopy(draw(st.sampled_from(OPERATIONS[name].examples))))
    fields = sorted(each.name for each in list_fields(OPERATIONS[name].request))
    for field in draw(st.lists(st.sampled_from(fields) | texts, max_size=3)):
        if draw(st.booleans()):
            data.pop(field, None)
        else:
            data[field] = draw(lists | st.lists(specs, max_size=2) | specs | values)
    return name, data


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(request=requests())
def test_any_request_is_answered_or_refused(api: Client, request: tuple[str, Any]) -> None:
    name, data = request
    body = json.dumps(data).encode()
    reply = api.ask("POST", f"/api/v1/{name}", body, content_type="application/json")
    assert reply.status in ANSWERS | REFUSALS, (reply.status, reply.text[:500])
    found = json.loads(reply.text)
    if reply.status in REFUSALS:
        assert reply.headers["content-type"] == "application/problem+json"
        assert found["status"] == reply.status
        assert found["detail"]


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]),
    path=st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#?"), max_size=30)
    | st.sampled_from(["jobs/1", "jobs/0", "jobs/-1", "jobs/1/result", "judgments/x", "score/", "/score", "%00"]),
    body=st.none() | st.binary(max_size=50),
)
def test_any_path_and_method_is_answered_or_refused(api: Client, method: str, path: str, body: bytes | None) -> None:
    reply = api.ask(method, f"/api/v1/{path}", body)
    assert reply.status in ANSWERS | REFUSALS | {307}
