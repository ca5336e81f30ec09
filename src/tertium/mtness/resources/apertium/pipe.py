"""A chain of programs that is always there: when it dies or hangs, another one takes over where it was."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Self

from tertium.errors import TertiumError
from tertium.mtness.resources.apertium.chain import Chain, ChainFailure
from tertium.progress import Progress

TIMEOUT = 30.0
_PROBES = 3
# From this number of texts on, starting the programs anew costs little beside the work.
CORPUS = 100


class PipeError(TertiumError):
    """The programs of Apertium fail on any text."""


class Pipe:
    """Programs that are started once, and take any number of texts.

    A text on which the programs fail twice, the second time alone, is answered by None, and costs no other text its
    answer. Threads may share a pipe, one sends at a time; a fork of the process gets programs of its own.

    Args:
        programs: What to start, with arguments, each with its option for flushing at a NUL.
        timeout: How many seconds the programs may be silent and take nothing before they are taken to hang.
    """

    def __init__(self, programs: Sequence[Sequence[str]], *, timeout: float = TIMEOUT) -> None:
        self.programs = tuple(tuple(program) for program in programs)
        self.timeout = timeout
        self.restarts = 0
        self._last_errors = ""
        self._lock = threading.RLock()
        self._owner = os.getpid()
        # A list that the finalizer knows too, which must not know the pipe.
        self._chains: list[Chain] = []
        self._finalizer = weakref.finalize(self, _stop_all, self._chains)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The numbers of the processes that run now, first program first; none before anything was sent."""
        return tuple(number for chain in self._chains for number in chain.process_ids)

    def close(self) -> None:
        """End the programs; they are started again if something is sent."""
        if self._owner == os.getpid():
            with self._lock:
                _stop_all(self._chains)
        else:
            _stop_all(self._chains)

    def send(self, texts: Sequence[str], progress: Progress | None = None, *, fresh: bool = False) -> list[str | None]:
        """Return what the programs make of each text, in order; None for one on which they fail twice.

        Args:
            texts: Texts in the stream format.
            progress: Called with the number of texts that are done since the last time.
            fresh: Whether the programs are started anew, so that the answers do not depend on what was sent before:
                apertium-tagger learns kinds of ambiguous words as it meets them, and chooses otherwise later.

        Raises:
            PipeError: The programs cannot be started, or fail on an empty text too.
        """
        if self._owner != os.getpid():
            # Another thread may have had the lock when the process was forked, and is not here to give it back.
            self._owner, self._lock = os.getpid(), threading.RLock()
        with self._lock:
            if fresh:
                _stop_all(self._chains)
            answers: list[str | None] = []
            while len(answers) < len(texts):
                if not self._try(islice(texts, len(answers), None), answers, progress):
                    self._try_alone(texts[len(answers)], answers, progress)
            return answers

    def _try(self, texts: Iterable[str], answers: list[str | None], progress: Progress | None) -> bool:
        """Append answers as long as there are any; whether all were answered."""
        chain = self._start()
        finished = False
        try:
            for some in chain.exchange(texts, self.timeout):
                answers += some
                if progress is not None:
                    progress(len(some))
            finished = True
        except ChainFailure:
            self.restarts += 1
        finally:
            # Whoever interrupts it leaves texts in the chain whose answers nobody would wait for.
            if not finished:
                self._last_errors = chain.read_errors()
                _stop_all(self._chains)
        return finished

    def _try_alone(self, text: str, answers: list[str | None], progress: Progress | None) -> None:
        if self._try([text], answers, progress):
            return
        for _ in range(_PROBES):
            if self._try([""], [], None):
                break
        else:
            names = " | ".join(program[0] for program in self.programs)
            said = f": {self._last_errors}" if self._last_errors else ""
            raise PipeError(
                f"the programs of Apertium fail on any text ({names}){said}",
                remedy="Install Apertium and the language pair again, or choose another tagger",
            )
        answers.append(None)
        if progress is not None:
            progress(1)

    def _start(self) -> Chain:
        if self._chains and not self._chains[0].is_own:
            _stop_all(self._chains)
        if not self._chains:
            try:
                self._chains.append(Chain(self.programs))
            except OSError as error:
                raise PipeError(
                    f"the programs of Apertium cannot be started: {error}",
                    remedy="Install Apertium, or check the permissions of its files",
                ) from error
        return self._chains[0]


def _stop_all(chains: list[Chain]) -> None:
    while chains:
        chains.pop().stop()
