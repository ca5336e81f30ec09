"""One request and its answer, within a number of seconds and bytes. Every request of Tertium is made here.

The time-outs of the library are for each piece that arrives, so that a server that sends one byte now and then could
hold a program for ever. Here a timer ends the connection: the headers and the body must arrive within the time-out.
Redirects are answers like any other, and are not followed, since they would pass texts and keys on.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from tertium.network.addresses import is_this_machine

MOST_BYTES = 16 << 20
"""The size of the longest answer that is read."""

_PIECE = 1 << 16

# What can go wrong between two machines; the caller says what that means.
FAILURES = (URLError, HTTPException, OSError, ValueError)


class LongAnswerError(HTTPException):
    """An answer with more bytes than are read."""


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """The answer of a server.

    Attributes:
        status: Its number: below 300 if the server did what it was asked for.
        headers: Its headers.
        content: Its body; of a refusal the beginning only.
    """

    status: int
    headers: Mapping[str, str]
    content: bytes


class _Watch:
    """Ends a connection after some seconds."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._connection: socket | None = None
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True
        self._timer.start()

    def observe(self, connection: socket) -> None:
        self._connection = connection
        if self.is_over:
            self._end()

    def _end(self) -> None:
        self.is_over = True
        if self._connection is not None:
            # It may have been closed meanwhile, which is as good.
            with suppress(OSError):
                self._connection.shutdown(SHUT_RDWR)

    def stop(self) -> None:
        self._timer.cancel()


class _WatchedConnection(HTTPConnection):
    def __init__(self, host: str, *, watch: _Watch, **options: Any) -> None:
        super().__init__(host, **options)
        self._watch = watch

    def connect(self) -> None:
        super().connect()
        self._watch.observe(self.sock)


class _WatchedSecureConnection(HTTPSConnection):
    def __init__(self, host: str, *, watch: _Watch, **options: Any) -> None:
        super().__init__(host, **options)
        self._watch = watch

    def connect(self) -> None:
        super().connect()
        self._watch.observe(self.sock)


class _WatchedRequest(Request):
    """A request with the timer that ends it."""

    watch: _Watch


def _find_watch(request: Request) -> _Watch:
    if not isinstance(request, _WatchedRequest):
        raise TypeError("the library has made a request of its own")
    return request.watch


class _Handler(HTTPHandler):
    def http_open(self, request: Request) -> HTTPResponse:
        return self.do_open(partial(_WatchedConnection, watch=_find_watch(request)), request)


class _SecureHandler(HTTPSHandler):
    def https_open(self, request: Request) -> HTTPResponse:
        return self.do_open(
            partial(_WatchedSecureConnection, watch=_find_watch(request)),
            request,
            context=self._context,  # type: ignore[attr-defined]
        )


class _EveryStatus(HTTPErrorProcessor):
    """Takes every status for an answer. The library would follow redirects, and raise the others."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


class ServerExchange:
    """Asks one server, from any number of threads.

    Args:
        address: Its address. This machine is never asked through a proxy.
        timeout: The seconds to wait, from the connection to the last byte of the answer.
        most_bytes: The size of the longest answer that is read.
    """

    def __init__(self, address: str, *, timeout: float, most_bytes: int = MOST_BYTES) -> None:
        self._timeout, self._most_bytes = timeout, most_bytes
        proxies = [ProxyHandler({})] if is_this_machine(urlsplit(address).hostname) else []
        # Kept, because reading the certificates takes longer than most answers.
        self._opener: OpenerDirector = build_opener(_EveryStatus, _Handler, _SecureHandler, *proxies)

    def ask(self, url: str, *, data: bytes | None, headers: Mapping[str, str]) -> ServerAnswer:
        """Return the answer to a POST of data, or to a GET if there is none.

        Raises:
            TimeoutError: The answer was not complete in time.
            LongAnswerError: It is too long.
            IncompleteRead: It broke off.
            Exception: Another of ``FAILURES``: the server cannot be reached, or does not speak HTTP.
        """
        request = _WatchedRequest(url, data=data, headers=dict(headers))
        request.watch = watch = _Watch(self._timeout)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                answer = ServerAnswer(response.status, response.headers, self._read(response))
        except FAILURES as error:
            if watch.is_over:
                raise TimeoutError from error
            raise
        finally:
            watch.stop()
        if watch.is_over:  # the end of the connection looks like the end of an answer without a length
            raise TimeoutError
        return answer

    def _read(self, response: HTTPResponse) -> bytes:
        # The reason of a refusal is shown in part only, and may have been cut off.
        is_refusal = response.status >= 300
        pieces: list[bytes] = []
        size = 0
        while piece := response.read1(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if is_refusal and size >= _PIECE:
                return b"".join(pieces)
            if size > self._most_bytes:
                raise LongAnswerError
        if response.length and not is_refusal:
            raise IncompleteRead(b"", response.length)
        return b"".join(pieces)
