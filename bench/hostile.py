"""Hostile inputs: processor time and memory that each command takes, and how it ends.

Each runs in a process of its own, and has to end within its limits: with a refusal (2), or with a right answer (0)
where that is possible. Ctrl-C has to end it within a second of computing (130), and comes after some seconds of it, so
that the command is in the middle of its work also on a machine that others use. ``python -m bench.hostile PART...``
makes some of them; the files are deleted as soon as each was read.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from bench.hostile_inputs.case import Case
from bench.streaming import high_water

PARTS = ("long_texts", "tables", "archives", "markup", "resources", "interrupts")
_MOST_MEGABYTES = 8000
# How many times longer by the clock a process may take than by the processor, on a machine that others use too.
_PATIENCE = 8


def run(case: Case, folder: Path) -> tuple[float, float, int, str]:
    """Seconds, megabytes, status, and the last line of what it said."""
    words = list(case.make(folder))
    if words[0] != sys.executable:
        words.insert(0, str(Path(sys.executable).with_name("tertium")))
    # The folder is another one, and a relative path would name nothing there.
    paths = [str(Path(path).resolve()) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TERTIUM_CACHE": str(folder / "cache")}
    with (folder / "said.txt").open("w+b") as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
        )
        peak, before = 0, None
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            peak = max(peak, high_water(process.pid))
            if case.interrupt is not None and before is None and find_time(process.pid) > case.interrupt:
                before = find_time(process.pid)
                process.send_signal(signal.SIGINT)
                start = time.perf_counter()
            taken = time.perf_counter() - start
            if peak / 1024 > _MOST_MEGABYTES or taken > _PATIENCE * (case.seconds + (case.interrupt or 0)):
                process.kill()
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
        taken = usage.ru_utime + usage.ru_stime - (before or 0)
        if case.interrupt is not None and before is None:
            return taken, peak / 1024, process.returncode, "ended before Ctrl-C"
        said.seek(0, 2)
        said.seek(max(0, said.tell() - 400))
        lines = [line for line in said.read().decode("utf-8", "replace").splitlines() if line.strip()]
    return taken, peak / 1024, process.returncode, lines[-1] if lines else ""


def find_time(process: int) -> float:
    """The processor time of a process so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(*chosen: str) -> None:
    failed = []
    print(f"{'input':46}{'seconds':>9}{'limit':>7}{'MB':>7}{'limit':>7}{'status':>8}  said")
    for part in chosen or PARTS:
        for case in import_module(f"bench.hostile_inputs.{part}").CASES:
            with tempfile.TemporaryDirectory(prefix="hostile") as name:
                taken, megabytes, status, said = run(case, Path(name))
            is_good = status in case.statuses and taken <= case.seconds and megabytes <= case.megabytes
            if not is_good or said == "ended before Ctrl-C":
                failed.append(case.name)
            figures = f"{taken:9.1f}{case.seconds:7.0f}{megabytes:7.0f}{case.megabytes:7}{status:8}"
            print(f"{case.name:46}{figures}  {said.replace(name, '')[-110:]}", flush=True)
    if failed:
        sys.exit(f"\n{len(failed)} beyond their limits: {', '.join(failed)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
