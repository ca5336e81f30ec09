"""How long work reports its progress."""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[int], object]
"""Called after each step with the number of items done since the last call."""

StepProgress = Callable[[int, int], object]
"""Called after each step with the work that is done so far and all of it, so that the time left can be estimated."""


class Pace:
    """How fast work goes on, and how long the rest takes.

    The first step does not count: it may be work of an earlier run.

    >>> times = iter([0.0, 2.0])
    >>> pace = Pace(lambda: next(times))
    >>> pace.add(1_000_000)
    >>> pace.add(50)
    >>> pace.rate, pace.estimate_left(1_000_150)
    (25.0, 4.0)

    Args:
        clock: Returns the time in seconds.

    Attributes:
        count: How many items were done.
        rate: How many are done per second; 0 as long as that is not known.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.count = 0
        self.rate = 0.0
        self._clock = clock
        self._first: tuple[int, float] | None = None

    def add(self, items: int) -> None:
        """Take note of some more items."""
        self.count += items
        if self._first is None:
            self._first = (self.count, self._clock())
            return
        count, start = self._first
        taken = self._clock() - start
        self.rate = (self.count - count) / taken if taken > 0 else 0.0

    def estimate_left(self, total: int | None) -> float | None:
        """Return the seconds that the rest takes; None if that is not known.

        Args:
            total: How many items there are in all, if known.
        """
        if total is None or not self.rate:
            return None
        return max(0, total - self.count) / self.rate
