"""A progress bar on standard error, for work that takes a while."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Self

# Shorter work is over before anybody wonders.
_PATIENCE = 1.0


class ProgressBar:
    """Counts segments, or something else, and shows the count once a second has gone by, if somebody is watching."""

    def __init__(self, unit: str = "segments", *, quiet: bool) -> None:
        self._unit = unit
        self._wanted = not quiet and sys.stderr.isatty()
        self._start = time.monotonic()
        self._count = 0
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, segments: int) -> None:
        """Take note of some more segments."""
        self._count += segments
        if not self._wanted or time.monotonic() - self._start < _PATIENCE:
            return
        if self._bar is None:
            self._show()
        self._bar.update(self._task, completed=self._count)

    def _show(self) -> None:
        # Imported here because most runs are over before they need it.
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        count = TextColumn("{task.completed:,.0f} " + self._unit)
        self._bar = Progress(SpinnerColumn(), count, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=None)
        self._bar.start()
