"""Connections: how many there are, and how long each may take to say what it wants.

uvicorn has no limit for the time until a request's headers are complete. Clients that send a byte now and then, or
nothing, would keep their connections for ever, until nobody else gets one.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

MOST_CONNECTIONS = 512
HEADER_SECONDS = 10.0
KEEP_ALIVE_SECONDS = 15


class TimedConnection(H11Protocol):
    """A connection that is closed if the headers of a request are not complete in time."""

    header_seconds = HEADER_SECONDS
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Take what was sent; the time runs on until it is a request."""
        super().data_received(data)
        if self._is_waiting():
            if self._deadline is None:
                self._set_deadline()
        else:
            self._unset_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._unset_deadline()
        super().connection_lost(exc)

    def _is_waiting(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.header_seconds, self._end)

    def _unset_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        self._deadline = None
        if self._is_waiting() and not self.transport.is_closing():
            self.transport.close()


def make_config(app: ASGIApp, *, header_seconds: float = HEADER_SECONDS, **settings: int) -> uvicorn.Config:
    """Return how uvicorn serves the application.

    Args:
        app: The application.
        header_seconds: How long the headers of a request may take.
        settings: Other settings of uvicorn, such as the port.
    """
    import uvicorn

    protocol = type("TimedConnection", (TimedConnection,), {"header_seconds": header_seconds})
    # No log of requests: addresses of annotators have their keys. No name and version of the server in answers.
    return uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        http=protocol,
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        server_header=False,
        **settings,  # type: ignore[arg-type]
    )
