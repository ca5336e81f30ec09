"""The number of threads to use."""

from __future__ import annotations

import operator
import os

from tertium.errors import SpecError

VARIABLE = "TERTIUM_THREADS"

# More than any machine can use; each costs memory.
_MOST = 1024


def resolve_threads(threads: int | None) -> int:
    """Return the given number of threads, else ``TERTIUM_THREADS``, else one per core that this process may use."""
    if threads is None and (text := os.environ.get(VARIABLE)):
        if not text.isdecimal():
            raise SpecError(f"{VARIABLE}={text!r} is not a whole number", remedy="Set it to 1 or more, or unset it")
        threads = int(text)
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    require_whole(threads, "the number of threads")
    if not 1 <= threads <= _MOST:
        raise SpecError(f"the number of threads cannot be {threads}", remedy=f"Give 1 or more, at most {_MOST}")
    return operator.index(threads)


def require_whole(value: object, what: str) -> None:
    """Raise a ``SpecError`` unless a value is a whole number; booleans are refused."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise SpecError(f"{what} is {value!r}, not a whole number")
