"""A hostile input: how it is made, what reads it, and within which limits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PYTHON = (sys.executable, "-c")
"""What runs a script of a few lines, where no command does what is attacked."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """A hostile input.

    Attributes:
        name: What it is.
        make: Writes the files into a folder, and returns the words of the command that reads them. The first is that of
            ``tertium``, or ``PYTHON`` comes before a script.
        seconds: The most time that the command may take.
        megabytes: The most memory.
        statuses: How it may end: 0 with a right answer, 2 with a refusal.
        interrupt: After how many seconds of computing Ctrl-C comes, if it does; the time is then counted from there.
    """

    name: str
    make: Callable[[Path], Sequence[str]]
    seconds: float = 60
    megabytes: int = 500
    statuses: tuple[int, ...] = (2,)
    interrupt: float | None = None


def write(path: Path, pieces: Iterator[bytes] | Sequence[bytes]) -> str:
    """Write a file piece by piece, so that this process stays small; its name."""
    with path.open("wb") as file:
        file.writelines(pieces)
    return str(path)


def repeat(piece: bytes, size: int) -> Iterator[bytes]:
    """The piece again and again, until there are ``size`` bytes."""
    block = piece * max(1, (1 << 20) // len(piece))
    for _ in range(size // len(block)):
        yield block
    yield block[: size % len(block)]


def write_good(folder: Path, lines: int = 1) -> str:
    """A reference that nothing is wrong with."""
    return write(folder / "good.txt", repeat(b"a\n", 2 * lines))
