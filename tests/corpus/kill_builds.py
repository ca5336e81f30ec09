"""Kills builds and merges at random moments: ``python -m tests.corpus.kill_builds 20``."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TextIO

from tertium.corpus import add_to_index, build_index, open_index

_WORK = {
    "build": "from tertium.corpus import build_index as w; w([sys.argv[2]], sys.argv[1])",
    "add": "from tertium.corpus import add_to_index as w; w([sys.argv[2]], sys.argv[1])",
    "merge": "from tertium.corpus import merge_index as w; w(sys.argv[1])",
    "new": "from tertium.corpus import build_index as w; w([sys.argv[2]], sys.argv[1] + '.new')",
    "join": "from tertium.corpus import join_indexes as w; w([sys.argv[1]] * 2, sys.argv[1] + '.new')",
    # Little memory, so that there are shards to merge at the end.
    "large": (
        "import tertium.corpus.building as b; b._LEAST = b._INTERPRETER = 0;"
        "b.build_index([sys.argv[2]], sys.argv[1], memory=600_000)"
    ),
}
_PHRASES = ["el perro", "come pan 17", "pan *", "nada de nada", "agua"]


def _answers(place: Path) -> list[tuple[int | None, int | None]]:
    index = open_index(place)
    index.check()
    return [(count.count, count.lines) for count in index.count_many(_PHRASES)]


def _run(work: str, place: Path, text: Path) -> subprocess.Popen[str]:
    # The child says when its imports are done, so that moments are those of the work.
    code = f"import sys; import tertium.corpus.index; print('go', flush=True); {_WORK[work]}; print('done', flush=True)"
    child = subprocess.Popen([sys.executable, "-c", code, str(place), str(text)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()
    return child


def kill_at_random_moments(folder: Path, *, moments: int, lines: int, report: TextIO, seed: int = 3) -> int:
    """How many times an index was not as it had to be, after each kind of work was killed so often."""
    rng = random.Random(seed)
    text, more = folder / "text.txt", folder / "more.txt"
    row = "el perro {} come pan {} y bebe agua {}\n"
    text.write_text("".join(row.format(n % 31, n % 97, n) for n in range(lines)), encoding="utf-8")
    more.write_text("".join(row.format(n, n % 7, n % 3) for n in range(lines)), encoding="utf-8")
    wrong = 0
    for work in _WORK:
        place = folder / work
        build_index([text], place)
        if work == "merge":
            add_to_index([more], place)
        before = _answers(place)
        child = _run(work, place, more)
        start = time.monotonic()
        child.communicate()
        taken = time.monotonic() - start
        allowed = {tuple(before), tuple(_answers(place))}
        killed = 0
        for _ in range(moments):
            build_index([text], place)
            if work == "merge":
                add_to_index([more], place)
            child = _run(work, place, more)
            time.sleep(rng.uniform(0, taken))
            child.kill()
            output, _ = child.communicate()
            killed += "done" not in output
            try:
                is_right = tuple(_answers(place)) in allowed
                new = Path(f"{place}.new")
                if new.exists():
                    _answers(new)
            except Exception as error:
                report.write(f"{work}: {error}\n")
                is_right = False
            wrong += not is_right
        # What killed work left behind does not stay.
        build_index([text], place)
        if len(list(place.glob("shard-*"))) != 1 or list(place.glob(".manifest*")):
            report.write(f"{work}: left {sorted(place.iterdir())}\n")
            wrong += 1
        report.write(
            f"{work}: {moments} moments of {taken:.2f} s, killed before the end {killed}, wrong so far {wrong}\n"
        )
    return wrong


def main() -> None:
    moments = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(kill_at_random_moments(Path(folder), moments=moments, lines=100_000, report=sys.stdout) > 0)


if __name__ == "__main__":
    main()
