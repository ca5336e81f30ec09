"""Writes sacrebleu_wmt.tsv: what sacrebleu says of every WMT17 and WMT21 system. Takes about an hour of processor time.

Run from the project root, with the data in ../shared/data::

    .venv/bin/python tests/golden/make_sacrebleu.py

``rows`` is a digest of the statistics of all segments, so that a test can compare every segment without sacrebleu's
time; ``segment_sum`` is the sum of the segment scores. No text of the data is kept.
"""

from __future__ import annotations

import hashlib
import logging
import math
import os
import sys
import time
from collections.abc import Iterable
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
DATA = HERE.parents[2] / "shared" / "data"
OUTPUT = HERE / "sacrebleu_wmt.tsv"
DATASETS = ("wmt17-toen", "wmt21-toen")
COLUMNS = ("dataset", "pair", "system", "references", "metric", "value", "segment_sum", "rows")


class Task(NamedTuple):
    """One system."""

    dataset: str
    pair: str
    system: str


def read(path: Path) -> list[str]:
    """The lines of a file; only a line feed ends one."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def tasks() -> list[Task]:
    """Every system of WMT17 and WMT21."""
    paths = [path for dataset in DATASETS for path in sorted((DATA / dataset).glob("*/hyp.*.txt"))]
    return [Task(path.parts[-3], path.parts[-2], path.name.removeprefix("hyp.").removesuffix(".txt")) for path in paths]


def read_references(dataset: str, pair: str, data: Path = DATA) -> dict[str, list[list[str]]]:
    """The references to be used, alone and together: one list a translation."""
    folder = data / dataset / pair
    if dataset == "wmt17-toen":
        return {"1": [read(folder / "reference.txt")]}
    one, two = (read(folder / f"reference.{name}.txt") for name in "AB")
    return {"A": [one], "B": [two], "A+B": [one, two]}


def digest(rows: Iterable[Iterable[float]]) -> str:
    """A short digest of a matrix whose numbers are whole or simple fractions."""
    text = "\n".join(" ".join(f"{float(value):.6g}" for value in row) for row in rows)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def compute(task: Task) -> list[tuple[str, ...]]:
    """The golden rows of a system."""
    from sacrebleu.metrics import BLEU, CHRF, TER

    logging.disable()
    hypotheses = read(DATA / task.dataset / task.pair / f"hyp.{task.system}.txt")
    metrics = {
        "bleu": (BLEU(), BLEU(effective_order=True)),
        "chrf": (CHRF(), CHRF()),
        "chrf++": (CHRF(word_order=2), CHRF(word_order=2)),
        "ter": (TER(), TER()),
    }
    found = []
    for name, (corpus, single) in metrics.items():
        by_references: dict[str, list[list[float]]] = {}
        for label, columns in read_references(task.dataset, task.pair).items():
            if name == "ter" and label == "A+B":
                rows = [best_of_two(*pair) for pair in zip(by_references["A"], by_references["B"], strict=True)]
                few = corpus._extract_corpus_statistics(hypotheses[:25], [column[:25] for column in columns])
                assert rows[:25] == few, "two references are not what sacrebleu makes of them"
            else:
                rows = corpus._extract_corpus_statistics(hypotheses, columns)
            by_references[label] = rows
            value = corpus._aggregate_and_compute(rows).score
            segment_sum = math.fsum(single._aggregate_and_compute([row]).score for row in rows)
            found.append((*task, label, name, repr(float(value)), repr(segment_sum), digest(rows)))
    return found


def best_of_two(one: list[float], other: list[float]) -> list[float]:
    """TER's row for two references from that for each, which saves half of the time."""
    return [min(one[0], other[0]), (one[1] + other[1]) / 2]


def read_table() -> list[tuple[str, ...]]:
    """The rows of the table as it stands, without its header."""
    if not OUTPUT.exists():
        return []
    lines = [line for line in read(OUTPUT) if not line.startswith("#")]
    return [tuple(line.split("\t")) for line in lines[1:]]


def write_table(rows: Iterable[tuple[str, ...]], version: str) -> None:
    """Writes the table, sorted."""
    header = [
        f"# sacrebleu {version}: .venv/bin/python tests/golden/make_sacrebleu.py",
        "# BLEU(), CHRF(), CHRF(word_order=2), TER(): corpus score, sum of segment scores (BLEU with effective order),",
        "# digest of the statistics of all segments",
    ]
    lines = [*header, *("\t".join(row) for row in [COLUMNS, *sorted(rows)])]
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Computes what the table lacks on two processes; delete the table to start afresh."""
    import sacrebleu

    os.nice(19)
    started = time.monotonic()
    rows = read_table()
    done = {row[:3] for row in rows}
    todo = [task for task in tasks() if task not in done]
    with Pool(2) as pool:
        for number, found in enumerate(pool.imap_unordered(compute, todo), start=1):
            rows += found
            write_table(rows, sacrebleu.__version__)
            sys.stderr.write(f"{number} of {len(todo)}, {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
