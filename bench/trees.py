"""The five syntactic metrics on trees that are parsed, against a tree kernel in Python; then parsing, and the cache."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from bench import pairs, timing
from tertium import _core
from tertium.metrics.metric import Batch
from tertium.metrics.spec import parse
from tertium.syntax.cache import CachedParser
from tertium.syntax.parsers import get_parser

COUNT = 2000
SPECS = ("stm:depth=4", "dstm:depth=4", "hwcm:length=4", "tkm", "dtkm")


def kernel_in_python(one: list[tuple[str, list[int]]], other: list[tuple[str, list[int]]]) -> float:
    """Collins and Duffy's recursion over nodes of equal productions, each a production and its children."""
    by_production: dict[str, list[int]] = {}
    for node, (production, _) in enumerate(other):
        by_production.setdefault(production, []).append(node)
    counts: dict[tuple[int, int], float] = {}
    for node in range(len(one) - 1, -1, -1):
        production, children = one[node]
        if children:
            for partner in by_production.get(production, ()):
                ways = 1.0
                for child, match in zip(children, other[partner][1], strict=True):
                    ways *= 1 + counts.get((child, match), 0.0)
                counts[node, partner] = ways
    return sum(counts.values())


def productions(brackets: str) -> list[tuple[str, list[int]]]:
    from tertium.syntax.brackets import read_brackets

    found: list[tuple[str, list[int]]] = []
    for tree in read_brackets(brackets):
        base = len(found)
        for node, children in enumerate(tree.children):
            labels = " ".join(tree.labels[child] for child in children)
            found.append((f"{tree.labels[node]} {labels}", [base + child for child in children]))
    return found


def main() -> None:
    hypotheses, references = (texts[::10][:COUNT] for texts in pairs.load())
    parser = get_parser("spacy")
    start = time.perf_counter()
    parser.parse(hypotheses[:10])
    loaded = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        cached = CachedParser(parser, Path(folder) / "parses.sqlite")
        parses = cached.parse(hypotheses)
        parsed = time.perf_counter()
        theirs = cached.parse(references)
        again = time.perf_counter()
        CachedParser(parser, Path(folder) / "parses.sqlite").parse(hypotheses)
        from_disk = time.perf_counter()
        cached.parse(hypotheses)
        from_memory = time.perf_counter()
    distinct = len(set(references))
    print(f"\nparsing with {parser.version}")
    print(f"  first ten segments, model loaded   {loaded - start:8.2f} s")
    print(
        f"  {COUNT:,} hypotheses                 {parsed - loaded:8.2f} s"
        f"   {COUNT / (parsed - loaded):10,.0f} per second"
    )
    print(f"  their references, {distinct:,} distinct  {again - parsed:8.2f} s")
    print(
        f"  hypotheses again, from disk        {from_disk - again:8.2f} s"
        f"   {COUNT / (from_disk - again):,.0f} per second"
    )
    disk = from_memory - from_disk
    print(f"  hypotheses again, from memory      {disk:8.2f} s   {COUNT / disk:10,.0f} per second")

    offsets = np.arange(COUNT + 1)
    constituents = [_core.read_brackets([p.brackets for p in side], False, False, True, 1) for side in (parses, theirs)]
    dependencies = [_core.read_conllu([p.conllu for p in side], True, 1) for side in (parses, theirs)]
    print(f"\nscoring {COUNT:,} pairs that are parsed, one thread")
    total = 0.0
    for spec in SPECS:
        metric = parse(spec)
        ours, its = dependencies if spec[0] in "dh" else constituents
        taken = timing.seconds(lambda metric=metric, ours=ours, its=its: metric.tally(Batch(ours, its, offsets), 1))
        total += taken
        print(f"  {spec:20}{1e6 * taken / COUNT:10.2f} us per pair{COUNT / taken:14,.0f} per second")
    print(f"  {'all five':20}{1e6 * total / COUNT:10.2f} us per pair{COUNT / total:14,.0f} per second")
    reading = timing.seconds(lambda: _core.read_brackets([p.brackets for p in parses], False, False, True, 1))
    print(f"  {'reading brackets':20}{1e6 * reading / COUNT:10.2f} us per segment")

    trees = [[productions(p.brackets) for p in side[:500]] for side in (parses, theirs)]
    python = timing.seconds(
        lambda: [
            kernel_in_python(a, b) / (kernel_in_python(a, a) * kernel_in_python(b, b)) ** 0.5
            for a, b in zip(*trees, strict=True)
            if a and b
        ],
        repeats=2,
    )
    kernel = timing.seconds(lambda: _core.tally_kernel(constituents[0], constituents[1], offsets, 1.0, 1)) / COUNT
    print(f"  tree kernel in Python: {500 / python:,.0f} pairs per second; ours is {python / 500 / kernel:.0f} x")


if __name__ == "__main__":
    main()
