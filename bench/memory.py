"""Peak memory and time of ``tertium score`` on 5 million segments."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import pairs

SEGMENTS = 5_000_000


def high_water(process: int) -> int:
    """The most memory the process has held so far, in KiB. What it inherited from us before it began does not count."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except FileNotFoundError:
        return 0
    found = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(found[0].split()[1]) if found else 0


def main() -> None:
    hypotheses, references = pairs.load()
    copies = SEGMENTS // len(hypotheses)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "hypotheses.txt"), Path(folder, "references.txt")
        for path, lines in ((ours, hypotheses), (theirs, references)):
            block = "\n".join(lines) + "\n"
            with path.open("w", encoding="utf-8") as file:
                for _ in range(copies):
                    file.write(block)
        megabytes = (ours.stat().st_size + theirs.stat().st_size) / 1e6
        command = [
            str(Path(sys.executable).parent / "tertium"),
            "score",
            str(ours),
            "-r",
            str(theirs),
            "-m",
            "bleu",
            "-m",
            "chrf",
        ]
        start = time.perf_counter()
        process = subprocess.Popen(command)
        peak = 0
        while process.poll() is None:
            peak = max(peak, high_water(process.pid))
            time.sleep(0.02)
        taken = time.perf_counter() - start
    if process.returncode:
        sys.exit(f"tertium score failed with status {process.returncode}")
    print(f"\n{SEGMENTS:,} segments, {megabytes:,.0f} MB of text, BLEU and chrF")
    print(f"  peak memory {peak / 1024:.0f} MiB, {taken:.1f} s, {SEGMENTS / taken:,.0f} segments per second")


if __name__ == "__main__":
    main()
