"""Any program as a translator: it reads lines, and writes as many."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from typing import Protocol

from tertium.errors import InputError, SpecError
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
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise SpecError(f"the command {command!r} cannot be split into words: {error}") from error
        if not self._arguments:
            raise SpecError(
                "the command that translates is empty", remedy="Give a program, such as 'apertium -n -u cat-spa'"
            )
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
        program = self._arguments[0]
        text = "".join(f"{line}\n" for line in batch).encode(errors="replace")
        try:
            done = subprocess.run(  # noqa: S603 - the user's own command, without a shell
                self._arguments,
                input=text,
                capture_output=True,
                timeout=self._timeout,
                check=False,
            )
        except OSError as error:
            raise InputError(f"{program} cannot be run: {error.strerror}", remedy="Check the command") from error
        except subprocess.TimeoutExpired as error:
            raise InputError(f"{program} took longer than {self._timeout:g} s", remedy="Check the command") from error
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
            raise InputError(f"{program} failed with status {done.returncode}: {said[0]}", remedy="Check the command")
        lines = [line.removesuffix("\r") for line in done.stdout.decode(errors="replace").split("\n")]
        if lines and not lines[-1]:
            lines.pop()
        if len(lines) != len(batch):
            raise InputError(
                f"{program} wrote {len(lines):,} lines for {len(batch):,} segments",
                remedy="It has to write one line per line",
            )
        return lines
