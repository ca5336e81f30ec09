"""Search services that answer with JSON, against a server of our own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tertium.corpus.counts import Count, Counts, CountsError
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.providers import open_counts
from tertium.corpus.websearch import SearchSettings, WebSearchCounts, read_settings
from tertium.errors import InputError, SpecError
from tests.corpus.servers import Answer, Asked, Server, serve

QUICK = ClientOptions(timeout=0.5, tries=2, pause=0, at_once=1)
KEY = "k3y/with+signs="


def respond(asked: Asked) -> Answer:
    if KEY not in (asked.headers.get("X-Api-Key"), *parse_qs(urlsplit(asked.path).query).get("key", [])):
        return Answer({"message": "who are you?"}, 401)
    return Answer({"results": [{"total": 1230}]})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("TERTIUM_SEARCH_KEY", KEY)
    with serve(respond) as server:
        monkeypatch.setenv("TERTIUM_SEARCH_HOSTS", f"other.example.org, {urlsplit(server.address).netloc}")
        yield server


def make(server: Server, **settings: Any) -> WebSearchCounts:
    fields: dict[str, Any] = {
        "url": f"{server.address}/v1?q={{query}}&lang=es",
        "total": "results.0.total",
        "headers": {"X-Api-Key": "${TERTIUM_SEARCH_KEY}"},
        "options": QUICK,
    }
    return WebSearchCounts(SearchSettings(**fields | settings))


def write(folder: Path, text: str) -> Path:
    path = folder / "search.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_how_it_is_asked(server: Server, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f'url = "{server.address}/v1/${{TERTIUM_SEARCH_KEY}}?q={{query}}&key=${{TERTIUM_SEARCH_KEY}}"\n'
        'total = "results.0.total"\n'
        "rate = 1000\ntries = 2\npause = 0\napproximate = false\n[headers]\nAccept-Language = 'es'\n",
    )
    provider = open_counts(f"websearch({path})")
    assert isinstance(provider, Counts)
    assert provider.count_many(['sin "comillas" aquí']) == [Count(phrase='sin "comillas" aquí', count=1230, lines=1230)]
    [asked] = server.asked
    assert asked.path == ("/v1/k3y%2Fwith%2Bsigns%3D?q=%22sin%20comillas%20aqu%C3%AD%22&key=k3y%2Fwith%2Bsigns%3D")
    assert asked.method == "GET"
    assert asked.headers["Accept-Language"] == "es"


def test_totals_are_estimates_of_documents(server: Server) -> None:
    provider = make(server)
    assert provider.count_many(["a", "b"]) == [
        Count(phrase=phrase, count=1230, lines=1230, approximate=True) for phrase in "ab"
    ]
    assert provider.describe()["unit"] == "documents"


def test_the_key_is_nowhere_to_be_seen(server: Server, tmp_path: Path) -> None:
    provider = make(server, url=f"{server.address}/${{TERTIUM_SEARCH_KEY}}?q={{query}}&key=${{TERTIUM_SEARCH_KEY}}")
    server.script = [Answer({"you sent": KEY, "at": server.address}), Answer(f"bad key {KEY}", 403)]
    with pytest.raises(CountsError) as caught:
        provider.count_many(["a", "b"])
    seen = [repr(provider), str(provider.describe()), str(caught.value), repr(caught.value.partial)]
    assert "answers in an unexpected form" in seen[-1]
    for text in seen:
        assert "k3y" not in text
        assert "TERTIUM_SEARCH_KEY" not in text


def test_the_description_is_of_the_question_and_not_of_the_key(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    before = make(server).describe()
    assert make(server, total="results.1.total").describe() != before
    monkeypatch.setenv("TERTIUM_SEARCH_KEY", "another")
    assert make(server).describe() == before


def test_a_key_that_is_not_set_is_named(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERTIUM_SEARCH_KEY")
    with pytest.raises(SpecError, match="TERTIUM_SEARCH_KEY is not set"):
        make(server)


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        ("https://a.example.org/?q={query}&key=abc123", {}),
        ("https://a.example.org/?q={query}&api_key=abc123", {}),
        ("https://a.example.org/?q={query}&access-token=abc123", {}),
        ("https://a.example.org/?q={query}", {"Authorization": "Bearer abc123"}),
        ("https://a.example.org/?q={query}", {"X-Subscription-Token": "abc123"}),
        ("https://a.example.org/?q={query}", {"x-apikey": "abc123"}),
    ],
)
def test_a_key_in_the_file_is_refused_and_not_shown(url: str, headers: dict[str, str]) -> None:
    with pytest.raises(SpecError, match="keys are read only from the environment") as caught:
        SearchSettings(url=url, total="total", headers=headers)
    assert "abc123" not in str(caught.value)
    assert "abc123" not in repr(SearchSettings(url="https://a.example.org/{query}/abc123", total="t"))


def test_what_only_resembles_a_key_is_none() -> None:
    SearchSettings(
        url="https://a.example.org/?keyword={query}&key={query}&monkey=x",
        total="total",
        headers={"Accept": "x", "X-Keyboard": "y"},
    )


@pytest.mark.parametrize(
    "url",
    ["", "a.example.org/?q={query}", "https://a.example.org/?q=", "https://{query}.example.org/", "file:///{query}",
     "https://${TERTIUM_SEARCH_KEY}.example.org/?q={query}", "https://a:b@example.org/?q={query}"],
)  # fmt: skip
def test_an_address_that_cannot_be_asked_is_refused(url: str) -> None:
    with pytest.raises(SpecError):
        SearchSettings(url=url, total="total")


@pytest.mark.parametrize(
    ("total", "expected"),
    [(0, 0), (12, 12), (12.0, 12), ("12", 12), (" 1,234,567 ", 1234567), ("1.234", 1234), ("1 234", 1234)],
)
def test_totals_are_numbers_or_texts(server: Server, total: object, expected: int) -> None:
    server.script = [Answer({"results": [{"total": total}]})]
    assert make(server).count_many(["a"])[0].count == expected


@pytest.mark.parametrize(
    "answer",
    [{"results": [{"total": value}]} for value in ("about 12", "", -1, True, 1.5, None, [], "1,23", "9" * 5000, "٣")]
    + [{}, [], {"results": []}, {"results": {"0": 1}}, 3, None],
)
def test_what_is_no_total_is_no_count(server: Server, answer: object) -> None:
    server.script = [Answer(answer)]
    count = make(server).count_many(["a"])[0]
    assert count.count is None
    assert "answers in an unexpected form" in count.error


def test_a_missing_total_may_mean_none(server: Server) -> None:
    server.script = [Answer({"results": []}), Answer([]), Answer({"results": [{"total": "many"}]})]
    counts = make(server, missing_is_zero=True).count_many(["a", "b", "c"])
    assert [count.count for count in counts] == [0, None, None]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer("<html>"), "does not answer with JSON"),
        (Answer('{"results": ', claimed=99), "broke off in the middle"),
        (Answer("{}", delay=0.8), "took more than"),
        (Answer(closes=True), "broke off"),
        (Answer("", 500), "refuses: 500"),
    ],
)
def test_a_bad_answer_costs_one_phrase(server: Server, answer: Answer, message: str) -> None:
    server.script = [answer, answer]
    first, second = make(server).count_many(["a", "b"])
    assert first.count is None
    assert re.search(message, first.error)
    assert second.count == 1230


def test_a_busy_server_is_asked_again(server: Server) -> None:
    server.script = [Answer("", 429, {"Retry-After": "0"}), Answer("", 500)]
    assert make(server, options=ClientOptions(pause=0)).count_many(["a"])[0].count == 1230


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("url = ", "is not valid TOML"),
        ("total = 't'", "the setting 'url' is missing"),
        ("url = 'https://a.example.org/{query}'", "the setting 'total' is missing"),
        ("url = 3\ntotal = 't'", "'url' has the wrong type"),
        ("url = 'https://a.example.org/{query}'\ntotal = 't'\nrate = true", "'rate' has the wrong type"),
        ("url = 'https://a.example.org/{query}'\ntotal = 't'\napi = 1", "no setting 'api'.*missing_is_zero"),
        ("url = 'https://a.example.org/{query}'\ntotal = 't'\n[headers]\na = 1", "a header is not a text"),
        ("url = 'https://a.example.org/{query}'\ntotal = 't'\n[headers]\n'a b' = 'c'", "cannot be sent"),
        ("url = 'https://a.example.org/{query}'\ntotal = 't'\n[headers]\na = 'ñ'", "cannot be sent"),
        ("url = 'https://a.example.org/{query}'\ntotal = 'a..b'", "where the total is"),
        ("url = 'https://a.example.org/{query}'\ntotal = 't'\ntries = 0", "1 to 20"),
        ("url = 'https://a.example.org/{query}'\ntotal = 't'\ntries = 1.5", "not a whole number"),
    ],
)
def test_a_file_that_does_not_fit_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=message) as caught:
        read_settings(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.toml: no such file"):
        open_counts(f"websearch({tmp_path / 'missing.toml'})")


def test_a_rate_that_cannot_be_kept_is_refused(server: Server) -> None:
    with pytest.raises(SpecError, match="requests per second"):
        make(server, options=ClientOptions(rate=0))


@pytest.mark.parametrize("name", ["AWS_SECRET_ACCESS_KEY", "HOME", "TERTIUM_SEARCH_HOSTS", "TERTIUM_ELASTIC_API_KEY"])
def test_a_settings_file_gets_no_other_variable(server: Server, name: str) -> None:
    with pytest.raises(SpecError, match=f"ask for the environment variable {name}"):
        make(server, headers={"X-Api-Key": f"${{{name}}}"})


def test_a_key_goes_only_to_a_server_that_the_user_has_named(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_SEARCH_HOSTS", "search.example.org")
    with pytest.raises(SpecError, match=r"a key would be sent to 127\.0\.0\.1:"):
        make(server)
    assert make(server, headers={}).describe(), "without a key nobody has to agree"
    assert not server.asked


def test_a_key_is_never_sent_in_clear_over_a_network(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_SEARCH_HOSTS", "search.example.org")
    with pytest.raises(SpecError, match="unencrypted"):
        make(server, url="http://search.example.org/?q={query}")


@pytest.mark.parametrize("total", [1e300, -1.0, 0.5])
def test_an_impossible_total_is_an_error_of_that_phrase(server: Server, total: float) -> None:
    server.script = [Answer({"results": [{"total": 5}]}), *[Answer({"results": [{"total": total}]})] * 2]
    first, second = make(server).count_many(["a", "b"])
    assert first.count == 5
    assert second.error is not None
