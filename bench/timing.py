"""Timing, and one way to print it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable


def seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The shortest of some runs: what the machine can do when nothing else disturbs it."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def peak_megabytes(*, children: bool = False) -> float:
    """The largest memory of this process so far, or of the largest of its children; NaN on Windows."""
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def report(what: str, count: int, ours: float, ours_on_two: float, peers: dict[str, float]) -> None:
    """Prints the times of one task and our ratio to each peer."""
    print(f"\n{what}: {count:,} segments")
    print(f"  {'':24}{'seconds':>10}{'per second':>14}{'tertium is':>14}")
    for name, taken in peers.items():
        print(f"  {name:24}{taken:10.3f}{count / taken:14,.0f}{f'{taken / ours:.1f} x':>14}")
    print(f"  {'tertium, one thread':24}{ours:10.3f}{count / ours:14,.0f}")
    speed_up = f"{ours / ours_on_two:.2f} x"
    print(f"  {'tertium, two threads':24}{ours_on_two:10.3f}{count / ours_on_two:14,.0f}{speed_up:>14}")
