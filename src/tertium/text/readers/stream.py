"""One file, read as many segments at a time as are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.text.readers.part import Request, SegmentRun, join


class Stream:
    """Cuts the parts that a format gives into runs of the length that is wanted.

    Args:
        request: The file.
        parts: Its content, in parts of any length.

    Attributes:
        taken: How many segments were given out.
    """

    def __init__(self, request: Request, parts: Iterator[SegmentRun]) -> None:
        self.request = request
        self.taken = 0
        self._parts = parts
        self._current = SegmentRun(length=0)
        self._offset = 0

    def take(self, size: int) -> SegmentRun:
        """The next ``size`` segments; fewer, or none, only at the end of the file."""
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
        """Reads to the end, and says how many segments the file has."""
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
