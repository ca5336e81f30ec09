"""Cases of malformed input: each makes the input in a temporary directory and reads it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tertium.text.readers import open_test_set
from tertium.types import TestSet

Case = Callable[["Place"], Any]


class Place:
    """A temporary directory, and short ways to fill and to read it."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.directory = directory
        self.monkeypatch = monkeypatch

    def write(self, name: str, content: str | bytes) -> str:
        path = self.directory / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def at(self, name: str) -> str:
        return str(self.directory / name)

    def read(self, hypotheses: str | bytes, references: str | bytes = "a\nb\n", **options: Any) -> TestSet:
        """Plain files."""
        files = [self.write("hyp.txt", hypotheses)]
        return open_test_set(files, [self.write("ref.txt", references)], **options).read()

    def read_as(self, name: str, content: str | bytes, **options: Any) -> TestSet:
        """One file that holds everything."""
        return open_test_set([self.write(name, content)], **options).read()

    def read_all(self, *files: tuple[str, str], references: Sequence[tuple[str, str]] = ()) -> TestSet:
        hypotheses = [self.write(name, content) for name, content in files]
        return open_test_set(hypotheses, [self.write(name, content) for name, content in references]).read()

    def pipe(self, content: bytes) -> None:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


class Cases(dict[str, Case]):
    """Cases by the names of their rows on the page."""

    def add(self, function: Case) -> Case:
        """Take a function as the case of its name."""
        self[function.__name__.replace("_", "-")] = function
        return function
