"""Pairs of outputs that BLEU takes for equals and others do not (Callison-Burch, Osborne and Koehn 2006, table 4).

Two systems' outputs for the same source, with nearly the same BLEU or nearly the same numbers of matches, and with very
different scores by another metric, or by people. Those that differ most come first, and each segment comes once: else
one odd output would fill the list, paired with all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from tertium.audit.freedom.corpus_freedom import parse_bleu
from tertium.errors import InputError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tertium.metrics.tallying import collect, fit
from tertium.progress import Progress
from tertium.registry import unknown
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array, Counts, Matrix, TestSet


@dataclass(frozen=True)
class Output:
    """One of a pair.

    Attributes:
        system: Whose output it is.
        text: The output.
        score: Its BLEU.
        matches: How many n-grams match, by order.
        ngrams: How many n-grams it has, by order.
        other: Its score by the other metric, or by people.
    """

    system: str
    text: str
    score: float
    matches: Sequence[int]
    ngrams: Sequence[int]
    other: float

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {**vars(self), "matches": list(self.matches), "ngrams": list(self.ngrams)}


@dataclass(frozen=True)
class Contrast:
    """Two outputs of a segment that BLEU takes for equals.

    Attributes:
        segment: Which segment, from 1.
        source: Its source, if known.
        references: Its references.
        better: The output that the other metric, or people, prefer.
        worse: The other.
        contrast: By how much, without a sign.
    """

    segment: int
    source: str | None
    references: Sequence[str]
    better: Output
    worse: Output
    contrast: float

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {
            **vars(self),
            "references": list(self.references),
            "better": self.better.to_dict(),
            "worse": self.worse.to_dict(),
        }


@dataclass(frozen=True)
class Contrasts:
    """The pairs of a test set, the greatest contrast first.

    Attributes:
        spec: BLEU as it was asked for.
        by: The other metric as it was asked for; ``human`` for people.
        within: Whether scores or counts are nearly the same.
        tolerance: How far they may be apart.
        pairs: The pairs.
        segments: How many segments have such a pair at all.
    """

    spec: str
    by: str
    within: str
    tolerance: float
    pairs: Sequence[Contrast]
    segments: int

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {**vars(self), "pairs": [pair.to_dict() for pair in self.pairs]}


@dataclass(frozen=True)
class _Scored:
    """All outputs, systems x segments: BLEU's counts and scores, and the scores of others."""

    test_set: TestSet
    order: int
    rows: Matrix
    scores: Matrix
    others: Matrix

    def make_output(self, system: int, segment: int) -> Output:
        row = self.rows[system, segment, 2:].astype(int).tolist()
        name = list(self.test_set.systems)[system]
        text = self.test_set.systems[name][segment]
        score, other = float(self.scores[system, segment]), float(self.others[system, segment])
        return Output(name, text, score, row[: self.order], row[self.order :], other)

    def make_contrast(self, segment: int, better: int, worse: int) -> Contrast:
        outputs = self.make_output(better, segment), self.make_output(worse, segment)
        sources = self.test_set.sources
        return Contrast(
            segment=segment + 1,
            source=None if sources is None else sources[segment],
            references=self.test_set.references.of(segment),
            better=outputs[0],
            worse=outputs[1],
            contrast=abs(outputs[0].other - outputs[1].other),
        )


def find_contrasts(
    test_set: TestSet,
    spec: str = "bleu",
    by: str | Matrix = "meteor",
    *,
    within: Literal["score", "counts"] = "score",
    tolerance: float = 1.0,
    least: int = 5,
    count: int = 20,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Contrasts:
    """Finds outputs that BLEU takes for equals and others do not.

    Args:
        test_set: Two systems or more, and their references.
        spec: BLEU, with any settings.
        by: Another metric; or scores of people, systems x segments, higher being better, not a number where unknown.
        within: Whether ``tolerance`` is of BLEU's score, from 0 to 100, or of the length and the matches of each order.
        tolerance: How far both may be apart.
        least: How many matching words each has at least: of outputs with nothing in common BLEU claims nothing.
        count: How many pairs to give at most.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Raises:
        SpecError: A metric does not exist, the first is not BLEU, or a number makes no sense.
        InputError: There are fewer than two systems, or people's scores are not as many as outputs.
    """
    require_whole(count, "the number of pairs")
    if within not in ("score", "counts"):
        raise unknown("way to be near", within, ("score", "counts"))
    if not tolerance >= 0 or count < 1:
        raise SpecError("no pair is as near as that", remedy="Give a tolerance of 0 or more, and a pair at least")
    if len(test_set.systems) < 2:
        raise InputError("there is only one system", remedy="Give two or more")
    metric = parse_bleu(spec)
    scored, sign = _score(test_set, metric, by, resolve_threads(threads), progress)
    columns = [0, *range(2, 2 + metric.order)]
    near = scored.scores[..., None] if within == "score" else scored.rows[..., columns]
    counted = (scored.rows[..., 2] >= least) & ~np.isnan(scored.others)
    contrast, better, worse = _find_best(near, np.where(counted, scored.others * sign, np.nan), tolerance)
    found = np.flatnonzero(contrast > 0)
    ranked = found[np.argsort(-contrast[found], kind="stable")][:count].tolist()
    pairs = [scored.make_contrast(segment, int(better[segment]), int(worse[segment])) for segment in ranked]
    return Contrasts(spec, by if isinstance(by, str) else "human", within, tolerance, pairs, len(found))


def _score(
    test_set: TestSet, bleu: Bleu, by: str | Matrix, threads: int, progress: Progress | None
) -> tuple[_Scored, int]:
    """Scores all outputs; the sign is negative if a lower score is better."""
    metrics: dict[str, Metric] = {"bleu": bleu}
    if isinstance(by, str):
        metrics["other"] = parse(by)
    metrics = fit(metrics, test_set.references, threads)
    batches = test_set.batches(min(metric.batch for metric in metrics.values()))
    found = collect(batches, metrics, keep_rows=True, threads=threads, progress=progress)

    def stack(name: str) -> Matrix:
        return np.stack([np.concatenate(found.tallies[system][name].rows) for system in test_set.systems])

    rows = stack("bleu")
    scores = bleu.for_segments().score(rows)
    if isinstance(by, str):
        other = metrics["other"]
        others = other.for_segments().score(stack("other"))
        return _Scored(test_set, bleu.order, rows, scores, others), 1 if other.higher_is_better else -1
    others = np.asarray(by, dtype=float)
    if others.shape != scores.shape:
        ours, theirs = (" x ".join(map(str, shape)) for shape in (scores.shape, others.shape))
        raise InputError(
            f"people's scores are {theirs}, and outputs {ours}",
            remedy="Give one row a system and one column a segment, not a number where nobody judged",
        )
    return _Scored(test_set, bleu.order, rows, scores, others), 1


def _find_best(near: Matrix, others: Matrix, tolerance: float) -> tuple[Array, Counts, Counts]:
    """For each segment the pair that differs most among those that are near: by how much, the better, the worse."""
    systems, segments = others.shape
    contrast = np.zeros(segments)
    better, worse = np.zeros(segments, dtype=np.int64), np.zeros(segments, dtype=np.int64)
    for one, other in combinations(range(systems), 2):
        apart = others[one] - others[other]
        is_near = (np.abs(near[one] - near[other]) <= tolerance).all(axis=-1)
        # What is not a number is not greater.
        is_best = is_near & (np.abs(apart) > contrast)
        contrast[is_best] = np.abs(apart[is_best])
        better[is_best] = np.where(apart[is_best] > 0, one, other)
        worse[is_best] = np.where(apart[is_best] > 0, other, one)
    return contrast, better, worse
