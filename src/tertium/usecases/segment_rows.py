"""Scores of segments as TSV, one system after the other, without all of them in memory.

Segments come for all systems at once, so the rows of each system wait in a temporary file. Nothing is written before
all segments have been scored: an error in the last line leaves no incomplete result.
"""

from __future__ import annotations

import codecs
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from io import FileIO

from tertium.errors import InputError
from tertium.frame import Frame
from tertium.report import write_tsv_rows

_AT_ONCE = 1 << 20


class SegmentRows(ExitStack):
    """Rows of segments as ``score --by-segment -f tsv`` writes them; the temporary files are removed in the end."""

    def __init__(self) -> None:
        super().__init__()
        self._header = ""
        self._files: dict[str, FileIO] = {}

    def add(self, runs: Iterable[Mapping[str, Frame]]) -> None:
        """Add runs of consecutive segments, by system, as ``score_segments`` yields them.

        Raises:
            InputError: A temporary file cannot be written.
        """
        for run in runs:
            for system, frame in run.items():
                columns = frame.to_dict()
                self._header = self._header or write_tsv_rows([["system", *columns]])
                if system not in self._files:
                    self._files[system] = self.enter_context(_open())
                rows = ((system, *cells) for cells in zip(*columns.values(), strict=True))
                _keep(self._files[system], write_tsv_rows(rows))

    @property
    def systems(self) -> Mapping[str, FileIO]:
        """The systems that have rows."""
        return self._files

    def keep(self, systems: Iterable[str]) -> None:
        """Write the rows of these systems only."""
        self._files = {name: self._files[name] for name in systems}

    def join(self) -> Iterator[str]:
        """Yield all rows as text, in parts."""
        yield self._header
        for file in self._files.values():
            file.seek(0)
            yield from codecs.iterdecode(iter(partial(file.read, _AT_ONCE), b""), "utf-8")


def _open() -> FileIO:
    """Nothing is held back: a full disk is seen when a row is written, and not when the file is read or closed."""
    try:
        return tempfile.TemporaryFile("w+b", buffering=0, prefix="tertium-segments-")
    except OSError as error:
        raise _explain(error) from error


def _keep(file: FileIO, text: str) -> None:
    left = memoryview(text.encode())
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        raise _explain(error) from error


def _explain(error: OSError) -> InputError:
    return InputError(
        f"the scores cannot be kept in a temporary file: {error.strerror}",
        file=tempfile.gettempdir(),
        remedy="Set TMPDIR to a folder with room for the result",
    )
