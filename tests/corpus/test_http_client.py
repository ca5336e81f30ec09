"""The HTTP client against a local server that is slow, failing, busy, broken or gone. Pauses are only noted."""

from __future__ import annotations

import copy
import pickle
import socket
import time
import traceback
from collections.abc import Iterator
from email.utils import formatdate

import pytest

from tertium.corpus.http_client import ClientOptions, HttpClient
from tertium.corpus.in_flight import PhraseError, ProviderError
from tertium.corpus.rate_limit import RateLimit
from tertium.errors import SpecError
from tertium.network.addresses import check_address, require_encryption
from tertium.network.secrets import Secrets, read_secrets
from tests.corpus.servers import Answer, Server, Time, serve

FINE = Answer({"count": 7})
KEY = "s3cr3t/K+y=="


@pytest.fixture
def server() -> Iterator[Server]:
    with serve(lambda asked: FINE) as server:
        yield server


def make_client(options: ClientOptions, clock: Time, secrets: Secrets | None = None) -> HttpClient:
    return HttpClient(
        "the server", "http://127.0.0.1", options, secrets, sleep=clock.sleep, clock=clock, now=lambda: clock.now
    )


def test_json_is_sent_and_read(server: Server) -> None:
    client = make_client(ClientOptions(), Time())
    assert client.fetch(f"{server.address}/a?b=c", body={"q": "ñ"}, headers={"X-A": "b"}) == {"count": 7}
    assert client.fetch(server.address) == {"count": 7}
    post, get = server.asked
    assert (post.method, post.path, post.body) == ("POST", "/a?b=c", '{"q": "\\u00f1"}')
    assert post.headers["Content-Type"] == "application/json"
    assert post.headers["X-A"] == "b"
    assert get.method == "GET"


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_a_server_that_fails_is_asked_again_with_growing_pauses(server: Server, status: int) -> None:
    server.script = [Answer("busy", status)] * 3
    clock = Time()
    assert make_client(ClientOptions(pause=1.0), clock).fetch(server.address) == {"count": 7}
    assert len(server.asked) == 4
    assert len(clock.slept) == 3
    for pause, longest in zip(clock.slept, (1, 2, 4), strict=True):
        assert longest / 2 <= pause <= longest


def test_pauses_come_from_the_seed_and_have_a_limit(server: Server) -> None:
    def list_pauses(seed: int) -> list[float]:
        server.script = [Answer("", 500)] * 7
        clock = Time()
        make_client(ClientOptions(tries=8, pause=1, longest_pause=8, seed=seed), clock).fetch(server.address)
        return clock.slept

    assert list_pauses(1) == list_pauses(1) != list_pauses(2)
    assert max(list_pauses(3)) <= 8


def test_tries_are_counted(server: Server) -> None:
    server.script = [Answer("out of order", 500)] * 9
    with pytest.raises(PhraseError, match="the server refuses: 500 'out of order'") as caught:
        make_client(ClientOptions(tries=3), Time()).fetch(server.address)
    assert len(server.asked) == 3
    assert caught.value.blames == "provider"


@pytest.mark.parametrize("as_date", [False, True])
def test_a_server_says_when_to_come_back(server: Server, as_date: bool) -> None:
    clock = Time(1_000_000.0)
    value = formatdate(clock.now + 17, usegmt=True) if as_date else "17"
    server.script = [Answer("slow down", 429, {"Retry-After": value})]
    assert make_client(ClientOptions(), clock).fetch(server.address) == {"count": 7}
    assert clock.slept == [17]


@pytest.mark.parametrize("value", ["soon", "-5", "", "1.5", "٣"])
def test_what_is_no_time_is_ignored(server: Server, value: str) -> None:
    server.script = [Answer("", 503, {"Retry-After": value.encode().decode("latin-1")})]
    clock = Time()
    make_client(ClientOptions(pause=1), clock).fetch(server.address)
    assert 0.5 <= sum(clock.slept) <= 1


@pytest.mark.parametrize("value", ["3600", "9" * 5000])
def test_a_server_that_wants_too_long_a_rest_has_failed(server: Server, value: str) -> None:
    server.script = [Answer("", 429, {"Retry-After": value})]
    clock = Time()
    with pytest.raises(ProviderError, match="asks for a pause of"):
        make_client(ClientOptions(), clock).fetch(server.address)
    assert clock.slept == []


@pytest.mark.parametrize("status", [401, 402, 403, 404, 405, 410, 451])
def test_what_no_retry_mends_is_the_providers_failure(server: Server, status: int) -> None:
    server.script = [Answer("no", status)] * 2
    with pytest.raises(ProviderError, match=f"refuses: {status} 'no'") as caught:
        make_client(ClientOptions(), Time()).fetch(server.address)
    assert len(server.asked) == 1
    assert caught.value.status == status
    assert caught.value.remedy


@pytest.mark.parametrize("status", [400, 413, 414, 422])
def test_a_phrase_that_is_refused_is_not_asked_again(server: Server, status: int) -> None:
    server.script = [Answer("too long", status)] * 2
    with pytest.raises(PhraseError, match=f"refuses: {status} 'too long'") as caught:
        make_client(ClientOptions(), Time()).fetch(server.address)
    assert len(server.asked) == 1
    assert caught.value.blames == "answer"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer("<html>Welcome</html>"), "does not answer with JSON: '<html>Welcome</html>'"),
        (Answer('{"count": 1'), "does not answer with JSON"),
        (Answer(""), "does not answer with JSON: ''"),
        (Answer("[" * 100_000), "does not answer with JSON"),
        (Answer('{"count": 7}', claimed=500), "broke off in the middle"),
        (Answer(closes=True), "broke off"),
        (Answer("{}", delay=0.6), r"took more than 0\.2 seconds"),
        (Answer('{"count": 7}' + " " * 50, drips=0.05), r"took more than 0\.2 seconds"),
        (Answer("oops", 500, claimed=900), "refuses: 500"),
    ],
)
def test_broken_answers_are_asked_for_again_and_then_named(server: Server, answer: Answer, message: str) -> None:
    clock = Time()
    # The clock of the deadline has to be a real one here.
    client = HttpClient("the server", "http://127.0.0.1", ClientOptions(timeout=0.2, tries=2), sleep=clock.sleep)
    server.script = [answer]
    assert client.fetch(server.address) == {"count": 7}
    server.script = [answer, answer]
    start = time.monotonic()
    with pytest.raises(PhraseError, match=message):
        client.fetch(server.address)
    assert time.monotonic() - start < 3
    assert len(server.asked) == 4


def test_an_endless_answer_is_cut(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.corpus.http_client.MOST_BYTES", 1 << 20)
    server.script = [Answer("1" * (3 << 20))]
    with pytest.raises(PhraseError, match="more than 1 MB"):
        make_client(ClientOptions(), Time()).fetch(server.address)


def test_a_key_is_sent_encrypted_or_stays_on_this_machine() -> None:
    for address in ("https://example.org", "http://127.0.0.1:9200", "http://localhost"):
        require_encryption(address, "it")
    with pytest.raises(SpecError, match="unencrypted"):
        require_encryption("http://127.0.0.1.example.org", "it")


def test_a_server_that_is_not_there_is_the_providers_failure() -> None:
    clock = Time()
    with pytest.raises(ProviderError, match=r"the server cannot be reached: .*refused"):
        make_client(ClientOptions(tries=3), clock).fetch("http://127.0.0.1:9")
    assert len(clock.slept) == 2


def test_a_server_that_never_answers_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        start = time.monotonic()
        with pytest.raises(PhraseError, match="took more than"):
            make_client(ClientOptions(timeout=0.1, tries=2), Time()).fetch(
                f"http://127.0.0.1:{silent.getsockname()[1]}"
            )
        assert time.monotonic() - start < 3


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(server: Server, status: int) -> None:
    server.script = [Answer("", status, {"Location": "https://elsewhere.example.org/?key=abc"})]
    with pytest.raises(ProviderError, match=r"redirects to elsewhere\.example\.org") as caught:
        make_client(ClientOptions(), Time()).fetch(server.address, headers={"Authorization": "x"})
    assert "abc" not in str(caught.value)
    assert len(server.asked) == 1


def test_requests_are_spaced() -> None:
    clock = Time()
    limit = RateLimit(4, clock)
    waits = []
    for _ in range(5):
        wait = limit.reserve()
        waits.append(wait)
    assert waits == [0, 0.25, 0.5, 0.75, 1.0]
    clock.now += 10
    assert limit.reserve() == 0
    limit.hold(3)
    assert limit.reserve() == 3
    assert RateLimit(None, clock).reserve() == 0
    for rate in (0, -1, float("nan"), float("inf")):
        with pytest.raises(SpecError, match="requests per second"):
            RateLimit(rate, clock)


def test_the_rate_holds_for_requests(server: Server) -> None:
    clock = Time()
    client = make_client(ClientOptions(rate=2), clock)
    for _ in range(5):
        client.fetch(server.address)
    assert clock.now - 1000 == pytest.approx(2.0)


@pytest.mark.parametrize(
    "options",
    [
        {"tries": 0},
        {"at_once": 0},
        {"at_once": 1000},
        {"timeout": 0},
        {"pause": -1},
        {"timeout": float("nan")},
        {"tries": 1.5},
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(SpecError):
        ClientOptions(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "localhost:9200",
        "file:///etc/passwd",
        "ftp://a",
        "http://",
        "http://a b",
        "http://a\n",
        "http://[a",
        "http://a:x",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(SpecError, match="is not valid"):
        check_address(address, "it")


def test_an_address_with_credentials_is_refused_and_not_shown() -> None:
    with pytest.raises(SpecError, match="contains a user or password") as caught:
        check_address("https://me:hunter2@example.org", "it")
    assert "hunter2" not in str(caught.value)
    assert check_address("https://example.org:9200/path/", "it") == "https://example.org:9200/path"


def test_proxies_are_not_for_this_machine(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert make_client(ClientOptions(), Time()).fetch(server.address) == {"count": 7}


def test_keys_are_in_no_message(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    secrets = read_secrets("MY_KEY")
    forms = [KEY, "s3cr3t%2FK%2By%3D%3D", "s3cr3t\\/K+y==", "czNjcjN0L0sreT09"]
    client = make_client(ClientOptions(tries=1), Time(), secrets)
    for answer in (
        Answer(f"bad key {' '.join(forms)}", 401),
        Answer(f"bad key {' '.join(forms)}", 500),
        Answer("x" * 190 + KEY, 400),
        Answer(f"not JSON {KEY}"),
        Answer("", 302, {"Location": f"http://{KEY}.example.org/"}),
    ):
        server.script = [answer]
        with pytest.raises((PhraseError, ProviderError)) as caught:
            client.fetch(f"{server.address}/?key={forms[1]}", headers={"Authorization": KEY})
        shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value) + str(caught.value)
        assert not any(form in shown for form in (*forms, "s3cr3t", "czNj")), shown
    assert server.asked[-1].headers["Authorization"] == KEY
    malformed = client.make_malformed({"echo": [KEY]})
    assert "s3cr3t" not in str(malformed)


def test_keys_are_in_no_repr_and_no_pickle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", f" {KEY}\n")
    secrets = read_secrets("MY_KEY")
    assert secrets["MY_KEY"] == KEY
    assert repr(secrets) == str(secrets) == "Secrets(MY_KEY)"
    assert "s3cr3t" not in repr(make_client(ClientOptions(), Time(), secrets))
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(secrets)
    with pytest.raises(TypeError, match="not pickled"):
        copy.deepcopy(secrets)


def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_KEY", raising=False)
    with pytest.raises(SpecError, match=r"MY_KEY is not set.*export MY_KEY"):
        read_secrets("MY_KEY")
    for value in ("se cret", "se\r\ncret", "sécret"):
        monkeypatch.setenv("MY_KEY", value)
        with pytest.raises(SpecError, match="white space or characters") as caught:
            read_secrets("MY_KEY")
        assert "cret" not in str(caught.value)


def test_basic_authorization_is_hidden_too() -> None:
    secrets = Secrets({"U": "me", "P": "open sesame ñ"})
    header = secrets.make_basic("U", "P")
    assert header == "Basic bWU6b3BlbiBzZXNhbWUgw7E="
    assert secrets.hide(f"got {header}") == "got Basic ***"
