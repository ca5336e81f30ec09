"""What stands before every page: which hosts are answered, what other sites may not send, and limits.

A page of another site can make a browser send requests here. So the name of the host must be one that was asked for
(DNS rebinding), and requests that change something must come from our own pages: ``Sec-Fetch-Site``, or ``Origin``
where a browser does not send it. Programs that are not browsers send neither, and may. Pages of other sites may have
links to ours, and can load them in no other way.

Who may not enter is refused before the body is read. Bodies have a limit of bytes by path, and of time; compressed ones
are refused, since nobody knows their size. Bodies of uploads are handed on as they come, all others are read first.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tertium.annotation import LinkError
from tertium.web.judging import show_error

API = "/api/v1"
ORGANISER_COOKIE = "tertium_organiser"
# Annotators have links of their own, and the organiser's link brings the token.
_OPEN = ("/judge", "/static/", "/organise/")

MOST_BODY = 1 << 20
MOST_API_BODY = 64 << 20
MOST_UPLOAD = 200 << 20
# All bodies that are being read or answered, together; those of uploads go to the disk.
MOST_BUFFERED = 512 << 20
# What is read of a body that is refused.
MOST_DRAINED = 8 << 20
DRAIN_SECONDS = 2.0
# A body of the usual size has to be there after this many seconds; a larger one may come at this rate.
BODY_SECONDS = 20.0
BYTES_PER_SECOND = 1 << 18

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class BodyLimit(NamedTuple):
    """How the bodies of some paths are read.

    Attributes:
        size: The most bytes.
        streamed: Whether they are handed on as they come.
    """

    size: int
    streamed: bool = False


class Refusal(NamedTuple):
    """Why a request is not answered.

    Attributes:
        status: The status.
        kind: The kind of problem, as the API has it.
        text: What is said.
    """

    status: int
    kind: str
    text: str


class BodyError(Exception):
    """A body that is too long, too slow or cut off.

    Args:
        refusal: Why it is not taken.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


def find_limit(path: str) -> BodyLimit:
    """Return how the body of a request to a path is read.

    >>> find_limit("/judge/1/fluency").size == MOST_BODY
    True
    """
    if path.startswith(f"{API}/"):
        return BodyLimit(MOST_API_BODY)
    if path == "/upload" or path.startswith(("/upload/document/", "/upload/judgments/")):
        return BodyLimit(MOST_UPLOAD, streamed=True)
    return BodyLimit(MOST_BODY)


class Guard:
    """An ASGI application around another one.

    Args:
        app: The application.
        hosts: The names of the host that are answered, without ports.
        token: What all but annotators need, in a cookie or as ``Authorization: Bearer``; nobody needs one if None.
        body_seconds: How long a body of the usual size may take.
    """

    def __init__(
        self, app: ASGIApp, hosts: Sequence[str], *, token: str | None = None, body_seconds: float = BODY_SECONDS
    ) -> None:
        self._app = app
        self._hosts = {host.casefold() for host in hosts}
        self._token = token
        self._body_seconds = body_seconds
        self._buffered = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # there are no other connections
        headers = Headers(scope=scope)
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                found = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    found.setdefault(name, value)
            await send(message)

        refusal = self._refuse(scope["method"], scope["path"], headers)
        if refusal is None:
            try:
                await self._pass_on(scope, headers, receive, send_guarded)
                return
            except BodyError as error:
                if started:
                    raise
                refusal = error.refusal
        drained = await _drain(receive) if scope["method"] not in ("GET", "HEAD") else True
        await _answer(scope["path"], refusal, drained=drained)(scope, receive, send_guarded)

    async def _pass_on(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        limit = find_limit(scope["path"])
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) < 20) or int(length) > limit.size:
            raise BodyError(_too_long(limit))
        body = _Body(receive, limit, self._body_seconds)
        if limit.streamed:
            await self._app(scope, body.receive, _send_after(body, send))
            return
        parts = bytearray()
        taken = 0
        try:
            while True:
                message = await body.receive()
                if message["type"] != "http.request":
                    return  # the client is gone
                part = message.get("body", b"")
                parts += part
                taken += len(part)
                self._buffered += len(part)
                if self._buffered > MOST_BUFFERED:
                    raise BodyError(Refusal(503, "busy", "The server is busy with other large requests.\n"))
                if not message.get("more_body", False):
                    break
            whole = bytes(parts)
            parts.clear()
            await self._app(scope, _replay(whole, receive), send)
        finally:
            self._buffered -= taken

    def _refuse(self, method: str, path: str, headers: Headers) -> Refusal | None:
        host = headers.get("host", "")
        if _name_of(host) not in self._hosts:
            return Refusal(421, "host", "This server does not answer for that host.\n")
        reads = method in ("GET", "HEAD", "OPTIONS")
        if not (_is_link(headers) if reads else _is_own(headers, host)):
            return Refusal(403, "other-site", "The request comes from another site.\n")
        if self._token is not None and not path.startswith(_OPEN) and not self._has_token(headers, self._token):
            return Refusal(401 if path.startswith(f"{API}/") else 403, "token", "This page is for the organiser.\n")
        if headers.get("content-encoding", "identity").casefold() != "identity":
            return Refusal(415, "media-type", "Send the body without Content-Encoding.\n")
        return None

    def _has_token(self, headers: Headers, token: str) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.casefold() == "bearer" and secrets.compare_digest(given.strip().encode(), token.encode()):
            return True
        return secrets.compare_digest(_read_cookie(headers).encode(), token.encode())


class _Body:
    """A body that is counted and timed while it is read."""

    def __init__(self, receive: Receive, limit: BodyLimit, seconds: float) -> None:
        self._receive = receive
        self._limit = limit
        self._seconds = seconds
        self._start = asyncio.get_running_loop().time()
        self._size = 0
        self._complete = False
        self.is_refused = False

    async def drain(self) -> bool:
        """Read what is left, as ``_drain`` does."""
        return self._complete or await _drain(self._receive)

    async def receive(self) -> Message:
        if self._complete:
            return await self._receive()
        allowed = self._seconds + self._size / BYTES_PER_SECOND
        left = self._start + allowed - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0.001))
        except TimeoutError:
            self.is_refused = True
            raise BodyError(Refusal(408, "too-slow", "The request took too long to arrive.\n")) from None
        self._size += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._size > self._limit.size:
            self.is_refused = True
            raise BodyError(_too_long(self._limit))
        return message


def _send_after(body: _Body, send: Send) -> Send:
    """Return what sends the answer to a body that is handed on as it comes.

    What is left of the body is read first. A body that the guard refuses gets the guard's answer, not the one that the
    application makes of the error.
    """

    async def send_it(message: Message) -> None:
        if body.is_refused:
            return
        if message["type"] == "http.response.start" and not await body.drain():
            MutableHeaders(scope=message)["Connection"] = "close"
        await send(message)

    return send_it


def _too_long(limit: BodyLimit) -> Refusal:
    return Refusal(413, "too-large", f"The request is longer than {limit.size:,} bytes.\n")


async def _drain(receive: Receive) -> bool:
    """Read what is left of a body that is refused, within bounds: many clients do not listen before they have sent it.

    Returns:
        Whether all of it was read; the connection can be used again only then.
    """
    size = 0
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            while size <= MOST_DRAINED:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return True
    except TimeoutError:
        return False
    return False


def _answer(path: str, refusal: Refusal, *, drained: bool) -> Response:
    closing = {} if drained else {"Connection": "close"}
    if path.startswith(f"{API}/"):
        from tertium.web.api import make_problem

        if refusal.status == 401:
            closing["WWW-Authenticate"] = 'Bearer realm="tertium"'
        remedies = {
            "token": "Send the header 'Authorization: Bearer TOKEN', with the end of the link that the server printed",
            "too-large": "Send fewer or shorter texts",
            "busy": "Try again later",
        }
        detail = refusal.text.strip().removesuffix(".")
        if refusal.kind == "token":
            detail = "the API needs the token of the organiser"
        return make_problem(refusal.kind, refusal.status, detail, remedy=remedies.get(refusal.kind), headers=closing)
    if refusal.kind == "token":
        page = show_error(LinkError("this page is for the organiser", remedy="Open the organiser's link"))
        page.headers.update(closing)
        return page
    return PlainTextResponse(refusal.text, refusal.status, headers=closing)


def _is_link(headers: Headers) -> bool:
    """Return whether a page is asked for by our own pages, by following a link, or not by a browser."""
    other = headers.get("sec-fetch-site") == "cross-site"
    return not other or headers.get("sec-fetch-mode") == "navigate"


def _is_own(headers: Headers, host: str) -> bool:
    """Return whether a request comes from our own pages, or not from a browser."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.casefold() == host.casefold()


def _read_cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(ORGANISER_COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _name_of(host: str) -> str:
    """Return the name of a host without its port.

    >>> _name_of("[::1]:80"), _name_of("Localhost:8017")
    ('[::1]', 'localhost')
    """
    name = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    return name.casefold()
