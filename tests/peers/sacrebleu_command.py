"""The command of sacrebleu 2.6.0, run in this process, and ours beside it."""

from __future__ import annotations

import io
import logging
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tertium.errors import TertiumError
from tertium.sacrebleu import parse_command, run_command

pytest.importorskip("sacrebleu", reason="NO SACREBLEU: make test installs the peer that these tests compare with")

# Importing the command changes what this process does when a pipe breaks.
_before = signal.getsignal(signal.SIGPIPE) if hasattr(signal, "SIGPIPE") else None
import sacrebleu  # noqa: E402
from sacrebleu.dataset import DATASETS  # noqa: E402
from sacrebleu.sacrebleu import main  # noqa: E402

if _before is not None:
    signal.signal(signal.SIGPIPE, _before)

MARK = re.compile(r"\b2\.6\.0\+tertium[0-9.]+")


@dataclass(frozen=True)
class Printed:
    """What a command did: standard output, what it logged, and its exit status."""

    out: str
    logged: tuple[str, ...]
    status: int


class _Descriptor:
    """As much of a stream as sacrebleu uses before it opens its own."""

    def __init__(self, number: int) -> None:
        self._number = number

    def fileno(self) -> int:
        return self._number


class _Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@contextmanager
def _listening() -> Iterator[list[str]]:
    logger, handler = logging.getLogger("sacrebleu"), _Log()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield handler.lines
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def run_peer(words: Sequence[str], given: bytes, place: Path) -> Printed:
    """Run sacrebleu's command; an exception is status 1, as in a process of its own.

    Args:
        words: The arguments.
        given: Standard input.
        place: A folder for files of this function.
    """
    (place / "stdin").write_bytes(given)
    reading = os.open(place / "stdin", os.O_RDONLY)
    writing = os.open(place / "stdout", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    status = 0
    kept = sys.argv, sys.stdin, sys.stdout
    streams = _Descriptor(reading), _Descriptor(writing)
    sys.argv = ["sacrebleu", *words]
    sys.stdin, sys.stdout = streams  # type: ignore[assignment]
    with _listening() as logged, warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it leaves files open
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except Exception:
            status = 1
        finally:
            for number, opened, stream in zip((reading, writing), (sys.stdin, sys.stdout), streams, strict=True):
                if opened is stream:
                    os.close(number)
                else:
                    opened.close()
            sys.argv, sys.stdin, sys.stdout = kept
    return Printed((place / "stdout").read_text(encoding="utf-8"), tuple(logged), status)


def run_ours(words: Sequence[str], given: bytes = b"") -> Printed:
    """Run our command in this process, without the program around it. The mark of our version is taken off."""
    kept, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given))
    with _listening() as logged:
        try:
            out, status = "".join(f"{part}\n" for part in run_command(parse_command(words))), 0
        except TertiumError:
            out, status = "", 2
        finally:
            sys.stdin = kept
    return Printed(MARK.sub("2.6.0", out), tuple(logged), status)


def lead_peer_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make sacrebleu, and us, read test sets from a folder; sacrebleu downloads nothing."""
    monkeypatch.setenv("SACREBLEU", str(folder))
    monkeypatch.setattr(sacrebleu.utils, "SACREBLEU_DIR", str(folder))
    monkeypatch.setattr(sacrebleu.dataset.base, "download_file", lambda *_, **__: None)
    for dataset in DATASETS.values():
        monkeypatch.setattr(dataset, "_outdir", str(folder / dataset.name))
        monkeypatch.setattr(dataset, "_rawdir", str(folder / dataset.name / "raw"))
