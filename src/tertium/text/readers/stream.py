"""One file, read a given number of segments at a time."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.text.readers.segment_run import Request, SegmentRun, join


class Stream:
    """Cuts the runs of segments of a format into runs of the requested length.

    Args:
        request: The file.
        parts: Its content, in runs of any length.

    Attributes:
        taken: The number of segments that were returned.
    """

    def __init__(self, request: Request, parts: Iterator[SegmentRun]) -> None:
        self.request = request
        self.taken = 0
        self._parts = parts
        self._current = SegmentRun(length=0)
        self._offset = 0

    def take(self, size: int) -> SegmentRun:
        """Return the next ``size`` segments; fewer, or none, only at the end of the file."""
        runs: list[SegmentRun] = []
        missing = size
        while missing > 0 and self._advance():
            run = self._current[self._offset : self._offset + missing]
            if self._offset == 0 and run.length == self._current.length:
                run = self._current
            self._offset += run.length
            missing -= run.length
            runs.append(run)
        self.taken += size - missing
        return join(runs) if runs else SegmentRun(length=0)

    def drain(self) -> int:
        """Read to the end, and return the number of segments of the file."""
        while self._advance():
            self.taken += self._current.length - self._offset
            self._offset = self._current.length
        return self.taken

    def _advance(self) -> bool:
        while self._offset >= self._current.length:
            following = next(self._parts, None)
            if following is None:
                return False
            self._current, self._offset = following, 0
        return True
