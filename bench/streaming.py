"""Memory and time of ``tertium score`` on long files: text and Parquet, on one thread and on two.

The pairs are those of ``bench.pairs``, repeated until there are enough. Parquet has groups of a million rows. Each run
is a process of its own. Its processor time is given beside that of the clock, since other programs may be running. What
the import of pyarrow costs is measured, too: it is part of the memory for Parquet. ``BENCH_SEGMENTS`` sets other
lengths.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from bench import pairs

pyarrow: Any = import_module("pyarrow")
parquet: Any = import_module("pyarrow.parquet")

SEGMENTS = [int(count) for count in os.environ.get("BENCH_SEGMENTS", "1000000,5000000").split(",")]
GROUP = 1_000_000
_IMPORTS = {"numpy": "import numpy", "pyarrow": "import numpy, pyarrow._parquet"}


@dataclass
class Run:
    """What a process took.

    Attributes:
        peak: The most memory it had, in MB.
        clock: Seconds by the clock.
        processor: Seconds of the processor.
    """

    peak: float
    clock: float
    processor: float


def measure(command: list[str]) -> Run:
    """Run a command until it ends."""
    start = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        peak = max(peak, high_water(process.pid))
        time.sleep(0.005)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed with status {process.returncode}")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(peak * 1024 / 1e6, time.perf_counter() - start, processor)


def high_water(process: int) -> int:
    """The most memory the process has held so far, in KiB. What it inherited from us before it began does not count."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return 0
    found = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(found[0].split()[1]) if found else 0


def write_text(folder: Path, count: int) -> list[str]:
    """Write the pairs as two files of text, and return them as arguments."""
    names = [folder / "hypotheses.txt", folder / "references.txt"]
    for path, lines in zip(names, pairs.load(), strict=True):
        block = "\n".join(lines) + "\n"
        with path.open("w", encoding="utf-8") as file:
            for _ in range(count // len(lines)):
                file.write(block)
    return [str(names[0]), "-r", str(names[1])]


def write_parquet(folder: Path, count: int) -> list[str]:
    """Write the pairs as a table, and return it as an argument."""
    hypotheses, references = pairs.load()
    once = pyarrow.table({"hypothesis": hypotheses, "reference": references})
    group = min(count, GROUP)
    path = folder / "pairs.parquet"
    with parquet.ParquetWriter(path, once.schema) as writer:
        for _ in range(count // group):
            writer.write_table(pyarrow.concat_tables([once] * (group // len(once))), row_group_size=group)
    return [str(path)]


def main() -> None:
    empty, full = (measure([sys.executable, "-c", code]).peak for code in _IMPORTS.values())
    print(f"\nlong files: BLEU and chrF; load before the run {os.getloadavg()[0]:.1f}")
    print(f"  the import of pyarrow takes {full - empty:.0f} MB")
    print(f"  {'':10}{'segments':>12}{'threads':>9}{'memory':>10}{'clock':>10}{'processor':>11}")
    for count in SEGMENTS:
        for name, write in (("text", write_text), ("parquet", write_parquet)):
            with tempfile.TemporaryDirectory() as folder:
                files = write(Path(folder), count)
                for threads in (1, 2):
                    command = [str(Path(sys.executable).parent / "tertium"), "score", *files]
                    found = measure([*command, "-m", "bleu", "-m", "chrf", "--threads", str(threads)])
                    print(
                        f"  {name:10}{count:12,}{threads:9}{found.peak:7.0f} MB{found.clock:9.1f}s"
                        f"{found.processor:10.1f}s",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
