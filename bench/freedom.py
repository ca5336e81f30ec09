"""The freedom that BLEU leaves to every system of WMT 2017 and 2012: seconds, orders by system, orders by BLEU."""

from __future__ import annotations

import sys
import time
from math import isnan
from pathlib import Path

from bench.pairs import DATA
from tertium.audit.freedom.corpus_freedom import Freedom, measure_freedom
from tertium.meta.judgments.layouts import read_judged


def main() -> None:
    for name in ("wmt17-toen", "wmt12-ranking"):
        folder = DATA / name
        if not folder.is_dir():
            sys.exit(f"this measurement needs {folder}")
        _measure(folder)


def _measure(folder: Path) -> None:
    sets = read_judged(folder)
    found = {}
    taken = {}
    for threads in (1, 2):
        start = time.perf_counter()
        found = {each.name: measure_freedom(each.test_set, threads=threads) for each in sets}
        taken[threads] = time.perf_counter() - start
    systems = sum(len(freedom.systems) for freedom in found.values())
    outputs = sum(len(one) for freedom in found.values() for one in freedom.systems.values())
    print(f"\nfreedom of {folder.name}: {systems} systems, {outputs:,} outputs")
    print(f"  {taken[1]:.2f} seconds with one thread, {taken[2]:.2f} with two")
    for name, freedom in found.items():
        _print_systems(name, freedom)
    for name, freedom in found.items():
        _print_by_score(name, freedom)


def _print_systems(name: str, freedom: Freedom) -> None:
    """The paper's (k - b)!, and distinct orders of the blocks, as log10."""
    print(f"\n  {name:34}{'BLEU':>7}{'(k - b)!: median':>18}{'largest':>9}{'orders: median':>16}{'largest':>9}", end="")
    print(f"{'bits per word':>13}{'one order':>11}")
    for one in sorted(freedom.systems.values(), key=lambda one: -one.score):
        print(f"  {one.system[:33]:34}{one.score:7.2f}{one.median_bound:18.2f}{one.largest_bound:9.2f}", end="")
        print(f"{one.median:16.2f}{one.largest:9.2f}{one.bits_per_word:13.2f}{one.fixed:11.1%}")


def _print_by_score(name: str, freedom: Freedom) -> None:
    print(f"\n  {name}, all systems, by BLEU of the segment")
    for each in freedom.by_score():
        if not each.system and not isnan(each.median):
            bits = f"{each.bits_per_word:.2f} bits per word"
            print(
                f"  {each.low:5g} to {each.high:3g}: {each.count:7,} segments, median log10 {each.median:6.2f}, {bits}"
            )


if __name__ == "__main__":
    main()
