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
        self._total: int | None = None

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

    def reach(self, done: int, total: int) -> None:
        """Show which part of some work is done, and the time left."""
        if not self._wanted or time.monotonic() - self._start < _PATIENCE:
            return
        if self._bar is None or self._total is None:
            self._show(total)
        self._bar.update(self._task, completed=done, total=total)

    def _show(self, total: int | None = None) -> None:
        # Imported here because most runs are over before they need it.
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        if self._bar is not None:
            self._bar.stop()
        columns: tuple[Any, ...] = (TextColumn("{task.completed:,.0f} " + self._unit),)
        if total is not None:
            columns = (TextColumn("merged: {task.percentage:.0f} %"), TimeRemainingColumn())
        console = Console(stderr=True)
        self._bar = Progress(SpinnerColumn(), *columns, TimeElapsedColumn(), console=console, transient=True)
        self._total = total
        self._task = self._bar.add_task("", total=total)
        self._bar.start()
