"""The page of all ratios: runs every measurement against a peer, and writes what it prints into the documentation."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping
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


def read_sections() -> dict[str, str]:
    """What the page says of each measurement so far."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    return dict(re.findall(r"^<!-- (\w+) -->\n(.*?)(?=^## |\Z)", text, flags=re.M | re.S))


def main() -> None:
    """Run the measurements that are named after ``ratios``, or all, and write their sections of the page."""
    sections = read_sections()
    for name in sys.argv[2:] or MEASUREMENTS:
        print(f"  {name}", flush=True)
        load = os.getloadavg()[0]
        facts = f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores, "
        sections[name] = f"{facts}load before the run {load:.1f}.\n\n```\n{run(name)}\n```\n\n"
        write_page(sections)
    print(f"  {PAGE}")


def write_page(sections: Mapping[str, str]) -> None:
    """Write all sections in their order; after each measurement, so that none is lost."""
    lines = [
        "# All ratios against peers\n",
        "`python -m bench ratios` makes this page, or parts of it: each measurement runs us and a peer in one run, on "
        "the same data. [Speed](speed.md) explains the figures that matter most.\n",
    ]
    for name, title in MEASUREMENTS.items():
        if name in sections:
            lines.append(f"## {title}\n\n<!-- {name} -->\n{sections[name]}".rstrip("\n") + "\n")
    PAGE.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
