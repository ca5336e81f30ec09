"""Liu and Gildea's tables on newer data: Pearson's r of BLEU, HWCM, STM, DSTM by size, and of the kernels, with people.

Segment level: direct assessment of WMT15 and WMT17, and fluency and adequacy apart. The first run parses everything.
"""

from __future__ import annotations

import csv
import html
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import tertium
from bench.pairs import DATA

SIZES = (1, 2, 3, 4)


@dataclass
class Judged:
    """Segments of one language pair, with what people said of them."""

    name: str
    hypotheses: list[str]
    references: list[str]
    judgments: dict[str, np.ndarray]


def rows(path: str) -> list[dict[str, str]]:
    with (DATA / path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def load(path: str, name: str, columns: dict[str, str], hypothesis: str, reference: str) -> Iterator[Judged]:
    table = rows(path)
    for pair in dict.fromkeys(row["lp"] for row in table):
        if pair.startswith("en"):
            continue
        some = [row for row in table if row["lp"] == pair]
        yield Judged(
            f"{name} {pair}",
            [html.unescape(row[hypothesis]) for row in some],
            [html.unescape(row[reference]) for row in some],
            {kind: np.array([float(row[column]) for row in some]) for kind, column in columns.items()},
        )


def measure(judged: Judged) -> dict[str, dict[str, float]]:
    """For each metric, its correlation with each kind of judgment."""
    specs: dict[str, str] = {}
    for size in SIZES:
        specs[f"BLEU {size}"] = f"bleu:order={size},smooth=epsilon,lowercase=yes"
        specs[f"HWCM {size}"] = f"hwcm:length={size},epsilon=0.001"
        specs[f"STM {size}"] = f"stm:depth={size}"
        specs[f"DSTM {size}"] = f"dstm:depth={size}"
    specs |= {"STM kernel": "tkm", "DSTM kernel": "dtkm"}
    scores = tertium.score(judged.hypotheses, judged.references, list(specs.values()))
    return {
        name: {
            kind: float(np.corrcoef(scores[spec].segments, values)[0, 1]) for kind, values in judged.judgments.items()
        }
        for name, spec in specs.items()
    }


def show(title: str, kind: str, found: list[dict[str, dict[str, float]]]) -> None:
    """A table as in the paper: sizes down, metrics across; means over the language pairs."""
    print(f"\n{title}, {kind}: mean Pearson r over {len(found)} language pairs")
    print(f"  {'size':8}{'BLEU':>8}{'HWCM':>8}{'STM':>8}{'DSTM':>8}")
    for size in (*SIZES, "kernel"):
        cells = []
        for metric in ("BLEU", "HWCM", "STM", "DSTM"):
            values = [each[f"{metric} {size}"][kind] for each in found if f"{metric} {size}" in each]
            cells.append(f"{np.mean(values):8.3f}" if values else f"{'':8}")
        print(f"  {size!s:8}{''.join(cells)}")


def main() -> None:
    if not DATA.is_dir():
        sys.exit(f"this needs {DATA}")
    sets = {
        "WMT15": load("wmt15-daseg/seg_da.tsv", "WMT15", {"overall": "human_da_z"}, "hypothesis", "reference"),
        "WMT17": load("wmt17-toen/seg_da.tsv", "WMT17", {"overall": "human_da_z"}, "hypothesis", "reference"),
        "believability": load(
            "believability-ad-fl/seg.tsv",
            "believability",
            {"fluency": "fluency_z", "adequacy": "adequacy_z"},
            "hypothesis_tok",
            "reference_raw",
        ),
    }
    for title, judged in sets.items():
        found = [measure(each) for each in judged]
        for kind in next(iter(found[0].values())):
            show(title, kind, found)


if __name__ == "__main__":
    main()
