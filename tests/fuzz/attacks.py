"""How the attacks of this folder are made: brief in ``make test``, long in ``make fuzz``.

A target is a test that takes one hostile input. It may answer, or raise an error of ours; anything else is a finding,
and so is more than ``MOST_SECONDS`` of processor time. With ``TERTIUM_FUZZ_SECONDS`` each target gets new inputs for
that long, and says how many there were.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tertium.errors import InternalError, TertiumError, TertiumWarning

MOST_SECONDS = 10.0
_AT_ONCE = 400


class SlowError(AssertionError):
    """An input that keeps the processor busy for too long."""


def attack(*inputs: st.SearchStrategy[Any], brief: int = 12) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make a target of a function of hostile inputs.

    Args:
        inputs: What the function is given.
        brief: How many attacks ``make test`` makes.
    """

    def decorate(function: Callable[..., None]) -> Callable[[], None]:
        seconds = float(os.environ.get("TERTIUM_FUZZ_SECONDS", "0"))
        count = 0

        def counted(values: tuple[Any, ...]) -> None:
            nonlocal count
            count += 1
            with _limited_time(), warnings.catch_warnings():
                warnings.simplefilter("ignore", TertiumWarning)
                attempt(lambda: function(*values))

        quick = settings(
            max_examples=_AT_ONCE if seconds else brief,
            derandomize=not seconds,
            database=None,
            deadline=None,
            # Inputs are short as they are, and to shrink one takes longer than a test may.
            phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if seconds else [])],
            suppress_health_check=list(HealthCheck),
        )
        once = quick(given(st.tuples(*inputs))(counted))

        def target() -> None:
            start = time.monotonic()
            once()
            while time.monotonic() - start < seconds:
                once()
            if seconds:
                print(f"\n{function.__module__}:{function.__name__}: {count} attacks in {seconds:.0f} s")  # noqa: T201

        target.__name__, target.__module__, target.__doc__ = function.__name__, function.__module__, function.__doc__
        return target

    return decorate


def attempt(action: Callable[[], object]) -> None:
    """Do something that may be refused; the refusal can be shown. A panic of the core is not a refusal."""
    try:
        action()
    except InternalError:
        raise
    except TertiumError as error:
        error.for_command_line()


@contextmanager
def _limited_time() -> Iterator[None]:
    """Raise where an input takes too much processor time: Python, its regular expressions and our core see signals."""
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stop(*_: object) -> None:
    raise SlowError(f"more than {MOST_SECONDS:.0f} s of processor time")
