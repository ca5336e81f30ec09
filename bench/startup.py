"""How long Tertium takes to start: `import tertium` beyond NumPy, the first score, and whole commands.

``python -m bench startup`` measures this checkout; ``python -m bench startup TREE...`` measures others, side by side:
they take turns, so that a busy machine slows all of them. Each TREE is a checkout with its core built.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15

_IMPORT = (
    "import time, numpy, numpy.random; start = time.perf_counter(); "
    "import tertium; {}print(time.perf_counter() - start)"
)
_COMMAND = "import sys; from tertium.cli import main; sys.argv[0] = 'tertium'; main()"


def run(tree: Path, code: str, *arguments: str) -> str:
    """Run code in a new interpreter that finds the package of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def time_inside(code: str) -> Callable[[Path], float]:
    return lambda tree: float(run(tree, _IMPORT.format(code)))


def time_command(*arguments: str) -> Callable[[Path], float]:
    def measure(tree: Path) -> float:
        start = time.perf_counter()
        run(tree, _COMMAND, *arguments)
        return time.perf_counter() - start

    return measure


def time_python(tree: Path) -> float:
    start = time.perf_counter()
    run(tree, "import numpy, numpy.random")
    return time.perf_counter() - start


def main(*trees: str) -> None:
    chosen = [Path(tree).resolve() for tree in trees] or [ROOT]
    for tree in chosen:
        if not list((tree / "src" / "tertium").glob("_core.*.*")):
            sys.exit(f"{tree} is not a checkout with its core built")
    with tempfile.TemporaryDirectory() as folder:
        hypotheses, references = Path(folder, "hypotheses.txt"), Path(folder, "references.txt")
        for path, words in ((hypotheses, "a small cat sat"), (references, "the small cat sat")):
            path.write_text(f"{words} on the mat .\n" * 20, encoding="utf-8")
        tasks: dict[str, Callable[[Path], float]] = {
            "Python with NumPy": time_python,
            "import tertium, beyond NumPy": time_inside(""),
            "the same and a first BLEU": time_inside("tertium.score(['a b'], ['a c'], ['bleu']); "),
            "tertium --version": time_command("--version"),
            "tertium --help": time_command("--help"),
            "tertium score, two files": time_command("score", str(hypotheses), "-r", str(references)),
        }
        for task in tasks.values():
            for tree in chosen:
                task(tree)  # so that Python's bytecode is written
        times: dict[tuple[str, Path], list[float]] = {(name, tree): [] for name in tasks for tree in chosen}
        for _ in range(ROUNDS):
            for name, task in tasks.items():
                for tree in chosen:
                    times[name, tree].append(task(tree))
    load = f", load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else ""
    print(f"\nStart-up, milliseconds: median (fastest) of {ROUNDS} rounds{load}")
    print(f"  {'':30}" + "".join(f"{tree.name:>20}" for tree in chosen))
    for name in tasks:
        cells = ((1000 * statistics.median(times[name, tree]), 1000 * min(times[name, tree])) for tree in chosen)
        print(f"  {name:30}" + "".join(f"{f'{median:.0f} ({fastest:.0f})':>20}" for median, fastest in cells))


if __name__ == "__main__":
    main(*sys.argv[1:])
