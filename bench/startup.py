"""How long ``tertium score`` takes on the bundled sample, from the shell's point of view."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from tertium import samples


def main() -> None:
    command = [str(Path(sys.executable).parent / "tertium"), "score"]
    command += [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
    command += ["-r", str(samples.path("reference.A.txt")), "-r", str(samples.path("reference.B.txt"))]
    times = []
    for _ in range(15):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    print("\ntertium score on the sample, whole process, wall")
    median = statistics.median(times)
    print(f"  fastest {min(times):.3f} s, median {median:.3f} s, slowest {max(times):.3f} s of {len(times)}")


if __name__ == "__main__":
    main()
