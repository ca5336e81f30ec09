"""How many threads are used."""

from __future__ import annotations

import os

import pytest

import tertium
from tertium.errors import SpecError
from tertium.threads import VARIABLE, resolve_threads


def test_what_was_asked_for_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "7")
    assert resolve_threads(3) == 3


def test_the_environment_comes_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "7")
    assert resolve_threads(None) == 7


@pytest.mark.parametrize("text", [None, ""])
def test_else_there_is_one_for_each_core(monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    if text is None:
        monkeypatch.delenv(VARIABLE, raising=False)
    else:
        monkeypatch.setenv(VARIABLE, text)
    assert 1 <= resolve_threads(None) <= (os.cpu_count() or 1)


@pytest.mark.parametrize("text", ["two", "1.5", "-1", " 2", "²"])
def test_what_is_no_whole_number_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(VARIABLE, text)
    with pytest.raises(SpecError, match=f"{VARIABLE}=.* is not a whole number"):
        tertium.score(["a"], ["a"], ["wer"])


@pytest.mark.parametrize("threads", [0, -3])
def test_no_threads_cannot_work(threads: int) -> None:
    with pytest.raises(SpecError, match=f"the number of threads cannot be {threads}. Give 1 or more"):
        resolve_threads(threads)


def test_none_in_the_environment_cannot_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "0")
    with pytest.raises(SpecError, match="the number of threads cannot be 0"):
        resolve_threads(None)
