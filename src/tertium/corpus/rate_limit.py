"""When the next request may be sent: so many a second, and none while the server wants peace."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from tertium.errors import SpecError


class RateLimit:
    """Hands out moments, evenly spaced, to any number of threads.

    Args:
        rate: How many requests a second; any number if None.
        clock: The time in seconds, which never goes back.
    """

    def __init__(self, rate: float | None, clock: Callable[[], float]) -> None:
        if rate is not None and not 0 < rate < float("inf"):
            raise SpecError(f"{rate} requests a second cannot be kept", remedy="Give a number above 0, such as 0.5")
        self._interval = 1 / rate if rate else 0.0
        self._clock = clock
        self._next = clock()
        self._lock = Lock()

    def reserve(self) -> float:
        """Takes the next moment that is free, and tells for how many seconds to wait for it."""
        with self._lock:
            now = self._clock()
            moment = max(now, self._next)
            self._next = moment + self._interval
        return moment - now

    def hold(self, seconds: float) -> None:
        """Lets nobody go for some seconds: who was told to wait speaks for all of them."""
        with self._lock:
            self._next = max(self._next, self._clock() + seconds)
