"""The adapter of Elasticsearch and OpenSearch against a server that speaks their protocol."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tertium.corpus import elastic
from tertium.corpus.counts import Count, Counts, CountsError
from tertium.corpus.elastic import ElasticCounts
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.providers import open_counts
from tertium.errors import SpecError
from tests.corpus.servers import Answer, Asked, Server, serve

QUICK = ClientOptions(timeout=0.5, tries=2, pause=0)
SHARDS = {"total": 5, "successful": 5, "skipped": 0, "failed": 0}
FIELDS = {"text": {"text": {"type": "text"}}, "id": {"keyword": {"type": "keyword"}}}


def answer_count(count: Any, **shards: int) -> Answer:
    return Answer({"count": count, "_shards": {**SHARDS, **shards}})


def respond(asked: Asked) -> Answer:
    """As the servers do: the count is the length of the phrase in words."""
    if "/_field_caps" in asked.path:
        name = asked.path.split("fields=")[1].split("&")[0]
        return Answer({"indices": ["news"], "fields": {name: FIELDS[name]} if name in FIELDS else {}})
    if not asked.path.startswith("/news/_count"):
        return Answer({"error": {"type": "index_not_found_exception", "reason": "no such index"}, "status": 404}, 404)
    [(field, phrase)] = json.loads(asked.body)["query"]["match_phrase"].items()
    assert field == "text"
    return answer_count(len(phrase.split()))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in (elastic.KEY, elastic.USER, elastic.PASSWORD):
        monkeypatch.delenv(name, raising=False)
    with serve(respond) as server:
        yield server


def make(server: Server, field: str = "text", index: str = "news") -> ElasticCounts:
    return ElasticCounts(server.address, index, field, QUICK)


def test_documents_are_counted_in_order(server: Server) -> None:
    provider = open_counts(f"elastic({server.address}, news, text)", options=QUICK)
    assert isinstance(provider, Counts)
    phrases = ["a b", "año «x»", "a b", "c d e"]
    assert provider.count_many(phrases) == [
        Count(phrase=phrase, count=n, lines=n) for phrase, n in zip(phrases, (2, 2, 2, 3), strict=True)
    ]
    counted = [asked for asked in server.asked if "_count" in asked.path]
    assert len(counted) == 3
    assert {asked.method for asked in counted} == {"POST"}
    assert counted[0].path == "/news/_count?allow_no_indices=false"
    assert "Authorization" not in counted[0].headers
    assert provider.size is None
    assert provider.describe() == {
        "provider": "elastic", "address": server.address, "index": "news", "field": "text", "unit": "documents",
    }  # fmt: skip


def test_phrases_that_it_would_take_for_others_are_not_asked(server: Server) -> None:
    counts = make(server).count_many(["", " ", "a * b", "\ud800", "fine"])
    assert [count.count for count in counts] == [None, None, None, None, 1]
    assert all(count.error for count in counts[:4])


def test_who_asks_comes_from_the_environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(elastic.USER, "me")
    with pytest.raises(SpecError, match=f"{elastic.PASSWORD} is not set"):
        make(server)
    monkeypatch.setenv(elastic.PASSWORD, "hunter two")
    provider = make(server)
    provider.count_many(["a"])
    assert server.asked[-1].headers["Authorization"] == "Basic bWU6aHVudGVyIHR3bw=="
    monkeypatch.setenv(elastic.KEY, "VuaCfGcBCdbkQm==")
    keyed = make(server)
    keyed.count_many(["a"])
    assert server.asked[-1].headers["Authorization"] == "ApiKey VuaCfGcBCdbkQm=="
    for one in (provider, keyed):
        for shown in (repr(one), str(dict(one.describe()))):
            assert not any(secret in shown for secret in ("hunter", "bWU6", "VuaC"))
    server.script = [Answer("wrong: VuaCfGcBCdbkQm==", 401)]
    with pytest.raises(CountsError) as caught:
        keyed.count_many(["a", "b"])
    assert "VuaC" not in str(caught.value) + repr(caught.value.partial)


def test_a_field_that_is_none_is_named_and_not_counted_as_zero(server: Server) -> None:
    with pytest.raises(CountsError, match="the index 'news' has no field 'txet'") as caught:
        make(server, "txet").count_many(["a", "b"])
    assert [count.phrase for count in caught.value.partial] == ["a", "b"]
    with pytest.raises(CountsError, match="the field 'id' is not text, but keyword"):
        make(server, "id").count_many(["a"])


def test_who_may_not_look_at_fields_may_count(server: Server) -> None:
    server.script = [Answer({"error": "not allowed"}, 403)]
    assert make(server).count_many(["a", "b"]) == [
        Count(phrase="a", count=1, lines=1),
        Count(phrase="b", count=1, lines=1),
    ]


def test_an_index_that_is_not_there_is_named(server: Server) -> None:
    with pytest.raises(CountsError, match=r"404 .*no such index"):
        make(server, index="olds").count_many(["a"])


def test_several_indexes_are_asked_at_once(server: Server) -> None:
    server.script = [Answer({"fields": FIELDS}), answer_count(3)]
    open_counts(f"elastic({server.address},news,old-*,text)", options=QUICK).count_many(["a"])
    assert server.asked[-1].path.startswith("/news,old-*/_count")
    server.script = [Answer({"fields": FIELDS}), answer_count(3)]
    make(server, index="a/../b?c").count_many(["a"])
    assert server.asked[-1].path.startswith("/a%2F..%2Fb%3Fc/_count")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (answer_count(3, failed=2), "only some shards"),
        (answer_count("3"), "answers in an unexpected form"),
        (answer_count(-1), "answers in an unexpected form"),
        (answer_count(True), "answers in an unexpected form"),
        (answer_count(1 << 63), "answers in an unexpected form"),
        (answer_count(2.5), "answers in an unexpected form"),
        (Answer({"count": 3}), "answers in an unexpected form"),
        (Answer([1]), "answers in an unexpected form"),
        (Answer("<html>"), "does not answer with JSON"),
        (Answer('{"count": 3, "_sh'), "does not answer with JSON"),
        (Answer('{"count": 3}', claimed=99), "broke off in the middle"),
        (Answer("{}", delay=0.8), r"took more than 0\.5 seconds"),
        (Answer(closes=True), "broke off"),
        (Answer({"error": "too many clauses"}, 400), "refuses: 400"),
        (Answer({"error": "breaker"}, 503), "refuses: 503"),
    ],
)
def test_a_bad_answer_costs_one_phrase(server: Server, answer: Answer, message: str) -> None:
    provider = ElasticCounts(server.address, "news", "text", ClientOptions(timeout=0.5, tries=2, pause=0, at_once=1))
    assert provider.count_many(["a"])[0].count == 1
    server.script = [answer, answer]
    first, *others = provider.count_many(["x y", "a", "b"])
    assert first.count is None
    assert first.phrase == "x y"
    assert re.search(message, first.error)
    # A refusal is not tried again, so that one of the script may be left for the next phrase.
    assert others[-1] == Count(phrase="b", count=1, lines=1)


def test_a_server_that_recovers_is_not_noticed(server: Server) -> None:
    server.script = [
        Answer("", 500),
        Answer({"fields": FIELDS}),
        Answer("", 429, {"Retry-After": "0"}),
        answer_count(9),
    ]
    assert make(server).count_many(["a"]) == [Count(phrase="a", count=9, lines=9)]


def test_a_server_that_dies_leaves_what_was_counted() -> None:
    def dying(asked: Asked) -> Answer:
        return Answer("", 500) if len(server.asked) > 4 else respond(asked)

    with serve(dying) as server:
        provider = ElasticCounts(server.address, "news", "text", ClientOptions(tries=1, pause=0, at_once=1))
        phrases = [f"w{number}" for number in range(30)]
        with pytest.raises(CountsError, match="in a row failed") as caught:
            provider.count_many(phrases)
    assert [count.count for count in caught.value.partial] == [1, 1, 1, *[None] * 27]
    assert len(server.asked) < 15
