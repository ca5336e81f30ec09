"""How many errors of Apertium are found, of those that were listed by hand, and how many findings are on an error.

``gold/`` has sentences that were written before anybody saw a translation, Apertium's output, and all errors in it:
where they are, and what may stand there. An error is hit by a finding that changes some of its words, and repaired by
one that leaves one of the right texts. Rules were written with lines 1, 3, 5 … in view (development); lines 2, 4, 6 …
were looked at once. False alarms are findings in sentences by people that the index does not have.

``python -m bench mtness_recall`` takes Catalan to Spanish, in the index of ``damages/held_out.py``;
``python -m bench.mtness_recall en es INDEX`` other languages, and an index of your own.
"""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import NamedTuple

from bench.damages.held_out import find_index, hold_out
from bench.pairs import DATA, read_lines
from tertium import mtness as api
from tertium.corpus.normalisation import Normalisation
from tertium.edits import apply_edits
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.resources.apertium.translator import ApertiumTranslator
from tertium.mtness.resources.confusions import WordChange
from tertium.mtness.segment import Segment

GOLD = Path(__file__).parent / "gold"
THRESHOLDS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
HUMAN = 3200

Split = Callable[[str], list[str]]


class ListedError(NamedTuple):
    """An error in a line of output: its characters, and what may stand there."""

    start: int
    end: int
    right: tuple[str, ...]


class Flag(NamedTuple):
    """What a system would change, and how sure it is."""

    line: int
    change: WordChange
    probability: float


def read_gold(pair: str) -> tuple[list[str], list[str], list[list[ListedError]]]:
    sources, outputs = (
        (GOLD / f"{pair}.{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("source", "output")
    )
    errors: list[list[ListedError]] = [[] for _ in outputs]
    with (GOLD / f"{pair}.errors.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            right = tuple("" if each.strip() == "-" else each.strip() for each in row["correct"].split("|"))
            errors[int(row["line"]) - 1].append(ListedError(int(row["start"]), int(row["end"]), right))
    return sources, outputs, errors


def flag(pipeline: Pipeline, split: Split, outputs: Sequence[str], sources: Sequence[str]) -> Iterator[Flag]:
    """All places that may be wrong, each with its best repair."""
    judge = pipeline.judge
    if judge is None:
        for finding in api.find_mtness(outputs, pipeline, sources=sources).instances:
            if finding.best is not None:
                text = outputs[finding.segment]
                after = apply_edits(text, finding.best.repair.edits)
                yield Flag(finding.segment, find_change(split(text), split(after)), 1.0)
        return
    segments = [Segment(text=text, source=source) for text, source in zip(outputs, sources, strict=True)]
    weighed = pipeline.weigh(pipeline.repair(pipeline.chunk(pipeline.tag(segments))), judge)
    for line, places in enumerate(judge.choose(weighed, min(THRESHOLDS))):
        for place in places:
            assert place.best.repair.change is not None
            yield Flag(line, place.best.repair.change, place.probability)


def find_change(old: list[str], new: list[str]) -> WordChange:
    """What differs between two texts, as one change."""
    most = min(len(old), len(new))
    first = next((place for place in range(most) if old[place] != new[place]), most)
    last = 0
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return first, len(old) - last, tuple(new[first : len(new) - last])


def assess(split: Split, text: str, errors: Sequence[ListedError], change: WordChange) -> tuple[int | None, int | None]:
    """The error that a change is on, and the one that it repairs."""
    words = split(text)
    first, stop, new = change
    after = [*words[:first], *new, *words[stop:]]
    hit = None
    for number, error in enumerate(errors):
        start = len(split(text[: error.start]))
        end = start + len(split(text[error.start : error.end]))
        if any(after == split(f"{text[: error.start]} {right} {text[error.end :]}") for right in error.right):
            return number, number
        meets = first < end and start < stop
        if meets or (start == end and first <= start <= stop) or (first == stop and start <= first <= end):
            hit = number if hit is None else hit
    return hit, None


def measure(name: str, pipeline: Pipeline, pair: str, human: tuple[list[str], list[str]]) -> None:
    sources, outputs, errors = read_gold(pair)
    split = Normalisation(pair[-2:]).split
    flags = list(flag(pipeline, split, outputs, sources))
    alarms = list(flag(pipeline, split, *human))
    words = sum(len(split(text)) for text in human[0])
    print(f"\n{name}")
    print(f"  {'at least':>8}{'false alarms':>14}" + f"{'flags':>8}{'on error':>10}{'hit':>8}{'repaired':>10}" * 2)
    for threshold in THRESHOLDS if pipeline.judge is not None else (1.0,):
        cells = ""
        for half in (0, 1):
            mine = [each for each in flags if each.line % 2 == half and each.probability >= threshold]
            found = [(each.line, *assess(split, outputs[each.line], errors[each.line], each.change)) for each in mine]
            listed = sum(len(some) for line, some in enumerate(errors) if line % 2 == half)
            hits = {(line, hit) for line, hit, _ in found if hit is not None}
            repaired = {(line, right) for line, _, right in found if right is not None}
            on = sum(hit is not None for _, hit, _ in found) / max(len(mine), 1)
            cells += f"{len(mine):8}{on:10.0%}{len(hits) / listed:8.0%}{len(repaired) / listed:10.0%}"
        rate = 1000 * sum(each.probability >= threshold for each in alarms) / max(words, 1)
        print(f"  {threshold:8.2f}{rate:14.2f}{cells}", flush=True)


def read_people(language: str) -> list[str]:
    """Text by people that the index must not have: held-out lines in Spanish, references of WMT17 in English."""
    if language == "es":
        return [sentence.text for sentence in hold_out()][:HUMAN]
    if language != "en":
        return []
    paths = sorted((DATA / "wmt17-toen").glob("*-en/reference.txt"))
    return [unescape(line) for path in paths for line in read_lines(path)[: HUMAN // len(paths)]]


def main(source: str = "ca", target: str = "es", index: str | None = None) -> None:
    if shutil.which("lt-proc") is None:
        sys.exit("the benchmark needs Apertium")
    place = Path(index) if index else find_index()
    texts = read_people(target)
    with ApertiumTranslator(target, source) as translator:
        human = (texts, translator.translate(texts) if texts else [])
    print(
        f"\nerrors of Apertium from {source} to {target}: the first half is development, the second was looked at once"
    )
    pair = f"{source}-{target}"
    with api.open_mtness(target, f"index({place})", source_language=source, spelling=False) as pipeline:
        measure("counts alone", replace(pipeline, combiner=None), pair, human)
        measure("nothing learned", replace(pipeline, confusions=None), pair, human)
        measure("all evidence", pipeline, pair, human)


if __name__ == "__main__":
    main(*sys.argv[1:4])
