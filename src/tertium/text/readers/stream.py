"""One file, read a given number of segments at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from tertium.errors import InputError
from tertium.files.meter import Meter
from tertium.files.opening import shown
from tertium.text.readers.segment_run import Request, SegmentRun, join
from tertium.types import BATCH


class Stream:
    """Cuts the runs of segments of a format into runs of the requested length.

    Args:
        request: The file.
        parts: Its content, in runs of any length.

    Attributes:
        has_ended: Whether the file was read to its end.
        taken: How many segments were taken or skipped.
        share: Which part of the file the segments are that were taken, from 0 to 1; None if that is not known.
    """

    def __init__(self, request: Request, parts: Iterator[SegmentRun]) -> None:
        self.request = request
        self.has_ended = False
        self.share: float | None = None
        self._meter = Meter()
        # Not a method: the stream would hold itself, and files would stay open until the garbage is collected.
        self._parts = _cut_each(parts, self._meter)
        self._waiting: deque[SegmentRun] = deque()
        self._count = self.taken = 0

    @property
    def size(self) -> int:
        """The bytes of the file; 0 if they are not known."""
        return self._meter.size

    def skip(self, count: int) -> None:
        """Drop the first segments, which the format may have skipped before.

        Raises:
            InputError: There are fewer.
        """
        while self.taken < count:
            run = self._next()
            if run is None:
                raise InputError(
                    f"there are {self.taken} segments, and {count} were read before",
                    file=shown(self.request.path),
                    remedy="Begin anew: the file has changed",
                )
            missing = count - self.taken
            self.taken += min(missing, run.length)
            if run.length > missing:
                self._waiting.append(run[missing:])
                self._count = run.length - missing

    def fill(self, size: int, most: int) -> int:
        """Read until ``size`` segments or ``most`` characters wait to be taken, or the file ends.

        Returns:
            The number of segments that wait, at most ``size``; 0 only at the end of the file.
        """
        characters = sum(run.count_characters() for run in self._waiting)
        while self._count < size and characters < most and (run := self._next()):
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
        self.taken += count
        self._note_share()
        return join(runs)

    def drain(self) -> int:
        """Read to the end, and return the number of segments of the file."""
        while run := self._next():
            self._count += run.length
        return self.taken + self._count

    def _note_share(self) -> None:
        # Of a file that had to be read as a whole, only some segments were taken.
        read = self._meter.find_share()
        self.share = None if read is None else read * self.taken / self._meter.items

    def _next(self) -> SegmentRun | None:
        with self._meter.listen():
            run = next(self._parts, None)
        self.has_ended = run is None
        return run


def _cut_each(runs: Iterator[SegmentRun], meter: Meter) -> Iterator[SegmentRun]:
    for run in runs:
        meter.items += run.length
        yield from _cut(run)


def _cut(run: SegmentRun) -> Iterator[SegmentRun]:
    """Cut a run, which may be a whole file, into runs that can be handed on without copying the rest each time."""
    if 0 < run.length <= BATCH:
        yield run
        return
    for start in range(0, run.length, BATCH):
        yield run[start : start + BATCH]
