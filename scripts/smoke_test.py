"""Try an installed Tertium: the package, its compiled core and the command, on the bundled samples.

    python scripts/smoke_test.py

It needs nothing but the package, so that wheels and images are tried where there is neither Rust nor this repository.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def run_command(*arguments: str) -> str:
    """Run the `tertium` command that belongs to this Python, and return what it printed."""
    program = Path(sysconfig.get_path("scripts")) / ("tertium.exe" if os.name == "nt" else "tertium")
    command = [str(program), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout  # noqa: S603


def main() -> None:
    """Score the samples by the command and in Python, and stop where the two differ."""
    import tertium
    from tertium import samples

    if run_command("--version").strip() != f"tertium {tertium.__version__}":
        sys.exit("`tertium --version` does not print the version of the package")
    system, reference = (str(samples.path(name)) for name in ("system.careful.txt", "reference.A.txt"))
    metrics = ["bleu", "chrf", "ter", "meteor"]
    chosen = [word for name in metrics for word in ("-m", name)]
    (found,) = json.loads(run_command("score", system, "-r", reference, *chosen, "-f", "json"))["systems"]
    by_command = {score["metric"]: score["value"] for score in found["scores"]}
    segments = [Path(path).read_text(encoding="utf-8").splitlines() for path in (system, reference)]
    in_python = {name: score.value for name, score in tertium.score(*segments, metrics).items()}
    if by_command != in_python:
        sys.exit(f"the command and the package differ: {by_command} and {in_python}")
    place = Path(tertium.__file__).parent
    sys.stdout.write(f"tertium {tertium.__version__} in {place} works: {by_command}\n")


if __name__ == "__main__":
    main()
