"""When the next request may be sent: at most a given number per second, and none during a pause of the server."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from tertium.errors import SpecError


class RateLimit:
    """Assigns evenly spaced times to any number of threads.

    Args:
        rate: The number of requests per second; no limit if None.
        clock: A monotonic time in seconds.
    """

    def __init__(self, rate: float | None, clock: Callable[[], float]) -> None:
        if rate is not None and not 0 < rate < float("inf"):
            raise SpecError(f"the rate is {rate} requests per second", remedy="Give a number above 0, such as 0.5")
        self._interval = 1 / rate if rate else 0.0
        self._clock = clock
        self._next = clock()
        self._lock = Lock()

    def reserve(self) -> float:
        """Take the next free time, and return the seconds until then."""
        with self._lock:
            now = self._clock()
            moment = max(now, self._next)
            self._next = moment + self._interval
        return moment - now

    def hold(self, seconds: float) -> None:
        """Let all threads wait for some seconds, since the server asked one of them to."""
        with self._lock:
            self._next = max(self._next, self._clock() + seconds)
