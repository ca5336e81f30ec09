"""One file, read a given number of segments at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from tertium.text.readers.segment_run import Request, SegmentRun, join
from tertium.types import BATCH


class Stream:
    """Cuts the runs of segments of a format into runs of the requested length.

    Args:
        request: The file.
        parts: Its content, in runs of any length.

    Attributes:
        has_ended: Whether the file was read to its end.
    """

    def __init__(self, request: Request, parts: Iterator[SegmentRun]) -> None:
        self.request = request
        self.has_ended = False
        self._parts = (piece for run in parts for piece in _cut(run))
        self._waiting: deque[SegmentRun] = deque()
        self._count = self._taken = 0

    def fill(self, size: int, most: int) -> int:
        """Read until ``size`` segments or ``most`` characters wait to be taken, or the file ends.

        Returns:
            The number of segments that wait, at most ``size``; 0 only at the end of the file.
        """
        characters = sum(run.count_characters() for run in self._waiting)
        while self._count < size and characters < most and (run := self._read()):
            self._waiting.append(run)
            self._count += run.length
            characters += run.count_characters()
        return min(self._count, size)

    def take(self, count: int) -> SegmentRun:
        """Return the next segments, as many as wait."""
        runs: list[SegmentRun] = []
        missing = count
        while missing > 0:
            run = self._waiting.popleft()
            if run.length > missing:
                self._waiting.appendleft(run[missing:])
                run = run[:missing]
            missing -= run.length
            runs.append(run)
        self._count -= count
        self._taken += count
        return join(runs)

    def drain(self) -> int:
        """Read to the end, and return the number of segments of the file."""
        while run := self._read():
            self._count += run.length
        return self._taken + self._count

    def _read(self) -> SegmentRun | None:
        run = next(self._parts, None)
        self.has_ended = run is None
        return run


def _cut(run: SegmentRun) -> Iterator[SegmentRun]:
    """Cut a run, which may be a whole file, into runs that can be handed on without copying the rest each time."""
    if 0 < run.length <= BATCH:
        yield run
        return
    for start in range(0, run.length, BATCH):
        yield run[start : start + BATCH]
