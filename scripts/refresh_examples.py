"""Run the console examples of Markdown pages, and write what they print into the pages.

An example is a block marked ``console`` with commands after ``$`` and their output. Blocks of commands only are not
run: write ``…`` as the output of a new example. Commands run in a copy of the bundled samples, so that pages can name
their files, and nothing is left behind; pages on MTness run in a copy of its own samples.

    python scripts/refresh_examples.py README.md docs/tutorial/*.md
    python scripts/refresh_examples.py --check docs/tutorial/first-score.md
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"(?P<open>^```console\n)(?P<body>.*?)(?P<close>^```$)", re.DOTALL | re.MULTILINE)
# What differs in every copy: how old the files of a corpus are, and what an index is called.
VARYING = [
    (re.compile(r"\b(state|corpus)=\w+"), r"\1=…"),
    (re.compile(r"\bshard-\w{16}"), "shard-…" + 15 * " "),
]
SAMPLES = Path(__file__).parent.parent / "src" / "tertium" / "samples"


def refresh(text: str, samples: Path) -> str:
    """Return the page with what its examples print now, in a copy of these samples."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "samples"
        shutil.copytree(samples, place, ignore=shutil.ignore_patterns("__pycache__", "*.py", "mtness"))
        return BLOCK.sub(lambda match: match["open"] + _run(match["body"], place) + match["close"], text)


def _run(body: str, place: Path) -> str:
    commands = [line for line in body.splitlines() if line.startswith("$ ")]
    if len(commands) == len(body.splitlines()):
        return body
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    finished = subprocess.run(  # noqa: S603
        ["/bin/sh", "-ec", "\n".join(command.removeprefix("$ ") for command in commands)],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise SystemExit(f"{commands[0]}\n{finished.stderr}")
    output = finished.stdout.strip()
    for pattern, replacement in VARYING:
        output = pattern.sub(replacement, output)
    printed = "\n".join(line.rstrip() for line in output.splitlines())
    return "\n".join([*commands, printed, ""])


def main() -> int:
    """Refresh or check the pages; with ``--check``, 1 if one is out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="print differences, and write nothing")
    parser.add_argument("pages", nargs="+", type=Path)
    options = parser.parse_args()
    stale = 0
    for page in options.pages:
        before = page.read_text(encoding="utf-8")
        after = refresh(before, SAMPLES / "mtness" if "mtness" in page.name else SAMPLES)
        if before == after:
            continue
        stale += 1
        if options.check:
            lines = difflib.unified_diff(before.splitlines(), after.splitlines(), str(page), "now", lineterm="")
            sys.stdout.write("\n".join(lines) + "\n")
        else:
            page.write_text(after, encoding="utf-8")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
