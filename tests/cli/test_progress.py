"""The progress bar: only on a terminal, with the time left where the length of the input is known."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable

import pytest

from tertium.cli import progress
from tertium.cli.progress import ProgressBar


class Terminal(io.StringIO):
    """Somebody who is watching."""

    def isatty(self) -> bool:
        return True


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Not a fixture: pytest replaces standard error after fixtures are made."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return found


def show(estimate: Callable[[], int | None] | None, *, quiet: bool = False) -> None:
    with ProgressBar(quiet=quiet, estimate=estimate) as bar:
        for _ in range(3):
            bar(1000)
            time.sleep(0.01)
        if bar._bar is not None:
            bar._bar.refresh()


def test_the_pace_and_the_time_left_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    show(lambda: 1_000_000)
    shown = terminal.getvalue()
    assert "3,000 segments" in shown
    assert "per second" in shown
    assert "left" in shown


@pytest.mark.parametrize("estimate", [None, lambda: None])
def test_without_a_length_there_is_no_time_left(
    monkeypatch: pytest.MonkeyPatch, estimate: Callable[[], int | None] | None
) -> None:
    terminal = open_terminal(monkeypatch)
    show(estimate)
    assert "3,000 segments" in terminal.getvalue()
    assert "left" not in terminal.getvalue()


def test_nothing_is_shown_to_those_who_want_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    show(lambda: 10_000, quiet=True)
    assert not terminal.getvalue()
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    show(lambda: 10_000)
    assert not terminal.getvalue()


@pytest.mark.parametrize(
    ("seconds", "text"), [(None, ""), (0.2, "0:00:00 left"), (75.4, "0:01:15 left"), (36_000, "10:00:00 left")]
)
def test_durations_are_written_as_clocks_do(seconds: float | None, text: str) -> None:
    assert progress._write_left(seconds) == text
