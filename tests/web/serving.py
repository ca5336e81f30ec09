"""A real server in a thread, and a client without a browser's help."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import uvicorn

from tertium.web import make_app
from tertium.web.connections import make_config


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Client:
    """Sends requests, and keeps cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        text = response.read().decode()
        for name, value in response.getheaders():
            if name == "set-cookie" and (found := re.match(r"([^=]+)=([^;]*)", value)):
                self.cookies[found[1]] = found[2]
        connection.close()
        return Reply(response.status, {name.lower(): value for name, value in response.getheaders()}, text)

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def post(self, path: str, fields: dict[str, object], **headers: str) -> Reply:
        return self.ask("POST", path, urlencode(fields).encode(), **headers)


@contextmanager
def serve(workspace: Path, token: str | None = None, files: Path | None = None) -> Iterator[Client]:
    """Serves a workspace at any free port."""
    config = make_config(make_app(workspace, token=token, files=files), port=0)
    server = uvicorn.Server(config)
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield Client(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
