"""Where our alignments differ from those of METEOR 1.5, in Java, on real text.

Both get the same tokens, those of mteval in lower case. Java searches for the fewest chunks with a beam, so it may have
more than there need be; and it maps stems that have a choice only where that makes no further chunk.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable

import numpy as np

import tertium
from bench import pairs
from tertium.metrics.meteor import Meteor
from tertium.types import Array
from tests.peers import meteor_jar

STEP = 10  # of the 20,000 pairs of WMT21, so that all systems are there
TOLERANCE = 1e-9
STAGES = {"exact": ("exact", meteor_jar.EXACT), "exact stem": ("exact+snowball", meteor_jar.STEMS)}

Texts = tuple[list[str], list[str]]
Figures = dict[str, Array]


def read_wmt17() -> Texts:
    """All judged segments."""
    path = pairs.DATA / "wmt17-toen" / "seg_da.tsv"
    if not path.is_file():
        sys.exit(f"the comparison needs {path}")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tokenize(row["hypothesis"] for row in rows), tokenize(row["reference"] for row in rows)


def read_wmt21() -> Texts:
    """Some of the pairs that are timed elsewhere."""
    hypotheses, references = pairs.load()
    return tokenize(hypotheses[::STEP]), tokenize(references[::STEP])


def tokenize(texts: Iterable[str]) -> list[str]:
    """Our tokens in lower case, with spaces between them."""
    return [" ".join(words) for words in Meteor().prepare(list(texts)).to_lists()]


def measure(texts: Texts, stages: str, alignment: str) -> Figures:
    """The figures of each segment by ours; the score is without penalty for a whole match, as in Java."""
    metric = Meteor(tokenize="none", stages=stages, alignment=alignment)
    rows = tertium.score(*texts, [metric.settings()])[metric.settings()].rows
    forgiving = Meteor(tokenize="none", stages=stages, alignment=alignment, perfect=True)
    score = tertium.score(*texts, [forgiving.settings()])[forgiving.settings()].segments
    assert score is not None
    return {**metric.components(rows), "score": score}


def measure_java(texts: Texts, options: tuple[str, ...]) -> Figures:
    """The figures of each segment by Java, 0 where it says that there is none."""
    hypotheses, references = texts
    found = meteor_jar.score(hypotheses, [[reference] for reference in references], options).segments
    matches = np.array([segment.matches for segment in found])
    figures = {
        name: np.nan_to_num(np.array([getattr(segment, name) for segment in found], dtype=float))
        for name in ("precision", "recall", "chunks", "score")
    }
    return {**figures, "matches_exact": matches[:, 0], "matches_stem": matches[:, 1:].sum(axis=1)}


def print_sides(what: str, ours: Array, theirs: Array) -> None:
    """In how many segments ours are fewer, equal, more; and sums."""
    counts = [int(np.count_nonzero(found)) for found in (ours < theirs, ours == theirs, ours > theirs)]
    sums = f"{int(ours.sum()):>9,} {int(theirs.sum()):>9,}"
    print(f"    {what:42}" + "".join(f"{count:>8,}" for count in counts) + f"   {sums}")


def print_equal(what: str, ours: Array, theirs: Array, whole: int) -> None:
    """In how many segments a figure is equal, and the means."""
    equal = int(np.count_nonzero(np.abs(ours - theirs) < TOLERANCE))
    print(f"    {what:42}{'':8}{equal:>8,}{whole - equal:>8,}   {ours.mean():9.5f} {theirs.mean():9.5f}")


def print_table(name: str, texts: Texts, modules: str) -> None:
    """One set of segments with the same stages in both."""
    stages, options = STAGES[modules]
    ours, crossing = measure(texts, stages, "min-chunk"), measure(texts, stages, "min-crossing")
    theirs = measure_java(texts, options)
    count = len(theirs["chunks"])
    print(f"\n  {name}, {modules}: {count:,} segments, {int(ours['unproven'].sum())} of ours not proven")
    print(f"    {'':42}{'fewer':>8}{'equal':>8}{'more':>8}   {'ours':>9} {'Java':>9}")
    print_sides("matches by exact", ours["matches_exact"], theirs["matches_exact"])
    same = ours["matches_exact"] == theirs["matches_exact"]
    if modules != "exact":
        by_stem = ours["matches_snowball(english)"]
        print_sides("matches by stem", by_stem, theirs["matches_stem"])
        same &= by_stem == theirs["matches_stem"]
    print_sides("chunks", ours["chunks"], theirs["chunks"])
    if not same.all():
        print_sides("chunks where matches are equal", ours["chunks"][same], theirs["chunks"][same])
    print_sides("chunks, ours with fewest crossings", crossing["chunks"], theirs["chunks"])
    print_sides("the same against our fewest chunks", crossing["chunks"], ours["chunks"])
    print(f"    {'':42}{'':8}{'equal':>8}{'other':>8}   {'ours':>9} {'Java':>9}")
    for figure in ("precision", "recall", "score"):
        print_equal(figure, ours[figure], theirs[figure], count)
    print_equal("score, ours with fewest crossings", crossing["score"], theirs["score"], count)


def main() -> None:
    if reason := meteor_jar.why_not():
        print(reason)
        return
    print("\nMETEOR: our alignments with the fewest chunks against those of Java 1.5, by segments")
    for name, read in (("WMT17 to English", read_wmt17), ("WMT21 to English", read_wmt21)):
        texts = read()
        for modules in STAGES:
            print_table(name, texts, modules)


if __name__ == "__main__":
    main()
