"""A progress bar on standard error, for work that takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from tertium.cli.remarks import remark
from tertium.progress import Pace

# Shorter work is over before anybody wonders.
_PATIENCE = 1.0


class ProgressBar:
    """Counts segments, or something else, and shows the count once a second has gone by, if somebody is watching.

    Args:
        unit: What is counted.
        quiet: Whether nothing is shown.
        estimate: Returns how many there are in all, as far as that is known; the time left is shown then.
    """

    def __init__(
        self, unit: str = "segments", *, quiet: bool, estimate: Callable[[], int | None] | None = None
    ) -> None:
        self._unit = unit
        self._wanted = not quiet and sys.stderr.isatty()
        self._estimate = estimate
        self._start = time.monotonic()
        self._pace = Pace()
        self._bar: Any = None
        self._task: Any = None
        self._step: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, segments: int) -> None:
        """Take note of some more segments."""
        self._pace.add(segments)
        if not self._wanted or time.monotonic() - self._start < _PATIENCE:
            return
        is_new = self._bar is None
        if is_new:
            self._make()
        total = None if self._estimate is None else self._estimate()
        self._bar.update(
            self._task,
            completed=self._pace.count,
            total=None if total is None else max(total, self._pace.count),
            speed=f"{self._pace.rate:,.0f} per second" if self._pace.rate and self._step is None else "",
            left=_write_left(self._pace.estimate_left(total)),
        )
        if is_new:
            self._bar.start()

    def reach(self, done: int, total: int) -> None:
        """Take note of the part of some last step that is done, such as merging; it is shown in a bar of its own."""
        if self._step is None:
            if self._bar is not None:
                self._bar.stop()
            self._bar, self._pace = None, Pace()
        self._step = total
        self._estimate = lambda: self._step
        self(done - self._pace.count)

    def _make(self) -> None:
        # Imported here because most runs are over before they need it.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        count = "{task.completed:,.0f} " + self._unit if self._step is None else "merged: {task.percentage:.0f} %"
        columns = [
            SpinnerColumn(),
            *([BarColumn(bar_width=20)] if self._estimate is not None else []),
            TextColumn(count),
            TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
        ]
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=None, speed="", left="")


class DownloadBar:
    """Shows how much of a file has arrived: a bar on a terminal, else one line.

    Args:
        name: What is downloaded.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._bar: Any = None
        self._task: Any = None
        self._is_said = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, arrived: int, total: int) -> None:
        """Take note of how many bytes have arrived."""
        if not sys.stderr.isatty():
            if not self._is_said:
                remark(f"downloading {self._name}: {total / 1e6:.0f} MB")
            self._is_said = True
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

            columns = [TextColumn(self._name), BarColumn(bar_width=20), DownloadColumn(), TimeRemainingColumn()]
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("", total=total)
            self._bar.start()
        self._bar.update(self._task, completed=arrived)


def _write_left(seconds: float | None) -> str:
    """Write a duration as the one beside it, hours:minutes:seconds."""
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left"
