"""How many of METEOR's alignments are proven to be optimal, on all of WMT17 and WMT21 into English, and on documents.

Documents are runs of consecutive segments of one system, joined.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import tertium
from bench.pairs import DATA
from tertium.metrics import align

OBJECTIVES = ("min-crossing", "min-chunk")


def lines(path: str) -> list[str]:
    return (DATA / path).read_text(encoding="utf-8").rstrip("\n").split("\n")


def load(task: str) -> Iterator[tuple[str, str]]:
    """Every output of every system, with each reference."""
    for folder in sorted(path for path in (DATA / task).iterdir() if path.is_dir()):
        for reference in sorted(folder.glob("reference*.txt")):
            for system in sorted(folder.glob("hyp.*.txt")):
                yield from zip(lines(str(system)), lines(str(reference)), strict=True)


def report(name: str, pairs: list[tuple[str, str]], settings: str) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    for objective in OBJECTIVES:
        spec = f"meteor:{settings}alignment={objective}"
        start = time.perf_counter()
        scores = tertium.score(hypotheses, references, [spec], threads=1)[spec]
        taken = time.perf_counter() - start
        unproven = scores.components["unproven"]
        parts = scores.segment_components or {}
        share = 100 * (1 - unproven / len(pairs))
        print(f"{name:22}{objective:14}{len(pairs):9,}{unproven:10,.0f}{share:11.4f}%{1e6 * taken / len(pairs):12,.1f}")
        if name.startswith("wmt"):
            show_extremes(pairs, parts["unproven"].astype(bool).tolist(), spec)


def show_extremes(pairs: list[tuple[str, str]], is_unproven: list[bool], spec: str) -> None:
    """The longest pair and how long it takes, and what is not proven."""
    longest = max(pairs, key=lambda pair: len(pair[0].split()) * len(pair[1].split()))
    for what, pair in [
        ("longest", longest),
        *(("unproven", pair) for pair, un in zip(pairs, is_unproven, strict=True) if un),
    ]:
        start = time.perf_counter()
        found = align(pair[0], pair[1], spec)
        taken = time.perf_counter() - start
        sizes = f"{len(found.hypothesis)} x {len(found.reference)} words"
        figures = f"{found.crossings} crossings, {found.chunks} chunks, bound {found.bound}"
        print(f"{'':22}{what}: {sizes}, {figures}, proven {found.optimal}, {1e3 * taken:.1f} ms")


def main() -> None:
    if not DATA.is_dir():
        sys.exit(f"this needs {DATA}")
    print(f"\n{'alignments, 3 stages':22}{'objective':14}{'pairs':>9}{'unproven':>10}{'proven':>12}{'us a pair':>12}")
    for task, settings in (("wmt17-toen", "tokenize=none,"), ("wmt21-toen", "")):
        report(task, list(load(task)), settings)
    first = list(load("wmt21-toen"))[:1000]
    for size in (6, 12, 24, 40):
        parts = [first[start : start + size] for start in range(0, len(first) - size + 1, size)]
        joined = [(" ".join(pair[0] for pair in part), " ".join(pair[1] for pair in part)) for part in parts]
        words = sum(len(hypothesis.split()) for hypothesis, _ in joined) / len(joined)
        report(f"{words:.0f} words on average", joined, "")


if __name__ == "__main__":
    main()
