"""A local HTTP server that says what a test wants it to say."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Asked:
    """A request as it came in."""

    method: str
    path: str
    headers: dict[str, str]
    body: str


@dataclass(frozen=True)
class Answer:
    """What the server says.

    Attributes:
        body: Sent as it is if it is text, else as JSON.
        status: The number.
        headers: Beside those that say how long the body is.
        delay: For how many seconds it thinks first.
        claimed: How long the body is said to be, if that is a lie.
        closes: Whether the connection is closed without a word.
        drips: For how many seconds it waits after each byte.
    """

    body: Any = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    claimed: int | None = None
    closes: bool = False
    drips: float = 0.0


@dataclass
class Server:
    """A server that runs.

    Attributes:
        address: Where it listens.
        asked: All requests so far.
        script: What it says next, one answer a request; when that is used up, what ``respond`` says.
    """

    address: str
    respond: Callable[[Asked], Answer]
    asked: list[Asked] = field(default_factory=list)
    script: list[Answer] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, asked: Asked) -> Answer:
        with self.lock:
            self.asked.append(asked)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            return self.script.pop(0) if self.script else self.respond(asked)


@contextmanager
def serve(respond: Callable[[Asked], Answer]) -> Iterator[Server]:
    """Runs a server for as long as the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length).decode()
            answer = server.take(Asked(self.command, self.path, dict(self.headers), body))
            try:
                self.say(answer)
            except OSError:
                pass  # whoever asked did not wait
            finally:
                with server.lock:
                    server.at_once -= 1

        do_GET = do_POST = handle_any  # noqa: N815 (their names)

        def say(self, answer: Answer) -> None:
            time.sleep(answer.delay)
            if answer.closes:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            content = (answer.body if isinstance(answer.body, str) else json.dumps(answer.body)).encode()
            self.send_response(answer.status)
            self.send_header("Content-Length", str(len(content) if answer.claimed is None else answer.claimed))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if not answer.drips:
                self.wfile.write(content)
                return
            for place in range(len(content)):
                self.wfile.write(content[place : place + 1])
                self.wfile.flush()
                time.sleep(answer.drips)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server = Server(f"http://127.0.0.1:{http.server_port}", respond)
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


class Time:
    """A clock that goes on only while somebody sleeps."""

    def __init__(self, start: float = 1000.0) -> None:
        self.now = start
        self.slept: list[float] = []
        self._lock = threading.Lock()

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.slept.append(seconds)
            self.now += seconds

    def __call__(self) -> float:
        return self.now
