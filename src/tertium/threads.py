"""How many threads to use."""

from __future__ import annotations

import os

from tertium.errors import SpecError

VARIABLE = "TERTIUM_THREADS"


def resolve_threads(threads: int | None) -> int:
    """The number that was asked for, else that of ``TERTIUM_THREADS``, else one for each core this process may use."""
    if threads is None and (text := os.environ.get(VARIABLE)):
        if not text.isdecimal():
            raise SpecError(f"{VARIABLE}={text!r} is not a whole number", remedy="Set it to 1 or more, or unset it")
        threads = int(text)
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads < 1:
        raise SpecError(f"{threads} threads cannot work", remedy="Give 1 or more")
    return threads
