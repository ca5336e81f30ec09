"""A chain of programs that run until they are stopped, connected by pipes of the system.

Programs of Apertium answer a text when they meet a NUL after it, if they are asked to. Each text has a superblank with
its number at its end, which all programs let through: an answer without it is not complete. That is how a text that was
lost, or cut off when a program died, is noticed.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

_BLOCK = 1 << 16
_STDERR_KEPT = 1 << 20
_STDERR_SHOWN = 2000


class ChainFailure(Exception):  # noqa: N818 - it is never shown, the pipe goes on with another chain
    """The chain has died, hangs or answers nonsense; it is of no use any more."""


class Chain:
    """Programs that have been started, the output of each being the input of the next.

    Args:
        programs: What to start, with arguments.
    """

    def __init__(self, programs: Sequence[Sequence[str]]) -> None:
        self._owner = os.getpid()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._serial = 0
        # A file never blocks a program that complains a lot, as a pipe that nobody reads would.
        self._stderr = tempfile.TemporaryFile("a+b", buffering=0)  # noqa: SIM115 - closed by stop
        # The programs read and write in the encoding of their locale; this one is on every Debian.
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        source, self._input = os.pipe()
        try:
            for program in programs:
                process = subprocess.Popen(  # noqa: S603
                    program, stdin=source, stdout=subprocess.PIPE, stderr=self._stderr, env=environment, bufsize=0
                )
                self._processes.append(process)
                os.close(source)
                assert process.stdout is not None  # noqa: S101 - for mypy
                source = os.dup(process.stdout.fileno())
                process.stdout.close()
        except BaseException:
            os.close(source)
            self._output = -1
            self.stop()
            raise
        self._output = source
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The numbers of the processes, first program first."""
        return tuple(process.pid for process in self._processes)

    @property
    def is_own(self) -> bool:
        """Whether it was started by this process, and not by the one that this is a fork of."""
        return self._owner == os.getpid()

    def exchange(self, texts: Iterable[str], timeout: float) -> Iterator[list[str]]:
        """Yield the answers to texts, in order, as they come.

        The texts are written while answers are read, so that all programs work at the same time.

        Args:
            texts: Texts in the stream format.
            timeout: How many seconds may pass without anything being read or written.

        Raises:
            ChainFailure: There is no answer any more; all that were given before are right.
        """
        first = self._serial
        serial = first
        writer = self._encode(texts)
        block = memoryview(next(writer, b""))
        rest = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            if block:
                selector.register(self._input, selectors.EVENT_WRITE)
            # The writer counts up the serial number before the block is written: what is missing is known.
            while block or serial < self._serial:
                events = selector.select(timeout)
                if not events:
                    raise ChainFailure(f"no answer within {timeout:g} seconds")
                for key, _ in events:
                    if key.fd == self._input:
                        block = self._write(block) or memoryview(next(writer, b""))
                        if not block:
                            selector.unregister(self._input)
                        continue
                    got = self._read()
                    if got is None:
                        continue
                    *whole, rest = (rest + got).split(b"\0")
                    if whole:
                        answers = [self._check(answer, serial + place) for place, answer in enumerate(whole)]
                        serial += len(whole)
                        yield answers
            if rest:
                raise ChainFailure("there are more answers than texts")

    def _encode(self, texts: Iterable[str]) -> Iterator[bytes]:
        pieces: list[bytes] = []
        size = 0
        for text in texts:
            # Whoever makes the stream takes care of these; if not, they must not cut the text in two.
            piece = f"{text}[][{self._serial}\n]".replace("\0", "�").encode(errors="replace") + b"\0"
            self._serial += 1
            pieces.append(piece)
            size += len(piece)
            if size >= _BLOCK:
                yield b"".join(pieces)
                pieces, size = [], 0
        if pieces:
            yield b"".join(pieces)

    def _write(self, block: memoryview) -> memoryview:
        with suppress(BlockingIOError):
            try:
                return block[os.write(self._input, block[:_BLOCK]) :]
            except BrokenPipeError:
                # The first program is dead. The others may still have answers; then comes the end of the output.
                return memoryview(b"")
        return block

    def _read(self) -> bytes | None:
        if os.fstat(self._stderr.fileno()).st_size > _STDERR_KEPT:
            self._stderr.truncate(0)
        try:
            got = os.read(self._output, _BLOCK)
        except BlockingIOError:
            return None
        if not got:
            raise ChainFailure("a program has ended")
        return got

    def _check(self, answer: bytes, serial: int) -> str:
        text = answer.decode(errors="replace")
        end = f"[{serial}\n]"
        if not text.endswith(end):
            raise ChainFailure("an answer is cut off")
        return text.removesuffix(end).removesuffix("[]")

    def read_errors(self) -> str:
        """Return the last things that the programs complained about."""
        size = os.fstat(self._stderr.fileno()).st_size
        last = os.pread(self._stderr.fileno(), _STDERR_SHOWN, max(0, size - _STDERR_SHOWN))
        return last.decode(errors="replace").strip()

    def stop(self) -> None:
        """End all programs at once, also in the middle of a text; a fork only lets go of them."""
        for descriptor in (self._input, self._output):
            if descriptor >= 0:
                os.close(descriptor)
        self._input = self._output = -1
        self._stderr.close()
        for process in self._processes:
            if self.is_own:
                process.kill()
        for process in self._processes:
            if self.is_own:
                process.wait()
            else:
                process.poll()
        self._processes = []
