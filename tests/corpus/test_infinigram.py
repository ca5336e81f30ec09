"""The adapter of infini-gram against a server that speaks its documented protocol."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tertium.corpus.counts import Count, Counts, CountsError
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.infinigram import ADDRESS, InfinigramCounts
from tertium.corpus.providers import open_counts
from tests.corpus.servers import Answer, Asked, Server, serve

INDEX = "v4_rpj_llama_s4"
QUICK = ClientOptions(timeout=0.5, tries=2, pause=0, at_once=1)

# What the documentation shows for "University of Washington".
DOCUMENTED = {
    "count": 2349754, "approx": False, "latency": 0.73, "token_ids": [3014, 310, 7660],
    "tokens": ["▁University", "▁of", "▁Washington"],
}  # fmt: skip


def respond(asked: Asked) -> Answer:
    query = json.loads(asked.body)
    if query["index"] != INDEX:
        return Answer({"error": f"Invalid index: {query['index']}"})
    if query["query"] == "estimated":
        return Answer({**DOCUMENTED, "count": 5, "approx": True})
    return Answer(DOCUMENTED)


@pytest.fixture
def server() -> Iterator[Server]:
    with serve(respond) as server:
        yield server


def test_the_documented_answer_is_read(server: Server) -> None:
    provider = open_counts(f"infinigram({INDEX}, {server.address})", options=QUICK)
    assert isinstance(provider, Counts)
    counts = provider.count_many(["University  of Washington", "estimated"])
    assert counts == [
        Count(phrase="University  of Washington", count=2349754),
        Count(phrase="estimated", count=5, approximate=True),
    ]
    assert json.loads(server.asked[0].body) == {
        "index": INDEX, "query_type": "count", "query": "University of Washington",
    }  # fmt: skip
    assert (server.asked[0].method, server.asked[0].path) == ("POST", "/")
    assert provider.describe() == {"provider": "infinigram", "address": server.address, "index": INDEX}
    assert provider.size is None
    assert InfinigramCounts(INDEX).describe()["address"] == ADDRESS


def test_phrases_that_it_would_take_for_others_are_not_asked(server: Server) -> None:
    provider = InfinigramCounts(INDEX, server.address, QUICK)
    counts = provider.count_many(["", "this AND that", "a OR b", "a * b", "x" * 1001, "x" * 1000, "sand and ORB"])
    assert [count.count is None for count in counts] == [True, True, True, True, True, False, False]
    assert len(server.asked) == 2


def test_an_index_that_is_not_there_is_not_asked_forever(server: Server) -> None:
    with pytest.raises(CountsError, match=r"in a row failed.*Invalid index: v9"):
        InfinigramCounts("v9", server.address, QUICK).count_many([f"w{number}" for number in range(100)])
    assert len(server.asked) < 10


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer({"error": "Please limit your input"}), "refuses: .*Please limit"),
        (Answer({"error": "Internal server error"}, 500), "refuses: 500"),
        (Answer({"count": "many", "approx": False}), "answers in an unexpected form"),
        (Answer({"count": 3, "approx": "no"}), "answers in an unexpected form"),
        (Answer({"latency": 3}), "answers in an unexpected form"),
        (Answer([]), "answers in an unexpected form"),
        (Answer("count: 3"), "does not answer with JSON"),
        (Answer('{"count": 3', claimed=40), "broke off in the middle"),
        (Answer(DOCUMENTED, delay=0.8), "took more than"),
        (Answer(closes=True), "broke off"),
    ],
)
def test_a_bad_answer_costs_one_phrase(server: Server, answer: Answer, message: str) -> None:
    server.script = [answer, answer]
    first, second, third = InfinigramCounts(INDEX, server.address, QUICK).count_many(["a", "b", "c"])
    assert first.count is None
    assert re.search(message, first.error)
    assert third.count == 2349754
    assert second.phrase == "b"


def test_a_busy_server_is_asked_again(server: Server) -> None:
    server.script = [Answer("", 429, {"Retry-After": "0"})]
    assert InfinigramCounts(INDEX, server.address, QUICK).count_many(["a"])[0].count == 2349754
    assert len(server.asked) == 2
