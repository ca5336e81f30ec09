"""What runs programs of a language pair, and ends them when it is closed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, Self

from tertium.mtness.resources.apertium.pair import Program, describe_programs, find_pair
from tertium.mtness.resources.apertium.pipe import TIMEOUT


class Running(Protocol):
    """Programs that are kept running."""

    @property
    def programs(self) -> tuple[Program, ...]:
        """The programs with their arguments."""
        ...

    def close(self) -> None:
        """End them."""
        ...


class PairUser(ABC):
    """What uses an installed language pair.

    Args:
        source: The language of the source texts, by two or three letters.
        target: The language of their translations.
        folder: Where the data of Apertium is; the usual place if None.
        timeout: After how many silent seconds the programs are taken to hang.

    Raises:
        SpecError: The pair is not installed.
    """

    def __init__(self, source: str, target: str, *, folder: str | Path | None = None, timeout: float = TIMEOUT) -> None:
        self.pair = find_pair(source, target, folder)
        self._running = tuple(self._open(timeout))

    @abstractmethod
    def _open(self, timeout: float) -> Iterable[Running]:
        """Return all programs of the pair that are needed, made ready."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def version(self) -> str:
        """The pair, with versions of programs and data."""
        programs = tuple(program for each in self._running for program in each.programs)
        return f"{self.pair.name}, {describe_programs(programs)}"

    def close(self) -> None:
        """End the programs."""
        for each in self._running:
            each.close()
