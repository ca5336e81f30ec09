"""The page of all ratios: runs every measurement against a peer, and writes what it prints into the documentation."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/explanation/ratios.md"
MEASUREMENTS = {
    "bleu": "BLEU",
    "chrf": "chrF",
    "ter": "TER",
    "drop_in": "The drop-in for sacrebleu",
    "small_metrics": "RIBES, GLEU, CharacTER, CDER",
    "meteor": "METEOR",
    "meteor_jar": "METEOR 1.5",
    "trees": "Subtrees and kernels",
    "bootstrap": "Bootstrap",
    "permutation": "Permutation tests",
    "reading": "Reading files",
    "index": "Phrase index",
    "arrow": "Data frames",
}
_SECONDS = 1800


def run(name: str) -> str:
    """What a measurement prints, or why it could not be run."""
    try:
        found = subprocess.run(
            [sys.executable, "-m", "bench", name],
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"not measured: it took more than {_SECONDS} seconds"
    if found.returncode:
        return f"not measured: {found.stderr.strip().splitlines()[-1] if found.stderr.strip() else 'it failed'}"
    return found.stdout.strip("\n")


def main() -> None:
    """Write the page."""
    load = os.getloadavg()[0]
    lines = [
        "# All ratios against peers",
        "",
        "`python -m bench ratios` makes this page: each measurement runs us and a peer in one run, on the same data. "
        "[Speed](speed.md) explains the figures that matter most.",
        "",
        f"Made on {datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores, "
        f"load before the run {load:.1f}.",
    ]
    for name, title in MEASUREMENTS.items():
        print(f"  {name}", flush=True)
        lines += ["", f"## {title}", "", "```", run(name), "```"]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"  {PAGE}")


if __name__ == "__main__":
    main()
