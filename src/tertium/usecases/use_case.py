"""What a use case is: a request, a function from it to a result, and a description of the result for people."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from tertium.errors import TertiumNote, TextWarning
from tertium.registry import load

if TYPE_CHECKING:
    from tertium.report import Document

RequestT = TypeVar("RequestT")
ResultT = TypeVar("ResultT")


class ProgressDisplay(Protocol):
    """What shows the progress of long work."""

    def __call__(self, items: int, /) -> object:
        """Take note of some more items that are done."""

    def reach(self, done: int, total: int, /) -> object:
        """Take note of the part of a last step that is done."""


class _Unseen:
    """Shows nothing."""

    def __call__(self, items: int) -> None:
        """Show nothing."""

    def reach(self, done: int, total: int) -> None:
        """Show nothing."""


Estimate = Callable[[], int | None]
ShowProgress = Callable[[str, Estimate | None], AbstractContextManager[ProgressDisplay]]


def show_nothing(unit: str, estimate: Estimate | None) -> AbstractContextManager[ProgressDisplay]:
    """Return a display that shows nothing.

    Args:
        unit: What is counted.
        estimate: Returns how many there are in all.
    """
    return nullcontext(_Unseen())


def _ignore(step: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, kw_only=True)
class Runtime:
    """What a run has beside its request. It changes no result.

    Attributes:
        threads: The number of threads; None for ``TERTIUM_THREADS``, else all cores.
        command: The command that repeats the run, for those who read the result.
        output_format: The format that the result is written in, if one was asked for.
        begin: Called with what is done next, where a run has several long steps.
        show_progress: Opens a display of progress, by what is counted and what estimates the total.
    """

    threads: int | None = None
    command: str = ""
    output_format: str | None = None
    begin: Callable[[str], object] = _ignore
    show_progress: ShowProgress = show_nothing

    def progress(
        self, unit: str = "segments", estimate: Estimate | None = None
    ) -> AbstractContextManager[ProgressDisplay]:
        """Return a display of progress, to be used in a ``with`` statement.

        Args:
            unit: What is counted.
            estimate: Returns how many there are in all, as far as that is known.
        """
        return self.show_progress(unit, estimate)


@dataclass(frozen=True, kw_only=True)
class UseCase(Generic[RequestT, ResultT]):
    """Something that Tertium does, for all doors.

    Attributes:
        name: Its name, which is the command: ``score``, ``audit corpus``.
        request: The class of its requests. Its docstring is the help of the command.
        run: From a request to a result.
        describe: From a result and its request to a document; None if the result is a text to print.
        formats: Output formats that only this use case has.
        format_help: The help of ``--format``.
        is_quick: Whether it takes neither a number of threads nor long enough to show progress.
        uses_threads: Whether it takes a number of threads.
        shows_progress: Whether it takes long enough to show progress.
        has_plots: Whether its document has plots that can be written to a folder.
        stream: From a request and an output format to the text of the result in parts, where it need not be in memory;
            None if this request cannot be answered like that.
        finish: Called when the result has been written.
        results: The classes whose JSON it writes, as ``module:name``; empty if its JSON has no schema.
        check_output: Refuses a file for the result, before anything is run.
    """

    name: str
    request: type[RequestT]
    run: Callable[[RequestT, Runtime], ResultT]
    describe: Callable[[ResultT, RequestT], Document] | None
    formats: tuple[str, ...] = ()
    format_help: str = "The output format."
    is_quick: bool = False
    uses_threads: bool = True
    shows_progress: bool = True
    has_plots: bool = False
    stream: Callable[[RequestT, str, Runtime], AbstractContextManager[Iterator[str]] | None] | None = None
    finish: Callable[[ResultT], None] | None = None
    check_output: Callable[[RequestT, Path], None] | None = None
    results: tuple[str, ...] = ()

    @property
    def result_classes(self) -> list[type]:
        """The classes whose JSON it writes."""
        return [load({name: name}, name, "result") for name in self.results]

    def execute(self, request: RequestT, runtime: Runtime | None = None) -> ResultT:
        """Run a request."""
        with silence_text_warnings(request):
            return self.run(request, runtime or Runtime())


@contextmanager
def silence_text_warnings(request: Any) -> Iterator[None]:
    """Say nothing about the texts, whichever part of the library would, if the request has ``check_text=False``."""
    if getattr(request, "check_text", True):
        yield
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TextWarning)
        yield


def tell(message: str) -> None:
    """Say something beside the result, in a sentence without a full stop."""
    warnings.warn(TertiumNote(message), stacklevel=3)
