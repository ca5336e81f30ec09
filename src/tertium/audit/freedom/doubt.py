"""How sure a difference of BLEU between two systems can be, given the freedom that BLEU leaves to both.

Three questions, each with a plain answer:

- *On how many segments does the difference rest?* ``rests_on`` segments are enough: without them the other system would
  be as good or better. The fewest are hard to find; these are found by taking away what helps most, and looking again.
  So there may be fewer, but never a set that does not turn the difference round: that is checked by rescoring.
- *How free are the outputs?* Segments, and the share of words in them, whose blocks may stand in more than a million
  orders for the same score in both systems: what BLEU says there it would say of a million other texts.
- *What would nonsense score?* Each output with its blocks in random order. Nothing that matched is lost, so the score
  can only rise. If the worse system overtakes the better one by that in part of the draws, a difference of this size is
  one that BLEU gives to shuffled words too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log10
from typing import Any

import numpy as np

from tertium.audit.freedom.blocks import Blocks
from tertium.audit.freedom.corpus_freedom import SystemFreedom, measure_freedom, parse_bleu
from tertium.audit.segment import AuditedSegment
from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.registry import unknown
from tertium.stats.resampling import SEED
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array, Matrix, References, TestSet

MANY = 1_000_000


@dataclass(frozen=True)
class Span:
    """What a system's output would score with its blocks in random order.

    Attributes:
        system: The system's name.
        score: Its BLEU.
        low: The lowest BLEU of the draws.
        high: The highest.
        mean: Their mean.
        free_words: The share of its words that stand in segments with more than ``many`` orders.
    """

    system: str
    score: float
    low: float
    high: float
    mean: float
    free_words: float

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return dict(vars(self))


@dataclass(frozen=True)
class Doubt:
    """How sure a difference between two systems can be.

    Attributes:
        spec: BLEU as it was asked for.
        better: The system with the higher score.
        worse: The other.
        count: How many segments there are.
        differing: On how many of them the counts of both differ.
        rests_on: The segments, from 1, without which the worse would be at least as good; see above.
        many: What many orders are.
        free: On how many segments both systems have more orders than that.
        overtakes: The share of draws in which the worse system, its blocks in random order, scores higher than the
            better one as it is.
        samples: How many draws there were.
        seed: The seed they were drawn with.
    """

    spec: str
    better: Span
    worse: Span
    count: int
    differing: int
    rests_on: Sequence[int]
    many: int
    free: int
    overtakes: float
    samples: int
    seed: int

    @property
    def difference(self) -> float:
        """The better score less the worse one."""
        return self.better.score - self.worse.score

    def __str__(self) -> str:
        better, worse = self.better, self.worse
        return (
            f"a difference of {self.difference:.2f} BLEU between {better.system} and {worse.system} rests on "
            f"{len(self.rests_on):,} of {self.count:,} segments; {worse.system} shuffled at its sites would score "
            f"{worse.low:.2f} to {worse.high:.2f} instead of {worse.score:.2f}"
        )

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {
            **vars(self),
            "better": self.better.to_dict(),
            "worse": self.worse.to_dict(),
            "difference": self.difference,
            "rests_on": list(self.rests_on),
        }


def measure_doubt(
    test_set: TestSet,
    system: str,
    baseline: str,
    spec: str = "bleu",
    *,
    many: int = MANY,
    samples: int = 20,
    seed: int = SEED,
    threads: int | None = None,
) -> Doubt:
    """Asks how sure the difference between two systems can be.

    Args:
        test_set: The systems and their references.
        system: One of the two.
        baseline: The other.
        spec: BLEU, with any settings.
        many: How many orders of blocks are many.
        samples: How often the whole corpus is put in random order.
        seed: The same seed draws the same orders.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.

    Raises:
        SpecError: There is no such system, the spec is not one of BLEU, or a number makes no sense.
        InputError: There is no segment, or one has no reference.
    """
    for name in (system, baseline):
        if name not in test_set.systems:
            raise unknown("system", name, test_set.systems)
    require_whole(samples, "the number of samples")
    require_whole(many, "the number of orders")
    if samples < 1 or many < 1 or system == baseline:
        raise SpecError("two systems and a sample at least are needed", remedy="Give two names, and numbers above 0")
    threads = resolve_threads(threads)
    metric = parse_bleu(spec)
    both = {name: test_set.systems[name] for name in (system, baseline)}
    freedom = measure_freedom(TestSet(both, test_set.references), spec, threads=threads)
    better, worse = sorted(freedom.systems.values(), key=lambda one: -one.score)
    draws = {
        one.system: score_shuffled(
            both[one.system], test_set.references, metric, samples=samples, seed=seed, threads=threads
        )
        for one in (better, worse)
    }
    is_free = {one.system: one.log10_orders > log10(many) for one in (better, worse)}
    return Doubt(
        spec=spec,
        better=_span(better, draws[better.system], is_free[better.system]),
        worse=_span(worse, draws[worse.system], is_free[worse.system]),
        count=len(test_set),
        differing=int((better.tallies != worse.tallies).any(axis=1).sum()),
        rests_on=[number + 1 for number in find_pivots(metric, better.tallies, worse.tallies)],
        many=many,
        free=int((is_free[system] & is_free[baseline]).sum()),
        overtakes=float((draws[worse.system] > better.score).mean()),
        samples=samples,
        seed=seed,
    )


def _span(one: SystemFreedom, draws: Array, is_free: np.ndarray) -> Span:
    share = float(one.words[is_free].sum() / max(1, one.words.sum()))
    return Span(one.system, one.score, float(draws.min()), float(draws.max()), float(draws.mean()), share)


def find_pivots(metric: Bleu, better: Matrix, worse: Matrix) -> list[int]:
    """Segments, from 0, without which the worse system scores at least as high; few, though maybe not the fewest.

    Each round ranks the segments by what the difference would be without each, takes from the top as many as turn it
    round, keeps the first half of them, and looks again at what is left, until a single one is enough.

    Raises:
        InputError: The tallies are not of the same segments.
    """
    if better.shape != worse.shape:
        raise InputError("the two systems have not the same segments", remedy="Compare outputs of one test set")
    left = np.arange(len(better))
    chosen: list[int] = []
    while len(left):
        ours, theirs = better[left], worse[left]
        if metric.score(ours.sum(axis=0)) <= metric.score(theirs.sum(axis=0)):
            return chosen
        without = metric.score(ours.sum(axis=0) - ours) - metric.score(theirs.sum(axis=0) - theirs)
        ranked = np.argsort(without, kind="stable")
        sums = [rows.sum(axis=0) - rows[ranked].cumsum(axis=0) for rows in (ours, theirs)]
        # Without any segment both score 0, so there is always an end.
        needed = int(np.argmax(metric.score(sums[0]) <= metric.score(sums[1]))) + 1
        taken = ranked[: (needed + 1) // 2]
        chosen += left[taken].tolist()
        left = np.delete(left, taken)
    return chosen


def score_shuffled(
    texts: Sequence[str], references: References, metric: Bleu, *, samples: int, seed: int = SEED, threads: int = 1
) -> Array:
    """The BLEU of a whole output with the blocks of each segment in random order, once a sample."""
    # What is shuffled are tokens already, in the case that counts.
    plain = replace(metric, tokenize="none", lowercase=False)
    known = metric.prepare_references(references.flat, threads).to_lists()
    prepared = plain.prepare([" ".join(words) for words in known], threads)
    ends = pairwise(references.offsets.tolist())
    hypotheses = metric.prepare(texts, threads).to_lists()
    segments = [
        AuditedSegment(tuple(words), tuple(map(tuple, known[start:end])), plain)
        for words, (start, end) in zip(hypotheses, ends, strict=True)
    ]
    blocks = [[" ".join(block) for block in Blocks.of(segment).blocks] for segment in segments]
    random = np.random.default_rng(seed)
    found = []
    for _ in range(samples):
        # One call draws for the whole corpus: to sort by random numbers is to shuffle.
        keys = iter(random.random(sum(map(len, blocks))).tolist())
        shuffled = [" ".join(sorted(each, key=lambda _: next(keys))) for each in blocks]
        rows = plain.tally(plain.prepare(shuffled, threads), prepared, references.offsets, threads)
        found.append(float(plain.score(rows.sum(axis=0))))
    return np.array(found)
