"""Any program as a translator: it reads lines, and writes as many."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from tertium.errors import InputError
from tertium.programs import Program, ProgramTimeoutError, split_command
from tertium.progress import Progress

_BATCH = 2000


class TextTranslator(Protocol):
    """What translates texts of one line."""

    @property
    def version(self) -> str:
        """Names and versions, for signatures."""
        ...

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        """Return the translation of each text, in order."""
        ...


class CommandTranslator:
    """A program that translates: it reads one segment per line, and writes one segment per line.

    Args:
        command: The program with its arguments, as one writes it in a shell; no shell is used.
        timeout: After how many seconds it is stopped, for each 2,000 segments.
    """

    def __init__(self, command: str, timeout: float = 3600.0) -> None:
        self._arguments = split_command(command, remedy="Give a program, such as 'apertium -n -u cat-spa'")
        self.version = command
        self._timeout = timeout

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        """Return the translation of each text, in order.

        Raises:
            InputError: The program cannot be run, fails, or does not write as many lines as it reads.
        """
        found: list[str] = []
        for start in range(0, len(texts), _BATCH):
            batch = [" ".join(text.split()) for text in texts[start : start + _BATCH]]
            found += self._run(batch)
            if progress is not None:
                progress(len(batch))
        return found

    def _run(self, batch: Sequence[str]) -> list[str]:
        name, until = self._arguments[0], time.monotonic() + self._timeout
        try:
            with Program(self._arguments) as program:
                program.send([line.encode(errors="replace") for line in batch], end=True)
                lines = list(iter(lambda: program.receive(until), None))
                program.finish(until)
        except ProgramTimeoutError as error:
            raise InputError(f"{name} took longer than {self._timeout:g} s", remedy="Check the command") from error
        if len(lines) != len(batch):
            raise InputError(
                f"{name} wrote {len(lines):,} lines for {len(batch):,} segments",
                remedy="It has to write one line per line",
            )
        return lines
