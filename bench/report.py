"""The report of WMT17 de-en: 11 systems, 3,004 segments, four metrics. Its time, its size, and how soon it can be used.

Beside it the same test set by compare-mt 0.2.10, if it is installed somewhere: set COMPARE_MT to its program. It stops
with an IndexError at more than 8 systems, the number of its colours, so it gets the first 8. It needs the package
``six``, which it does not name. It tests pairs only if it is asked to, has one metric by default, and shows other
figures: the two do not do the same work.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.pairs import DATA

METRICS = ("chrf", "bleu", "ter", "meteor")
REPEATS = 3
MOST_OF_PEER = 8
OPENED = 5


def main() -> None:
    """Measure both, and print load averages, since a busy machine takes longer."""
    folder = DATA / "wmt17-toen" / "de-en"
    if not folder.is_dir():
        sys.exit(f"the benchmark needs {folder}")
    systems = sorted(map(str, folder.glob("hyp.*.txt")))
    with tempfile.TemporaryDirectory() as temporary:
        page = Path(temporary) / "report.html"
        print(f"\nReport of WMT17 de-en: {len(systems)} systems, metrics {', '.join(METRICS)}")
        measure_ours(systems, folder, page)
        measure_opening(page)
        measure_peer(systems, folder, Path(temporary) / "peer")


def measure_ours(systems: list[str], folder: Path, page: Path) -> None:
    """Time the whole command, from start to file."""
    command = [str(Path(sys.executable).parent / "tertium"), "report", *systems, "-r", str(folder / "reference.txt")]
    command += ["-s", str(folder / "source.txt"), "--no-check-text", "-o", str(page)]
    command += [word for name in METRICS for word in ("-m", name)]
    for _ in range(REPEATS):
        run_timed("tertium report", command)
    print(f"  {'':20}{page.stat().st_size / 1e6:.2f} MB in 1 file")


def measure_opening(page: Path) -> None:
    """Time from the start of navigation until the list of segments is shown, in Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("  no Chromium: opening the page is not measured")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        taken = []
        for _ in range(OPENED):
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            opened = context.new_page()
            opened.goto(page.as_uri(), wait_until="commit")
            opened.wait_for_selector("#segment-browser[data-ready] article")
            taken.append(opened.evaluate("performance.now()"))
            context.close()
        browser.close()
    listed = ", ".join(f"{each:.0f}" for each in taken)
    print(f"  {'usable in Chromium':20}{listed} ms; load {write_load()}")


def measure_peer(systems: list[str], folder: Path, output: Path) -> None:
    """Time compare-mt with its own defaults on the same files."""
    program = os.environ.get("COMPARE_MT") or shutil.which("compare-mt")
    if program is None:
        print("  compare-mt is not measured: name its program by COMPARE_MT")
        return
    chosen = systems[:MOST_OF_PEER]
    run_timed("compare-mt", [program, str(folder / "reference.txt"), *chosen, "--output_directory", str(output)])
    print(f"  {'':20}{len(chosen)} systems")
    files = [path for path in output.rglob("*") if path.is_file()]
    print(f"  {'':20}{sum(path.stat().st_size for path in files) / 1e6:.2f} MB in {len(files)} files")


def run_timed(name: str, command: list[str]) -> None:
    """Run a command, and print its time by the clock and by the processor."""
    before = os.times()
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    taken = time.perf_counter() - start
    after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    print(f"  {name:20}{taken:.1f} s, {processor:.1f} s of processor time; load {write_load()}")


def write_load() -> str:
    """The load average of the last minute, which a quiet machine has below 1."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    main()
