"""Several requests at once, with the answers in the order of the phrases.

A phrase that fails is a count with an error. After several failures in a row, the provider itself has failed: the rest
is not asked, and the counts so far are in the error.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from tertium.corpus.counts import Count, CountsError, check_phrases
from tertium.errors import TertiumError
from tertium.progress import Progress

# This many failures in a row are not by chance.
_GIVE_UP = 6

_worker = threading.local()


class PhraseError(TertiumError):
    """A phrase that cannot be counted, although others may.

    Args:
        message: Why.
        blames: The cause: ``"phrase"`` (the provider was not asked), ``"answer"`` (the provider refuses this phrase) or
            ``"provider"`` (it does not work now).
    """

    def __init__(self, message: str, *, blames: str = "phrase") -> None:
        super().__init__(message)
        self.blames = blames


class ProviderError(TertiumError):
    """A provider that cannot answer any request: wrong key, wrong address, no such index.

    Args:
        message: Why.
        remedy: What to do about it.
        status: The HTTP status of its answer, if there was one.
    """

    def __init__(self, message: str, *, remedy: str | None = None, status: int | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.status = status


class _StoppedError(Exception):
    """The run of this thread has ended."""


def wait(seconds: float) -> None:
    """Sleep, but not beyond the end of the run of this thread."""
    stop: threading.Event | None = getattr(_worker, "stop", None)
    if stop is None:
        time.sleep(seconds)
    elif stop.wait(seconds):
        raise _StoppedError


def check_phrase(phrase: str, *, wildcards: bool = False) -> None:
    """Refuse a phrase that a server would misunderstand.

    Raises:
        PhraseError: It is empty, not valid Unicode, or has a wildcard where there are none.
    """
    if not phrase.strip():
        raise PhraseError("the phrase is empty")
    if not wildcards and "*" in phrase.split():
        raise PhraseError("this provider has no wildcards")
    try:
        phrase.encode()
    except UnicodeEncodeError:
        raise PhraseError("the phrase holds a lone surrogate, so it is not valid Unicode text") from None


def count_in_flight(
    phrases: Sequence[str], count_one: Callable[[str], Count], at_once: int, progress: Progress | None = None
) -> list[Count]:
    """Return the count of each phrase, in order; equal phrases are asked once.

    Args:
        phrases: The phrases.
        count_one: Counts one of them. It may raise a ``PhraseError`` or a ``ProviderError``.
        at_once: The number of requests at the same time.
        progress: Called with the number of phrases done since the last call.

    Raises:
        CountsError: The provider failed as a whole; the error has a count for every phrase.
    """
    check_phrases(phrases)
    run = _Run(list(dict.fromkeys(phrases)), count_one, progress)
    workers = min(at_once, len(run.todo))
    if workers:
        with ThreadPoolExecutor(workers, thread_name_prefix="tertium-counts") as pool:
            try:
                for done in [pool.submit(run.work) for _ in range(workers)]:
                    done.result()
            finally:
                run.stop.set()
    if run.failure is None:
        return [run.counts[phrase] for phrase in phrases]
    missing = f"not asked, since the provider failed: {run.failure.message}"
    partial = [run.counts.get(phrase) or Count(phrase=phrase, count=None, error=missing) for phrase in phrases]
    raise CountsError(run.failure.message, partial=partial, remedy=run.failure.remedy) from None


class _Run:
    """The state that the threads of one call share."""

    def __init__(self, todo: list[str], count_one: Callable[[str], Count], progress: Progress | None) -> None:
        self.todo = todo
        self.counts: dict[str, Count] = {}
        self.failure: TertiumError | None = None
        self.stop = threading.Event()
        self._left = iter(todo)
        self._count_one = count_one
        self._progress = progress
        self._lock = threading.Lock()
        self._in_a_row = 0
        self._ever_answered = False

    def work(self) -> None:
        """Count phrases until there are none left or the run has ended."""
        _worker.stop = self.stop
        while not self.stop.is_set():
            with self._lock:
                phrase = next(self._left, None)
            if phrase is None:
                return
            try:
                self._note(self._count_one(phrase))
            except PhraseError as error:
                self._note(Count(phrase=phrase, count=None, error=error.message), error)
            except ProviderError as error:
                self._give_up(error)
            except _StoppedError:
                return

    def _note(self, count: Count, error: PhraseError | None = None) -> None:
        with self._lock:
            self.counts[count.phrase] = count
            if self._progress is not None:
                self._progress(1)
            if error is None:
                self._in_a_row, self._ever_answered = 0, True
            # A provider that refuses one phrase may answer others; one that has refused all will not.
            elif error.blames == "provider" or (error.blames == "answer" and not self._ever_answered):
                self._in_a_row += 1
        if error is not None and self._in_a_row >= _GIVE_UP:
            self._give_up(
                ProviderError(
                    f"{_GIVE_UP} phrases in a row failed; the last: {error.message}",
                    remedy="Try again later; with a cache, no count is lost",
                )
            )

    def _give_up(self, error: ProviderError) -> None:
        with self._lock:
            self.failure = self.failure or error
        self.stop.set()
