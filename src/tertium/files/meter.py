"""How much of a file was read, for those who wait for the rest.

Files are opened deep inside of their formats, and a meter is not handed down to there: whoever wants to know listens
while a format is asked for its next rows, and the file reports to the one who listens when it is opened.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import BinaryIO
from weakref import ReferenceType, ref

_LISTENING: ContextVar[Meter | None] = ContextVar("_LISTENING", default=None)


class Meter:
    """Measures one file; a compressed one by the bytes that are on the disk.

    Attributes:
        size: The bytes of the file; 0 until it is opened, and for what has no size, such as standard input.
        items: How many lines, rows or segments were read, if the one who listens counts them.
    """

    def __init__(self) -> None:
        self.size = self.items = 0
        # Weak, so that a file is closed as soon as nobody reads it.
        self._stream: ReferenceType[BinaryIO] | None = None
        self._reported: float | None = None

    @contextmanager
    def listen(self) -> Iterator[None]:
        """Measure the file that is opened meanwhile."""
        token = _LISTENING.set(self)
        try:
            yield
        finally:
            _LISTENING.reset(token)

    def find_share(self) -> float | None:
        """Return which part of the file was read, from 0 to 1; None if that is not known."""
        if not self.size or self._stream is None:
            return None
        stream = self._stream()
        if stream is None or stream.closed:
            return 1.0
        # A format that goes back and forth in its file says itself how far it is.
        return stream.tell() / self.size if self._reported is None else self._reported

    def watch(self, stream: BinaryIO) -> None:
        """Measure a file."""
        found = os.fstat(stream.fileno())
        if stat.S_ISREG(found.st_mode):
            self._stream, self.size = ref(stream), found.st_size

    def report(self, share: float) -> None:
        """Take note of which part was read."""
        self._reported = share


def watch(stream: BinaryIO) -> None:
    """Tell the one who listens, if there is one, that a file was opened."""
    if (meter := _LISTENING.get()) is not None:
        meter.watch(stream)


def report_share(share: float) -> None:
    """Tell the one who listens, if there is one, which part of a file was read, from 0 to 1."""
    if (meter := _LISTENING.get()) is not None:
        meter.report(share)
