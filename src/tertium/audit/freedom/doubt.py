"""How reliable a difference of BLEU between two systems is, given the freedom that BLEU leaves to both.

Three measures:

- *Decisive segments* (``rests_on``): without them, the worse system would score at least as high. The smallest such set
  is hard to find. This one is found by repeatedly removing the segments that matter most, so a smaller one may exist.
  Rescoring has verified that it reverses the difference.
- *Free segments* (``free``): those whose blocks have more than a million orders with at least the same score in both
  systems, and the share of words in them (``free_words``).
- *Shuffled scores*: the BLEU of each output with its blocks in random order. No match is lost, so the score can only
  rise. If the worse system overtakes the better one in part of the draws, BLEU gives a difference of this size to
  shuffled words as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log10

import numpy as np

from tertium.audit.freedom.blocks import Blocks
from tertium.audit.freedom.corpus_freedom import SystemFreedom, measure_freedom
from tertium.audit.segment import AuditedSegment, parse_bleu
from tertium.errors import InputError, SpecError
from tertium.json_result import JsonResult
from tertium.metrics.bleu import Bleu
from tertium.metrics.metric import Batch
from tertium.registry import unknown
from tertium.stats.resampling import SEED
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array, Matrix, References, TestSet

MANY = 1_000_000


@dataclass(frozen=True, kw_only=True)
class ShuffledSystem(JsonResult):
    """The BLEU of a system, and of its output with blocks in random order.

    Attributes:
        system: The system's name.
        score: Its BLEU.
        low: The lowest BLEU of the draws.
        high: The highest BLEU of the draws.
        mean: The mean BLEU of the draws.
        free_words: The share of its words in segments with more than ``many`` orders.
    """

    system: str
    score: float
    low: float
    high: float
    mean: float
    free_words: float


@dataclass(frozen=True, kw_only=True)
class Doubt(JsonResult):
    """How reliable a difference between two systems is.

    Attributes:
        spec: The spec of BLEU.
        better: The system with the higher score.
        worse: The other system.
        count: The number of segments.
        differing: The number of segments where the counts of both differ.
        rests_on: The decisive segments, from 1: without them, the worse system would score at least as high.
        many: The number of orders above which a segment is free.
        free: The number of segments that are free in both systems.
        overtakes: The share of draws in which the worse system, its blocks in random order, scores higher than the
            better one as it is.
        samples: The number of draws.
        seed: The seed of the draws.
    """

    json_fields = "spec better worse count differing rests_on many free overtakes samples seed difference"

    spec: str
    better: ShuffledSystem
    worse: ShuffledSystem
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
        """The better score minus the worse one."""
        return self.better.score - self.worse.score

    def __str__(self) -> str:
        better, worse = self.better, self.worse
        return (
            f"the difference of {self.difference:.2f} BLEU between {better.system} and {worse.system} rests on "
            f"{len(self.rests_on):,} of {self.count:,} segments; {worse.system} scores {worse.score:.2f}, and with "
            f"shuffled blocks {worse.low:.2f} to {worse.high:.2f}"
        )


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
    """Measure how reliable the difference between two systems is.

    Args:
        test_set: The systems and their references.
        system: One of the two.
        baseline: The other.
        spec: BLEU, with any settings.
        many: The number of orders above which a segment is free.
        samples: How often the whole corpus is shuffled.
        seed: The seed of the draws.
        threads: The number of threads; by default ``TERTIUM_THREADS`` or all cores.

    Raises:
        SpecError: There is no such system, the spec does not describe BLEU, or a number is out of range.
        InputError: There is no segment, or one has no reference.
    """
    for name in (system, baseline):
        if name not in test_set.systems:
            raise unknown("system", name, test_set.systems)
    require_whole(samples, "the number of samples")
    require_whole(many, "the number of orders")
    if samples < 1 or many < 1 or system == baseline:
        raise SpecError("two systems and at least one sample are needed", remedy="Give two names, and numbers above 0")
    threads = resolve_threads(threads)
    metric = parse_bleu(spec, test_set.language)
    both = {name: test_set.systems[name] for name in (system, baseline)}
    freedom = measure_freedom(TestSet(systems=both, references=test_set.references), spec, threads=threads)
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
        better=_summarise_draws(better, draws[better.system], is_free[better.system]),
        worse=_summarise_draws(worse, draws[worse.system], is_free[worse.system]),
        count=len(test_set),
        differing=int((better.tallies != worse.tallies).any(axis=1).sum()),
        rests_on=[number + 1 for number in find_pivots(metric, better.tallies, worse.tallies)],
        many=many,
        free=int((is_free[system] & is_free[baseline]).sum()),
        overtakes=float((draws[worse.system] > better.score).mean()),
        samples=samples,
        seed=seed,
    )


def _summarise_draws(one: SystemFreedom, draws: Array, is_free: np.ndarray) -> ShuffledSystem:
    share = float(one.words[is_free].sum() / max(1, one.words.sum()))
    return ShuffledSystem(
        system=one.system,
        score=one.score,
        low=float(draws.min()),
        high=float(draws.max()),
        mean=float(draws.mean()),
        free_words=share,
    )


def find_pivots(metric: Bleu, better: Matrix, worse: Matrix) -> list[int]:
    """Return segments, from 0, without which the worse system scores at least as high; maybe not the smallest set.

    Each round ranks the segments by the difference without each of them. It takes from the top as many as reverse the
    difference, keeps the first half of these, and continues with the rest, until a single one is enough.

    Raises:
        InputError: The tallies are not of the same segments.
    """
    if better.shape != worse.shape:
        raise InputError("the two systems have different segments", remedy="Compare outputs for the same test set")
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
    """Return the BLEU of a whole output with the blocks of each segment in random order, once per sample."""
    # The shuffled words are tokens already, in the right case.
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
        # One call draws for the whole corpus: sorting by random numbers is shuffling.
        keys = iter(random.random(sum(map(len, blocks))).tolist())
        shuffled = [" ".join(sorted(each, key=lambda _: next(keys))) for each in blocks]
        rows = plain.tally(Batch(plain.prepare(shuffled, threads), prepared, references.offsets), threads)
        found.append(float(plain.score(rows.sum(axis=0))))
    return np.array(found)
