"""A real server process under attack: who may enter, limits of size and time, and nothing secret in what it prints."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn

from tertium.web import connections, guard, server
from tertium.web.api.process_pool import MOST_WAITING, Workers
from tests.annotation.campaigns import prepare
from tests.web.serving import Client

# The same server with shorter limits of time, so that the tests need not wait.
PROGRAM = """
import sys
from pathlib import Path
from tertium.web import connections, guard, server
connections.HEADER_SECONDS = 0.6
connections.TimedConnection.header_seconds = 0.6
connections.make_config.__kwdefaults__["header_seconds"] = 0.6
connections.MOST_CONNECTIONS = 30
guard.Guard.__init__.__kwdefaults__["body_seconds"] = 0.8
if sys.argv[3] == "elsewhere":
    server._is_local = lambda host: False
server.run_server(Path(sys.argv[1]), port=int(sys.argv[2]), say=lambda text: print(text, flush=True))
"""


@dataclass
class Running:
    client: Client
    link: str
    keys: dict[str, str]
    process: subprocess.Popen[str]
    log: Path

    @property
    def token(self) -> str:
        return self.link.rpartition("/")[2]


def start(folder: Path, where: str) -> Running:
    store, keys = prepare(folder)
    store.close()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    log = folder / "log.txt"
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder), str(port), where],
            stdout=subprocess.PIPE,
            stderr=stream,
            text=True,
        )
    assert process.stdout is not None
    link = process.stdout.readline().strip()
    client = Client(port)
    for _ in range(200):
        try:
            client.get("/static/pages.css")
            break
        except OSError:
            time.sleep(0.05)
    return Running(client, link, keys, process, log)


def stop(running: Running) -> None:
    running.process.send_signal(signal.SIGTERM)
    running.process.communicate(timeout=20)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = start(tmp_path_factory.mktemp("here"), "here")
    yield running
    stop(running)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Running]:
    running = start(tmp_path, "elsewhere")
    yield running
    if running.process.poll() is None:
        stop(running)


BODY = json.dumps({"hypotheses": ["a"], "references": ["a"], "metrics": ["chrf"]}).encode()
JSON = {"Content_Type": "application/json"}


def connect(running: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", running.client.port), timeout=10)


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1000) == b""
    except ConnectionResetError:
        return True


def test_elsewhere_all_but_annotators_need_the_token_and_no_log_has_it(elsewhere: Running) -> None:
    client, token = elsewhere.client, elsewhere.token
    key = elsewhere.keys["Ada"]
    assert len(token) >= 22
    for path in ("/", "/campaigns/test", "/jobs/1", "/campaigns/test/judgments.tsv"):
        assert client.get(path).status == 403
    for path in ("openapi.json", "docs", "judgments", "judgments/test", "jobs", "nothing"):
        reply = client.get(f"/api/v1/{path}")
        assert reply.status == 401
        assert reply.headers["www-authenticate"].startswith("Bearer")
        assert reply.headers["content-type"] == "application/problem+json"
    for given in ("", "Bearer", "Bearer wrong", f"Basic {token}", f"bearer {token}x", "Bearer \xe9"):
        assert client.ask("POST", "/api/v1/score", BODY, **JSON, Authorization=given).status == 401
    # A body that is too long for a page of annotators is refused for want of a token, not for its length.
    assert client.ask("POST", "/api/v1/score", b"x" * (2 << 20), **JSON).status == 401
    assert client.ask("POST", "/api/v1/score", BODY, **JSON, Authorization=f"Bearer {token}").status == 200
    assert client.get("/api/v1/openapi.json", Authorization=f"bearer  {token}").status == 200
    assert client.get(f"/judge/{key}").status == 200
    assert client.get("/judge").status == 200
    assert client.get(f"/organise/{token}x").status == 403
    entered = client.get(f"/organise/{token}")
    assert entered.status == 303
    assert "HttpOnly" in entered.headers["set-cookie"]
    assert "SameSite=strict" in entered.headers["set-cookie"]
    assert client.get("/").status == 200
    assert client.get("/api/v1/judgments").status == 200
    assert client.ask("POST", "/api/v1/score", BODY, **JSON, Sec_Fetch_Site="cross-site").status == 403
    for broken in (b"GET /organise/" + token.encode() + b" HTTP/1.1\r\nbad\r\n\r\n", b"\x16\x03\x01\x00"):
        with connect(elsewhere) as connection:
            connection.sendall(broken)
            connection.recv(1000)
    client.get(f"/judge/{key}?{token}")
    client.get(f"/%ff/{token}")
    stop(elsewhere)
    printed = elsewhere.log.read_text()
    assert token not in printed
    assert key not in printed
    assert "Traceback" not in printed


def test_only_named_hosts_and_own_pages(here: Running) -> None:
    client = here.client
    for host in ("evil.example", "127.0.0.1.evil.example", "", "localhost.", "127.0.0.1:80:80@evil.example"):
        expected = {421, 200} if host.startswith("127.0.0.1:") else {421}
        assert client.get("/api/v1/openapi.json", Host=host).status in expected
    refused = ({"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"Origin": "http://evil.example"})
    for headers in (*refused, {"Origin": "null"}, {"Origin": f"https://127.0.0.1:{client.port}.evil.example"}):
        for method, path in (("POST", "score"), ("DELETE", "jobs/1")):
            reply = client.ask(method, f"/api/v1/{path}", BODY, **JSON, **headers)
            assert reply.status == 403
            assert json.loads(reply.text)["type"].endswith("#other-site")
    own = {"Origin": f"http://127.0.0.1:{client.port}", "Sec_Fetch_Site": "same-origin"}
    assert client.ask("POST", "/api/v1/score", BODY, **JSON, **own).status == 200


def test_every_answer_has_the_headers(here: Running) -> None:
    for path in ("/", "/api/v1/docs", "/api/v1/openapi.json", "/api/v1/nothing", "/nothing", "/static/pages.css"):
        headers = here.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    page = here.client.get("/api/v1/docs").text
    assert not re.search(r"<script(?! type=\"module\" src=)|style=|\son\w+=|<style", page)


def test_bodies_have_a_limit_by_path(here: Running) -> None:
    client = here.client
    assert client.ask("POST", "/judge/0/fluency", b"x" * (guard.MOST_BODY + 1)).status == 413
    at_api = client.ask("POST", "/api/v1/score", b" " * (guard.MOST_BODY + 1) + BODY, **JSON)
    assert at_api.status == 202  # more than is answered at once
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=10)
    connection.putrequest("POST", "/api/v1/score")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(guard.MOST_API_BODY + 1))
    connection.endheaders()
    reply = connection.getresponse()
    assert reply.status == 413
    assert json.loads(reply.read())["type"].endswith("#too-large")
    connection.close()


def test_a_body_without_a_length_is_counted(here: Running) -> None:
    with connect(here) as connection:
        connection.sendall(b"POST /judge/0/fluency HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        for _ in range(17):
            connection.sendall(chunk)
        connection.sendall(b"0\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 413")


def test_compressed_bodies_are_refused(here: Running) -> None:
    bomb = gzip.compress(b" " * (1 << 20) + BODY)
    for encoding in ("gzip", "deflate", "br", "gzip, identity"):
        for path in ("/api/v1/score", "/judge/0/fluency"):
            assert here.client.ask("POST", path, bomb, **JSON, Content_Encoding=encoding).status == 415
    assert here.client.ask("POST", "/api/v1/score", BODY, **JSON, Content_Encoding="identity").status == 200


def test_slow_headers_and_bodies_end(here: Running) -> None:
    began = time.monotonic()
    slow = [connect(here) for _ in range(4)]
    slow[1].sendall(b"GET / HT")
    slow[2].sendall(b"GET /static/pages.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert slow[2].recv(100).startswith(b"HTTP/1.1 200")
    slow[3].sendall(b"POST /api/v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n")
    slow[3].sendall(b"Content-Length: 1000\r\n\r\n{")
    answered = slow[3].recv(4000)
    assert answered.startswith(b"HTTP/1.1 408")
    for connection in slow[:2]:
        # A byte now and then does not help.
        with suppress(OSError):
            connection.sendall(b"X")
        assert is_closed(connection)
    assert time.monotonic() - began < 8
    for connection in slow:
        connection.close()
    assert here.client.get("/static/pages.css").status == 200


def test_a_slow_upload_ends_and_is_not_in_the_log(here: Running) -> None:
    with connect(here) as connection:
        connection.sendall(b"POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n")
        connection.sendall(b"Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n")
        assert connection.recv(4000).startswith(b"HTTP/1.1 408")
    assert "Traceback" not in here.log.read_text()


def test_uploads_that_are_cut_off_are_not_in_the_log(here: Running) -> None:
    for _ in range(20):
        with connect(here) as connection:
            connection.sendall(b"POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n")
            connection.sendall(b"Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n")
    time.sleep(1)  # longer than a body may take
    assert here.client.get("/static/pages.css").status == 200
    assert "Traceback" not in here.log.read_text()


def test_partial_headers_after_an_answer_end_too(here: Running) -> None:
    with connect(here) as connection:
        connection.sendall(b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n")
        assert b" 404 " in connection.recv(100_000)
        connection.sendall(b"GET / HT")
        connection.settimeout(5)
        while not is_closed(connection):
            pass


def test_connections_are_bounded(here: Running) -> None:
    many = [connect(here) for _ in range(40)]
    try:
        many[-1].sendall(b"GET /static/pages.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b" 503 " in many[-1].recv(1000)
    finally:
        for connection in many:
            connection.close()
    for _ in range(100):
        if here.client.get("/static/pages.css").status == 200:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the server does not recover")
    assert connections.MOST_CONNECTIONS > 100


def test_requests_cannot_be_smuggled_or_confuse_paths(here: Running) -> None:
    for raw, statuses in (
        (b"GET /static/../app.py HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", (404,)),
        (b"GET /static/%2e%2e/app.py HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", (404,)),
        (b"GET //api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", (404,)),
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", (421,)),
        (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", (400,)),
        (b"GET / HTTP/1.1\r\n\r\n", (400, 421)),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n", (400, 421)),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n", (400,)),
        (b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", (405,)),
    ):
        with connect(here) as connection:
            connection.sendall(raw)
            answer = connection.recv(1000)
        assert int(answer[9:12]) in statuses, (raw[:60], answer[:60])


def test_a_worker_that_is_killed_is_replaced(here: Running) -> None:
    path = Path(f"/proc/{here.process.pid}/task/{here.process.pid}/children")
    if not path.is_file():
        pytest.skip("this system has no /proc")
    assert here.client.ask("POST", "/api/v1/score", BODY, **JSON).status == 200
    for child in path.read_text().split():
        if b"answering_process" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
    assert here.client.ask("POST", "/api/v1/score", BODY, **JSON).status in (200, 413)
    assert here.client.ask("POST", "/api/v1/score", BODY, **JSON).status == 200


def test_what_takes_too_long_is_ended() -> None:
    quick = json.loads(BODY)
    words = " ".join(map(str, range(120_000)))
    slow = {"hypotheses": [words], "references": [words[::-1]], "metrics": ["wer"]}

    async def attack() -> list[int]:
        workers = Workers(None, count=1)
        statuses = [(await workers.answer("score", quick)).status_code]
        workers.seconds = 0.3
        refused = await workers.answer("score", slow)
        statuses.append(refused.status_code)
        assert b"respond-async" in bytes(refused.body)
        workers.seconds = 30.0
        statuses.append((await workers.answer("score", quick)).status_code)
        many = await asyncio.gather(*(workers.answer("score", quick) for _ in range(MOST_WAITING + 5)))
        statuses.append(sum(each.status_code == 503 for each in many))
        await workers.close()
        return statuses

    assert asyncio.run(attack()) == [200, 413, 200, 5]


def test_a_request_has_no_network() -> None:
    program = (
        "import socket\nfrom tertium.web.api.answering_process import forbid_network\nforbid_network()\n"
        "for address in (('127.0.0.1', 9), ('localhost', 9)):\n"
        "    try:\n        socket.create_connection(address)\n"
        "    except PermissionError as error:\n        print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.count("may not use the network") == 2


def test_a_public_name_needs_a_token_even_if_only_this_machine_is_listened_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    for names, wanted in ((("evaluation.example.org",), True), (("localhost", "[::1]"), False)):
        said: list[str] = []
        folder = tmp_path / names[0]
        folder.mkdir()
        server.run_server(folder, port=0, names=names, say=said.append)
        assert ("/organise/" in said[0]) is wanted


def test_bodies_of_uploads_have_the_limit_of_uploads() -> None:
    for path in ("/upload", "/upload/document/mtness", "/upload/judgments/3"):
        assert guard.find_limit(path) == guard.BodyLimit(guard.MOST_UPLOAD, streamed=True)
    assert guard.find_limit("/upload/3").size == guard.MOST_BODY


def test_other_sites_may_link_to_pages_and_nothing_else(here: Running) -> None:
    for path in ("/", f"/judge/{here.keys['Ada']}", "/api/v1/metrics"):
        embedded = here.client.get(path, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")
        assert (embedded.status, "another site" in embedded.text) == (403, True)
    for headers in ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, {"Sec_Fetch_Site": "none"}, {}):
        assert here.client.get("/", **headers).status == 200
        assert here.client.get(f"/judge/{here.keys['Ada']}", **headers).status == 200
