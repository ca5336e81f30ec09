"""Liu and Gildea's table 6 on newer data: Pearson's r of whole systems' scores with people, by size. WMT17 to English.

The first run parses every output of every system: some minutes.
"""

from __future__ import annotations

import csv
import html
import sys

import numpy as np

from bench.pairs import DATA
from tertium.api import make_test_set, score_systems

SIZES = (1, 2, 3, 4, 5, 6)


def main() -> None:
    folder = DATA / "wmt17-toen"
    if not folder.is_dir():
        sys.exit(f"this needs {folder}")
    with (folder / "sys_da.tsv").open(encoding="utf-8", newline="") as file:
        judged = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    specs: dict[str, str] = {}
    for size in SIZES:
        specs[f"BLEU {size}"] = f"bleu:order={size},lowercase=yes"
        specs[f"HWCM {size}"] = f"hwcm:length={size}"
        specs[f"STM {size}"] = f"stm:depth={size}"
        specs[f"DSTM {size}"] = f"dstm:depth={size}"
    specs |= {"STM kernel": "tkm", "DSTM kernel": "dtkm"}
    found: dict[str, list[float]] = {name: [] for name in specs}
    pairs = sorted({row["lp"] for row in judged if (folder / row["lp"]).is_dir()})
    for pair in pairs:
        people = {row["system"]: float(row["human_da_z"]) for row in judged if row["lp"] == pair}
        paths = {path.name[4:-4]: path for path in sorted((folder / pair).glob("hyp.*.txt"))}
        read = {
            name: html.unescape(path.read_text(encoding="utf-8")).rstrip("\n").split("\n")
            for name, path in paths.items()
        }
        systems = {name: text for name, text in read.items() if name in people}
        references = (
            html.unescape((folder / pair / "reference.txt").read_text(encoding="utf-8")).rstrip("\n").split("\n")
        )
        scores = score_systems(make_test_set(systems, references), list(specs.values()))
        for name, spec in specs.items():
            values = [scores[system][spec].value for system in systems]
            found[name].append(float(np.corrcoef(values, [people[system] for system in systems])[0, 1]))
        print(f"{pair}: {len(systems)} systems, {len(references):,} segments", flush=True)
    print(f"\nsystems: Pearson r, {', '.join(pairs)}, and mean")
    for size in (*SIZES, "kernel"):
        for metric in ("BLEU", "HWCM", "STM", "DSTM"):
            if values := found.get(f"{metric} {size}"):
                print(f"  {metric:5}{size!s:8}{''.join(f'{value:8.3f}' for value in values)}{np.mean(values):8.3f}")


if __name__ == "__main__":
    main()
