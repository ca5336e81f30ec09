"""The worst twin: of all variants with the BLEU counts of a hypothesis, one with the lowest score by another metric.

Twins are other orders of the blocks, other words in place of unmatched ones, and other n-grams of the references in the
same numbers. A search by simulated annealing covers all three at once. The result has been verified by rescoring.

For METEOR there is a lower bound for all twins. With one reference, all of the m words that BLEU matches are exact
matches, and Fmean is ``m / (alpha r + (1 - alpha) h)`` for lengths r and h; the penalty is at most gamma. More matches
only raise the score, so it is at least ``(1 - gamma) m / (alpha r + (1 - alpha) h)``. With n references, one of them
has at least m / n of the words. The number of matches minus matched bigrams does not bound the number of chunks: where
words are repeated, the alignment with the fewest crossings may separate bigrams.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.pieces import Mover
from tertium.audit.twins.scorer import MetricScorer, Scorer, score_variants
from tertium.audit.twins.search import Budget, anneal
from tertium.audit.twins.substitutions import FreeWord, find_free_words, invent_word
from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.metrics.meteor import Meteor
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tertium.registry import unknown
from tertium.types import Array

TWIN_KINDS = ("orders", "substitutions", "draws")

# Replacements for unmatched words. The paper's come first.
_FILLERS = ("black", "helicopters", "umbrella", "giraffe", "jazz", "volcano", "kiwi", "oboe", "zinc", "fjord")
_FEWEST_FILLERS = 4

# The energy is the score as a share of the hypothesis', plus a penalty for each match too many or too few.
_PENALTY = 0.04
_FARTHEST = 3
_TEMPERATURE = 0.003

# Smaller differences of scores are rounding errors.
_ROUNDING = 1e-9


@dataclass(frozen=True, kw_only=True)
class WorstTwin(JsonResult):
    """A variant with the same BLEU counts and a worse score by another metric.

    Attributes:
        words: Its words; those of the hypothesis if nothing worse was found.
        metric: The spec of the other metric; ``scorer`` for a function.
        before: The score of the hypothesis by the other metric.
        after: The score of the twin by the other metric.
        higher_is_better: Whether higher scores of the other metric are better.
        bleu: The BLEU of both.
        kinds: The kinds of twins that were searched.
        evaluations: The number of variants rated.
        twins: The number of twins among them.
        seconds: The time of the search.
        bound: The lower bound for all twins, where it is known.
        seed: The seed of the search.
    """

    json_fields = "words metric before after higher_is_better bleu kinds evaluations twins seconds bound seed text drop"

    words: Words
    metric: str
    before: float
    after: float
    higher_is_better: bool
    bleu: float
    kinds: tuple[str, ...]
    evaluations: int
    twins: int
    seconds: float
    bound: float | None
    seed: int

    @property
    def text(self) -> str:
        """The twin as a text."""
        return " ".join(self.words)

    @property
    def drop(self) -> float:
        """The loss of the twin as a share of the hypothesis' score; 0 if that score is 0."""
        worse = self.before - self.after if self.higher_is_better else self.after - self.before
        return worse / abs(self.before) if self.before else 0.0


def find_worst_twin(
    segment: AuditedSegment,
    metric: str | Metric | Scorer,
    *,
    evaluations: int = 6000,
    seconds: float | None = None,
    seed: int = 0,
    kinds: Sequence[str] = TWIN_KINDS,
    fillers: Sequence[str] = (),
) -> WorstTwin:
    """Search for the twin of a hypothesis with the worst score by another metric.

    Args:
        segment: The segment.
        metric: The spec of a metric, or a function that scores a list of texts, with lower scores for worse texts.
        evaluations: The maximum number of variants to rate, rounded up to whole batches.
        seconds: The maximum time; None for no limit. Without a limit, the same seed gives the same result.
        seed: The seed of the search.
        kinds: The kinds of twins: ``orders`` of blocks, ``substitutions`` of unmatched words, ``draws`` of other
            n-grams from the references.
        fillers: Replacements for unmatched words; those that a reference has are left out.

    Raises:
        SpecError: If there is no such metric, or no such kind.
        InputError: If the budget is not positive, or the scorer does not return one number per text.
    """
    budget = Budget(evaluations, seconds)
    for kind in kinds:
        if kind not in TWIN_KINDS:
            raise unknown("kind of twin", kind, TWIN_KINDS)
    if not kinds:
        raise SpecError("no kind of twin is given", remedy=f"Use one or more of: {', '.join(TWIN_KINDS)}")
    began = time.perf_counter()
    known = parse(metric) if isinstance(metric, str) else metric if isinstance(metric, Metric) else None
    scorer: Scorer = MetricScorer(segment, known) if known is not None else metric  # type: ignore[assignment]
    evaluator = _TwinEvaluator(
        segment, scorer, bound=bound_meteor(segment, known) if isinstance(known, Meteor) else None
    )
    usable = _choose_fillers(evaluator, fillers)
    used = _search(evaluator, usable, tuple(kinds), budget, Random(seed))  # noqa: S311 - no secret
    is_higher_better = known is None or known.higher_is_better
    sign = 1 if is_higher_better else -1
    return WorstTwin(
        words=evaluator.best,
        metric=known.settings() if known is not None else "scorer",
        before=sign * evaluator.before,
        after=sign * evaluator.after,
        higher_is_better=is_higher_better,
        bleu=segment.score,
        kinds=tuple(kinds),
        evaluations=used,
        twins=evaluator.twins,
        seconds=time.perf_counter() - began,
        bound=evaluator.bound,
        seed=seed,
    )


class _TwinEvaluator:
    """Rates variants by BLEU and the other metric; remembers the worst twin."""

    def __init__(self, segment: AuditedSegment, scorer: Scorer, bound: float | None) -> None:
        self.segment, self.scorer, self.bound = segment, scorer, bound
        self.best = segment.hypothesis
        self.before = self.after = float(score_variants(scorer, [segment.hypothesis])[0])
        self.twins = 0
        self._scale = abs(self.before) or 1.0

    @property
    def is_done(self) -> bool:
        """Whether the bound is reached, or no other variant is possible."""
        if len(self.segment.hypothesis) == 0:
            return True
        return self.bound is not None and self.after <= self.bound + _ROUNDING

    def evaluate(self, variants: Sequence[Words]) -> Array:
        """Return the score as a share of the hypothesis', with a penalty for variants that are not twins."""
        rows = self.segment.tally(variants)
        distances = np.abs(rows - self.segment.row).sum(axis=1)
        energies = np.full(len(variants), np.inf)
        near = [place for place, distance in enumerate(distances) if distance <= _FARTHEST]
        if near:
            scores = score_variants(self.scorer, [variants[place] for place in near])
            energies[near] = scores / self._scale + _PENALTY * distances[near]
            for place, score in zip(near, scores, strict=True):
                if distances[place] == 0:
                    self.twins += 1
                    if score < self.after - _ROUNDING:
                        self.after, self.best = float(score), variants[place]
        return energies


def _choose_fillers(evaluator: _TwinEvaluator, given: Sequence[str]) -> Words:
    """Choose words that no reference has; of our own list, those with the lowest scores by the other metric."""
    segment = evaluator.segment
    candidates = given or _FILLERS
    usable = [filler for word in candidates if (filler := segment.make_filler(word)) is not None]
    free = find_free_words(segment)
    if not usable:
        return (invent_word(segment),)
    if given or not free:
        return tuple(usable[:_FEWEST_FILLERS] if not given else usable)
    scores = score_variants(evaluator.scorer, [_fill(segment, free, [word]) for word in usable])
    # Sorting is stable, so that words with equal scores stay in our order.
    order = np.argsort(np.round(scores, 9), kind="stable")[:_FEWEST_FILLERS]
    lowest = scores[order[0]]
    return tuple(usable[place] for place in order if scores[place] <= lowest + abs(lowest) * 0.02 + _ROUNDING)


def _fill(segment: AuditedSegment, free: Sequence[FreeWord], fillers: Sequence[str]) -> Words:
    words = list(segment.hypothesis)
    for number, place in enumerate(free):
        words[place.position] = fillers[number % len(fillers)]
    return tuple(words)


def _search(evaluator: _TwinEvaluator, fillers: Words, kinds: tuple[str, ...], budget: Budget, rng: Random) -> int:
    """Replace free words first, if that is allowed, then search; return the number of variants rated."""
    segment = evaluator.segment
    starts = [segment.hypothesis]
    if "substitutions" in kinds:
        filled = _fill(segment, find_free_words(segment), fillers)
        starts = [filled] if filled == segment.hypothesis else [filled, segment.hypothesis]
    if kinds == ("substitutions",) or evaluator.is_done:
        evaluator.evaluate(starts)
        return len(starts)
    mover = Mover(segment, fillers, orders_only="draws" not in kinds)
    return anneal(starts, mover, evaluator, budget, _TEMPERATURE, rng)


def bound_meteor(segment: AuditedSegment, metric: Meteor) -> float | None:
    """Return the lower bound of METEOR for all twins; None where matches have different weights."""
    first, *_ = metric.stages.split("+")
    has_equal_weights = not metric.weights and metric.delta == 0.5
    if metric.figure != "score" or first != "exact" or not has_equal_weights or metric.references != "best":
        return None
    texts = [" ".join(words) for words in (segment.hypothesis, *segment.references)]
    lengths = [len(words) for words in metric.prepare(texts).to_lists()]
    if lengths != [len(words) for words in (segment.hypothesis, *segment.references)]:
        return None  # METEOR splits words that are whole for BLEU, so their matches are unknown
    matches = math.ceil(float(segment.row[2]) / len(segment.references))
    words = metric.alpha * max(lengths[1:]) + (1 - metric.alpha) * lengths[0]
    return (1 - metric.gamma) * matches / words if words else 0.0
