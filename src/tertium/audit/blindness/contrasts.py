"""Contrasts: pairs of outputs with nearly the same BLEU (Callison-Burch, Osborne and Koehn 2006, table 4).

The outputs are of two systems for the same source. They have nearly the same BLEU or nearly the same numbers of
matches, and very different scores by another metric, or by human judgments. The largest differences come first. Each
segment occurs once; otherwise one unusual output would fill the list, paired with all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from tertium.audit.segment import parse_bleu
from tertium.errors import InputError, SpecError
from tertium.json_result import JsonResult
from tertium.metrics.bleu import Bleu
from tertium.metrics.language_check import adapt_metrics
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tertium.metrics.tallying import collect, fit
from tertium.progress import Progress
from tertium.registry import unknown
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array, Counts, Matrix, TestSet


@dataclass(frozen=True, kw_only=True)
class ScoredOutput(JsonResult):
    """One output of a pair.

    Attributes:
        system: The system.
        text: The output.
        score: Its BLEU.
        matches: The number of matching n-grams, by order.
        ngrams: The number of n-grams, by order.
        other: Its score by the other metric, or by human judgments.
    """

    system: str
    text: str
    score: float
    matches: Sequence[int]
    ngrams: Sequence[int]
    other: float


@dataclass(frozen=True, kw_only=True)
class Contrast(JsonResult):
    """Two outputs of a segment with nearly the same BLEU.

    Attributes:
        segment: The number of the segment, from 1.
        source: Its source, if known.
        references: Its references.
        better: The output with the better score by the other metric, or by human judgments.
        worse: The other output.
        contrast: The absolute difference of these scores.
    """

    segment: int
    source: str | None
    references: Sequence[str]
    better: ScoredOutput
    worse: ScoredOutput
    contrast: float


@dataclass(frozen=True, kw_only=True)
class Contrasts(JsonResult):
    """The pairs of a test set, the largest contrast first.

    Attributes:
        spec: The spec of BLEU.
        by: The spec of the other metric; ``human`` for human judgments.
        within: Whether scores or counts are nearly the same.
        tolerance: The maximum difference of these.
        pairs: The pairs.
        segments: The number of segments that have such a pair.
    """

    spec: str
    by: str
    within: str
    tolerance: float
    pairs: Sequence[Contrast]
    segments: int


@dataclass(frozen=True, kw_only=True)
class _Scored:
    """All outputs, systems x segments: BLEU's counts and scores, and the other scores."""

    test_set: TestSet
    order: int
    rows: Matrix
    scores: Matrix
    others: Matrix

    def make_output(self, system: int, segment: int) -> ScoredOutput:
        row = self.rows[system, segment, 2:].astype(int).tolist()
        name = list(self.test_set.systems)[system]
        text = self.test_set.systems[name][segment]
        score, other = float(self.scores[system, segment]), float(self.others[system, segment])
        matches, ngrams = row[: self.order], row[self.order :]
        return ScoredOutput(system=name, text=text, score=score, matches=matches, ngrams=ngrams, other=other)

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
    """Find pairs of outputs with nearly the same BLEU and very different scores by another metric or by people.

    Args:
        test_set: Two systems or more, and their references.
        spec: BLEU, with any settings.
        by: Another metric; or human scores, systems x segments, with higher scores for better outputs and NaN for
            missing ones.
        within: Whether ``tolerance`` applies to BLEU, from 0 to 100, or to the length and the matches of each order.
        tolerance: The maximum difference.
        least: The minimum number of matching words of each output, since BLEU is 0 without matches.
        count: The maximum number of pairs.
        threads: The number of threads; by default ``TERTIUM_THREADS`` or all cores.
        progress: Called after each batch with its number of segments.

    Raises:
        SpecError: A metric does not exist, the first is not BLEU, or a number is out of range.
        InputError: There are fewer than two systems, or the human scores do not fit the outputs.
    """
    require_whole(count, "the number of pairs")
    if within not in ("score", "counts"):
        raise unknown("choice for within", within, ("score", "counts"))
    if not tolerance >= 0 or count < 1:
        raise SpecError(
            f"tolerance={tolerance:g} or count={count} is out of range",
            remedy="Give a tolerance of 0 or more, and 1 pair or more",
        )
    if len(test_set.systems) < 2:
        raise InputError("there is only one system", remedy="Give two or more")
    metric = parse_bleu(spec, test_set.language)
    scored, sign = _score(test_set, metric, by, resolve_threads(threads), progress)
    columns = [0, *range(2, 2 + metric.order)]
    near = scored.scores[..., None] if within == "score" else scored.rows[..., columns]
    counted = (scored.rows[..., 2] >= least) & ~np.isnan(scored.others)
    contrast, better, worse = _find_best(near, np.where(counted, scored.others * sign, np.nan), tolerance)
    found = np.flatnonzero(contrast > 0)
    ranked = found[np.argsort(-contrast[found], kind="stable")][:count].tolist()
    pairs = [scored.make_contrast(segment, int(better[segment]), int(worse[segment])) for segment in ranked]
    return Contrasts(
        spec=spec,
        by=by if isinstance(by, str) else "human",
        within=within,
        tolerance=tolerance,
        pairs=pairs,
        segments=len(found),
    )


def _score(
    test_set: TestSet, bleu: Bleu, by: str | Matrix, threads: int, progress: Progress | None
) -> tuple[_Scored, int]:
    """Score all outputs; the sign is negative if a lower score is better."""
    metrics: dict[str, Metric] = {"bleu": bleu}
    if isinstance(by, str):
        (metrics["other"],) = adapt_metrics({by: parse(by)}, test_set.language).values()
    metrics = fit(metrics, test_set.references, threads)
    batches = test_set.batches(min(metric.batch_size for metric in metrics.values()))
    found = collect(batches, metrics, keep_rows=True, threads=threads, progress=progress)

    def stack(name: str) -> Matrix:
        return np.stack([np.concatenate(found.tallies[system][name].rows) for system in test_set.systems])

    rows = stack("bleu")
    scores = bleu.for_segments().score(rows)
    if isinstance(by, str):
        other = metrics["other"]
        others = other.for_segments().score(stack("other"))
        sign = 1 if other.higher_is_better else -1
        return _Scored(test_set=test_set, order=bleu.order, rows=rows, scores=scores, others=others), sign
    others = np.asarray(by, dtype=float)
    if others.shape != scores.shape:
        ours, theirs = (" x ".join(map(str, shape)) for shape in (scores.shape, others.shape))
        raise InputError(
            f"the human scores have the shape {theirs}, and the outputs {ours}",
            remedy="Give one row per system and one column per segment, with NaN where there is no judgment",
        )
    return _Scored(test_set=test_set, order=bleu.order, rows=rows, scores=scores, others=others), 1


def _find_best(near: Matrix, others: Matrix, tolerance: float) -> tuple[Array, Counts, Counts]:
    """Return for each segment the pair that differs most among those that are near: difference, better, worse."""
    systems, segments = others.shape
    contrast = np.zeros(segments)
    better, worse = np.zeros(segments, dtype=np.int64), np.zeros(segments, dtype=np.int64)
    for one, other in combinations(range(systems), 2):
        apart = others[one] - others[other]
        is_near = (np.abs(near[one] - near[other]) <= tolerance).all(axis=-1)
        # A comparison with NaN is false.
        is_best = is_near & (np.abs(apart) > contrast)
        contrast[is_best] = np.abs(apart[is_best])
        better[is_best] = np.where(apart[is_best] > 0, one, other)
        worse[is_best] = np.where(apart[is_best] > 0, other, one)
    return contrast, better, worse
