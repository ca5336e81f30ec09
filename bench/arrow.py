"""Scoring from a data frame of polars, by Arrow, beside Python lists: made from that data frame, and ready.

The pairs are WMT17 de-en, all systems, repeated until there are enough. All ways take turns, and each is timed by the
clock and by the processor, since other programs may be running. Memory is that of a process for each way.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import polars

import tertium
from bench import pairs, timing

METRICS = {
    "bleu": ["bleu"],
    "chrf": ["chrf"],
    "ter": ["ter"],
    "meteor, exact": ["meteor:stages=exact"],
    "all four": ["bleu", "chrf", "ter", "meteor:stages=exact"],
}
WAYS = ("arrow", "to lists", "lists")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))


def make_frame(count: int) -> polars.DataFrame:
    """As many pairs as are wanted, in a data frame."""
    folder = pairs.DATA / "wmt17-toen" / "de-en"
    if not folder.is_dir():
        sys.exit(f"the benchmark needs {folder}")
    reference = _lines(folder / "reference.txt")
    systems = [_lines(path) for path in sorted(folder.glob("hyp.*.txt"))]
    once = polars.DataFrame(
        {"mt": [line for system in systems for line in system], "ref": reference * len(systems)},
    )
    return polars.concat([once] * -(-count // len(once)), rechunk=True)[:count].rechunk()


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def time_ways(frame: polars.DataFrame, metrics: list[str], threads: int) -> dict[str, tuple[float, float]]:
    """Seconds by the clock and by the processor of each way: the shortest of some rounds, in which they take turns."""
    hypotheses, references = frame["mt"].to_list(), frame["ref"].to_list()
    ways: dict[str, Callable[[], object]] = {
        "arrow": lambda: tertium.score(frame, metrics=metrics, threads=threads),
        "to lists": lambda: tertium.score(frame["mt"].to_list(), frame["ref"].to_list(), metrics, threads=threads),
        "lists": lambda: tertium.score(hypotheses, references, metrics, threads=threads),
    }
    best = dict.fromkeys(ways, (float("inf"), float("inf")))
    for _ in range(ROUNDS):
        for name, work in ways.items():
            clock, processor = time.perf_counter(), time.process_time()
            work()
            taken = (time.perf_counter() - clock, time.process_time() - processor)
            best[name] = (min(best[name][0], taken[0]), min(best[name][1], taken[1]))
    return best


def measure_memory(way: str, path: str) -> None:
    """Print how much more memory a way takes at its peak than the data frame alone."""
    frame = polars.read_ipc(path, memory_map=False)
    before = timing.peak_megabytes()
    if way == "arrow":
        tertium.score(frame, metrics=["bleu"])
    else:
        tertium.score(frame["mt"].to_list(), frame["ref"].to_list(), ["bleu"])
    print(timing.peak_megabytes() - before)


def report_memory(frame: polars.DataFrame) -> None:
    """Measure each way in a process of its own, which reads the data frame from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "pairs.arrow"))
        frame.write_ipc(path)
        for way in ("arrow", "to lists"):
            command = [sys.executable, "-m", "bench.arrow", "--memory", way, path]
            printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            print(f"  memory at the peak of bleu beyond the data frame, {way}: {float(printed):,.0f} MB", flush=True)


def main() -> None:
    warnings.simplefilter("ignore", tertium.TextWarning)  # the data is tokenised and escaped
    if len(sys.argv) == 4 and sys.argv[1] == "--memory":
        measure_memory(sys.argv[2], sys.argv[3])
        return
    count = int(os.environ.get("BENCH_PAIRS", "1000000"))
    frame = make_frame(count)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"\ndata frames: {count:,} pairs, {frame.estimated_size('mb'):,.0f} MB; load before the run {load:.1f}")
    report_memory(frame)
    print(f"  {'':16}{'threads':>8}{'arrow':>9}{'to lists':>10}{'lists':>9}   of to lists  of lists   processor alone")
    for threads in (2, 1):
        for name, metrics in METRICS.items():
            taken = time_ways(frame, metrics, threads)
            clock, processor = ([taken[way][at] for way in WAYS] for at in (0, 1))
            print(
                f"  {name:16}{threads:8}{clock[0]:8.2f}s{clock[1]:9.2f}s{clock[2]:8.2f}s"
                f"{clock[0] / clock[1]:13.0%}{clock[0] / clock[2]:10.0%}"
                f"{processor[0] / processor[1]:12.0%}{processor[0] / processor[2]:8.0%}",
                flush=True,
            )


if __name__ == "__main__":
    main()
