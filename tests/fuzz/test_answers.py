"""Attacks on what servers answer: counts, and parses of CoreNLP."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import strategies as st

from tertium.corpus.elastic import ElasticCounts
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.infinigram import InfinigramCounts
from tertium.corpus.websearch import SearchSettings, WebSearchCounts
from tertium.network.exchange import ServerAnswer, ServerExchange
from tertium.syntax.parsers.corenlp import CoreNLPParser
from tests.fuzz.attacks import attack, attempt
from tests.fuzz.hostile import spoil

_ADDRESS = "http://127.0.0.1:9"
_ONCE = ClientOptions(tries=1)
_SETTINGS = SearchSettings(url=f"{_ADDRESS}/?q={{query}}", total="a.b", name="n", options=_ONCE)
CORENLP = json.dumps(
    {
        "sentences": [
            {
                "parse": "(ROOT (S (NP (DT The) (NN dog)) (VP (VBZ barks))))",
                "basicDependencies": [
                    {"dep": "ROOT", "governor": 0, "dependent": 3},
                    {"dep": "det", "governor": 2, "dependent": 1},
                    {"dep": "nsubj", "governor": 3, "dependent": 2},
                ],
                "tokens": [
                    {"index": at, "word": word, "pos": "X"} for at, word in enumerate(["The", "dog", "barks"], 1)
                ],
            }
        ]
    }
)
ELASTIC = (
    '{"hits": {"total": {"value": 5, "relation": "eq"}}, "count": 5}',
    '{"i": {"mappings": {"f": {"full_name": "f", "mapping": {"f": {"type": "text"}}}}}}',
)


def count(make: Callable[[], Any]) -> None:
    for each in make().count_many(["the dog"]):
        assert each.count is None or each.count >= 0


SERVERS: Mapping[str, tuple[Callable[[], object], tuple[str, ...]]] = {
    "elastic": (lambda: count(lambda: ElasticCounts(_ADDRESS, "i", "f", _ONCE)), ELASTIC),
    "infinigram": (
        lambda: count(lambda: InfinigramCounts("i", _ADDRESS, _ONCE)),
        ('{"count": 5, "approx": false, "latency": 1}', '{"error": "x"}'),
    ),
    "websearch": (
        lambda: count(lambda: WebSearchCounts(_SETTINGS)),
        ('{"a": {"b": 5}}', '{"a": [{"b": "1,234"}]}', '{"a": {"b": 1e300}}'),
    ),
    "corenlp": (lambda: CoreNLPParser(_ADDRESS).parse(["The dog barks"]), (CORENLP,)),
}


@pytest.mark.parametrize("server", SERVERS)
def test_answer(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, seeds = SERVERS[server]
    monkeypatch.setenv("TERTIUM_SEARCH_HOSTS", "127.0.0.1")

    def answer(content: bytes, status: int, header: bytes) -> None:
        headers = {"Location": header.decode("latin-1"), "Retry-After": header.decode("latin-1")}
        given = ServerAnswer(status, headers, content)
        with patch.object(ServerExchange, "ask", lambda *_, **__: given), patch("time.sleep"):
            ask()

    for seed in seeds:
        attempt(lambda seed=seed: answer(seed.encode(), 200, b""))  # type: ignore[misc]
    answer.__name__ = f"test_answer[{server}]"
    statuses = st.sampled_from([200, 200, 200, 200, 302, 400, 404, 429, 500, 503])
    attack(spoil(*seeds), statuses, spoil("http://elsewhere/", "3"), brief=25)(answer)()
