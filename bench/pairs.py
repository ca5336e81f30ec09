"""Real hypotheses and references from the data beside the project."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
COUNT = 20_000


@cache
def load() -> tuple[list[str], list[str]]:
    """20,000 pairs of WMT21 news, raw text: 20 systems of 1,000 segments against their reference A."""
    folder = DATA / "wmt21-toen"
    if not folder.is_dir():
        sys.exit(f"the benchmarks need {folder}")
    hypotheses: list[str] = []
    references: list[str] = []
    for pair in ("de-en", "cs-en"):
        reference = read_lines(folder / pair / "reference.A.txt")
        for path in sorted((folder / pair).glob("hyp.*.txt")):
            hypotheses += read_lines(path)
            references += reference
    return hypotheses[:COUNT], references[:COUNT]


def read_lines(path: Path) -> list[str]:
    """The lines of a file."""
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")
