"""How often a worst twin has a METEOR lower by a fifth, and how long it takes to find one.

300 segments with ten or more blocks (words less matched bigrams), from all systems of WMT12 and WMT17, with the one
reference that they have. WMT17 is tokenised and in lower case, with ``&apos;`` and the like as they are.

*Forbidden* is a segment whose bound (``tertium.audit.twins.worst_twin``) is above four fifths of its score, or that has
no score to lose. *Bigrams* is what the score would be with only the words that BLEU matches, in as many chunks as there
are matches less matched bigrams: no bound, since an alignment with the fewest crossings need not keep bigrams together.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median

import numpy as np

from bench import pairs
from tertium.audit.freedom.blocks import Blocks
from tertium.audit.segment import AuditedSegment
from tertium.audit.twins.worst_twin import TWIN_KINDS, WorstTwin, find_worst_twin
from tertium.metrics.metric import Batch
from tertium.metrics.spec import parse
from tests.peers import nltk_meteor

SETS = (
    ("wmt12-ranking", "de-en"),
    ("wmt12-ranking", "fr-en"),
    ("wmt17-toen", "de-en"),
    ("wmt17-toen", "lv-en"),
    ("wmt17-toen", "zh-en"),
)
EACH = 60
FEWEST_BLOCKS = 10
FIFTH = 0.2
SECONDS = 0.8

# METEOR's own settings of 2005, and others that keep chunks together or weigh words.
SPECS = ("meteor", "meteor:alignment=min-chunk", "meteor-1.5", "chrf", "ter")


@dataclass(frozen=True)
class Case:
    """A segment and what was found for it."""

    segment: AuditedSegment
    twin: WorstTwin

    @property
    def is_lowered(self) -> bool:
        return self.twin.drop >= FIFTH

    @property
    def is_forbidden(self) -> bool:
        bound = self.twin.bound
        return self.twin.before == 0 or (bound is not None and bound > (1 - FIFTH) * self.twin.before)

    @property
    def would_keep_bigrams(self) -> bool:
        """Whether the score stays above four fifths if every matched bigram stays in a chunk."""
        words, length, matches, bigrams = self.segment.row[:4]
        if not matches:
            return True
        penalty = 0.5 * ((matches - bigrams) / matches) ** 3
        floor = matches / (0.9 * length + 0.1 * words) * (1 - penalty)
        return bool(floor > (1 - FIFTH) * self.twin.before)


def sample(folder: Path, count: int, seed: int) -> list[AuditedSegment]:
    """Segments with enough blocks, from any system."""
    reference = _lines(folder / "reference.txt")
    systems = [_lines(path) for path in sorted(folder.glob("hyp.*.txt"))]
    places = [(system, number) for system in range(len(systems)) for number in range(len(reference))]
    rng = Random(seed)
    rng.shuffle(places)
    found: list[AuditedSegment] = []
    for system, number in places:
        segment = AuditedSegment.read(systems[system][number], [reference[number]])
        blocks = Blocks.of(segment)
        if blocks.words - blocks.matched_bigrams >= FEWEST_BLOCKS:
            found.append(segment)
        if len(found) == count:
            break
    return found


def search(segments: Sequence[AuditedSegment], spec: str, kinds: Sequence[str] = TWIN_KINDS) -> list[Case]:
    return [Case(segment, find_worst_twin(segment, spec, seconds=SECONDS, kinds=kinds)) for segment in segments]


def report(what: str, cases: Sequence[Case], with_bounds: bool = True) -> None:
    times = [case.twin.seconds for case in cases]
    ratios = [1 - case.twin.drop for case in cases if case.twin.before]
    shares = [mean(case.is_lowered for case in cases)]
    if with_bounds:
        shares += [mean(case.is_forbidden for case in cases), mean(case.would_keep_bigrams for case in cases)]
    numbers = "".join(f"{share:11.1%}" for share in shares).ljust(33)
    print(f"  {what:34}{len(cases):5}{numbers}{mean(ratios):10.3f}{median(times):10.3f}{max(times):9.3f}")


def score_segments(spec: str, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    metric = parse(spec).for_segments()
    flat = metric.prepare_references([reference for its in references for reference in its])
    rows = metric.tally(Batch(metric.prepare(hypotheses), flat, np.arange(len(hypotheses) + 1)))
    scores: list[float] = metric.score(rows).tolist()
    return scores


def compare(what: str, cases: Sequence[Case], score: Callable[[list[str], list[list[str]]], Sequence[float]]) -> None:
    """Prints what another metric makes of twins that were not made for it."""
    references = [[" ".join(case.segment.references[0])] for case in cases]
    before = score([" ".join(case.segment.hypothesis) for case in cases], references)
    after = score([case.twin.text for case in cases], references)
    left = [later / earlier if earlier else 1.0 for earlier, later in zip(before, after, strict=True)]
    lowered = mean(ratio <= 1 - FIFTH for ratio in left)
    print(f"  {what:34}{len(cases):5}{f'{lowered:11.1%}'.ljust(33)}{mean(left):10.3f}")


def main() -> None:
    if not (pairs.DATA / "wmt17-toen").is_dir():
        sys.exit(f"the study needs {pairs.DATA / 'wmt17-toen'}")
    heads = "".join(f"{head:>11}" for head in ("a fifth", "forbidden", "bigrams"))
    print(f"\nthe worst twin by METEOR\n  {'':34}{'':5}{heads}{'left':>10}{'median s':>10}{'worst s':>9}")
    everything: list[AuditedSegment] = []
    cases: list[Case] = []
    for seed, (name, pair) in enumerate(SETS):
        segments = sample(pairs.DATA / name / pair, EACH, seed)
        found = search(segments, SPECS[0])
        report(f"{name} {pair}", found)
        everything += segments
        cases += found
    report("all", cases)
    for kinds in (("orders",), ("substitutions",), ("orders", "substitutions")):
        report(f"only {' and '.join(kinds)}", search(everything, SPECS[0], kinds))
    print("\nthe same twins as others see them")
    for spec in SPECS[1:3]:
        compare(spec, cases, partial(score_segments, spec))
    if reason := nltk_meteor.why_not():
        print(reason)
    else:
        compare("NLTK's METEOR", cases, nltk_meteor.score_segments)
    print("\nthe worst twins by other metrics")
    for spec in SPECS[1:]:
        report(spec, search(everything, spec), with_bounds=False)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


if __name__ == "__main__":
    main()
