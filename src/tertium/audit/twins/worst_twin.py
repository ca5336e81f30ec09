"""The worst twin: of all variants that BLEU cannot tell from a hypothesis, one that another metric likes least.

Twins are other orders of the blocks, other words where BLEU does not look, and other n-grams of the references in the
same numbers. A search by simulated annealing goes through all three at once; whatever comes back has been verified
by rescoring.

For METEOR there is a bound that no twin goes below. With one reference, all of the m words that BLEU matches match as
they are, and Fmean is ``m / (alpha r + (1 - alpha) h)`` for lengths r and h; the penalty is at most gamma. More matches
only raise the score, so it is at least ``(1 - gamma) m / (alpha r + (1 - alpha) h)``. With n references, one of them
has at least m / n of the words. Matches less matched bigrams are not the most chunks: where words come twice, the
alignment with the fewest crossings is not the one that keeps bigrams together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.pieces import Mover
from tertium.audit.twins.scorer import MetricScorer, Scorer, score_variants
from tertium.audit.twins.search import Budget, anneal
from tertium.audit.twins.substitutions import FreeWord, find_free_words, invent_word
from tertium.errors import InputError, SpecError
from tertium.metrics.meteor import Meteor
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tertium.registry import unknown
from tertium.types import Array

KINDS = ("orders", "substitutions", "draws")

# Words to put where BLEU does not look. The paper's come first.
_FILLERS = ("black", "helicopters", "umbrella", "giraffe", "jazz", "volcano", "kiwi", "oboe", "zinc", "fjord")
_FEWEST_FILLERS = 4

# The energy is the score as a share of the hypothesis', and so much more for each match too many or too few.
_PENALTY = 0.04
_FARTHEST = 3
_TEMPERATURE = 0.003

# Scores that differ by less are the same but for rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class WorstTwin:
    """A variant with the same BLEU counts that another metric likes less.

    Attributes:
        words: Its words; those of the hypothesis if nothing worse was found.
        metric: The spec of the other metric; ``scorer`` for one that is not ours.
        before: What the other metric gives the hypothesis.
        after: What it gives the twin.
        higher_is_better: Whether a higher score of the other metric is a better one.
        bleu: What BLEU gives both.
        kinds: The kinds of twins that were searched.
        evaluations: How many variants were looked at.
        twins: How many of them were twins.
        seconds: How long it took.
        bound: What no twin goes below, where that is known.
        seed: The seed of the search.
    """

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
        """By which share of its score the twin is worse; 0 if the hypothesis has no score to lose."""
        worse = self.before - self.after if self.higher_is_better else self.after - self.before
        return worse / abs(self.before) if self.before else 0.0

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {**asdict(self), "words": list(self.words), "text": self.text, "drop": self.drop}


def find_worst_twin(
    segment: AuditedSegment,
    metric: str | Metric | Scorer,
    *,
    evaluations: int = 6000,
    seconds: float | None = None,
    seed: int = 0,
    kinds: Sequence[str] = KINDS,
    fillers: Sequence[str] = (),
) -> WorstTwin:
    """Searches for the twin of a hypothesis that another metric likes least.

    Args:
        segment: The segment.
        metric: The spec of a metric, or a function that scores a list of texts, lower for worse ones.
        evaluations: How many variants to look at, rounded up to whole batches; the result is then the same for the
            same seed.
        seconds: How long to search at most; None for as long as the evaluations take.
        seed: What to search with.
        kinds: Which twins to look at: ``orders`` of blocks, ``substitutions`` of words that BLEU does not look at,
            ``draws`` of other n-grams from the references.
        fillers: Words to put where BLEU does not look; those that a reference has are left out.

    Raises:
        SpecError: If there is no such metric, or no such kind.
        InputError: If the budget is not positive, or the scorer does not give one number a text.
    """
    if evaluations < 1 or (seconds is not None and not seconds > 0):
        raise InputError("there is no budget to search with", remedy="Give one or more evaluations, and time above 0")
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind of twin", kind, KINDS)
    if not kinds:
        raise SpecError("no kind of twin is given", remedy=f"Those there are: {', '.join(KINDS)}")
    began = time.perf_counter()
    known = parse(metric) if isinstance(metric, str) else metric if isinstance(metric, Metric) else None
    scorer: Scorer = MetricScorer(segment, known) if known is not None else metric  # type: ignore[assignment]
    judge = _Judge(segment, scorer, bound=bound_meteor(segment, known) if isinstance(known, Meteor) else None)
    usable = _choose_fillers(judge, fillers)
    used = _search(judge, usable, tuple(kinds), Budget(evaluations, seconds), Random(seed))  # noqa: S311 - no secret
    is_higher_better = known is None or known.higher_is_better
    sign = 1 if is_higher_better else -1
    return WorstTwin(
        words=judge.best,
        metric=known.settings() if known is not None else "scorer",
        before=sign * judge.before,
        after=sign * judge.after,
        higher_is_better=is_higher_better,
        bleu=segment.score,
        kinds=tuple(kinds),
        evaluations=used,
        twins=judge.twins,
        seconds=time.perf_counter() - began,
        bound=judge.bound,
        seed=seed,
    )


class _Judge:
    """What BLEU and the other metric say of variants; remembers the worst twin."""

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

    def judge(self, variants: Sequence[Words]) -> Array:
        """The score as a share of the hypothesis', and more for variants that are not twins."""
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


def _choose_fillers(judge: _Judge, given: Sequence[str]) -> Words:
    """Words that no reference has; of our own, those that the other metric likes least, if it has a preference."""
    segment = judge.segment
    candidates = given or _FILLERS
    usable = [filler for word in candidates if (filler := segment.make_filler(word)) is not None]
    free = find_free_words(segment)
    if not usable:
        return (invent_word(segment),)
    if given or not free:
        return tuple(usable[:_FEWEST_FILLERS] if not given else usable)
    scores = score_variants(judge.scorer, [_fill(segment, free, [word]) for word in usable])
    # Sorting is stable, so that words which are all the same to the metric stay in our order.
    order = np.argsort(np.round(scores, 9), kind="stable")[:_FEWEST_FILLERS]
    lowest = scores[order[0]]
    return tuple(usable[place] for place in order if scores[place] <= lowest + abs(lowest) * 0.02 + _ROUNDING)


def _fill(segment: AuditedSegment, free: Sequence[FreeWord], fillers: Sequence[str]) -> Words:
    words = list(segment.hypothesis)
    for number, place in enumerate(free):
        words[place.position] = fillers[number % len(fillers)]
    return tuple(words)


def _search(judge: _Judge, fillers: Words, kinds: tuple[str, ...], budget: Budget, rng: Random) -> int:
    """Fills free words first, if that is allowed, then searches; gives the number of variants looked at."""
    segment = judge.segment
    starts = [segment.hypothesis]
    if "substitutions" in kinds:
        filled = _fill(segment, find_free_words(segment), fillers)
        starts = [filled] if filled == segment.hypothesis else [filled, segment.hypothesis]
    if kinds == ("substitutions",) or judge.is_done:
        judge.judge(starts)
        return len(starts)
    mover = Mover(segment, fillers, orders_only="draws" not in kinds)
    return anneal(starts, mover, judge, budget, _TEMPERATURE, rng)


def bound_meteor(segment: AuditedSegment, metric: Meteor) -> float | None:
    """The score of METEOR that no twin goes below; None where matches do not all weigh the same."""
    first, *_ = metric.stages.split("+")
    weighs_alike = not metric.weights and metric.delta == 0.5
    if metric.figure != "score" or first != "exact" or not weighs_alike or metric.references != "best":
        return None
    texts = [" ".join(words) for words in (segment.hypothesis, *segment.references)]
    lengths = [len(words) for words in metric.prepare(texts).to_lists()]
    if lengths != [len(words) for words in (segment.hypothesis, *segment.references)]:
        return None  # METEOR cuts words that are whole for BLEU, so that nothing is known about their matches
    matches = math.ceil(float(segment.row[2]) / len(segment.references))
    words = metric.alpha * max(lengths[1:]) + (1 - metric.alpha) * lengths[0]
    return (1 - metric.gamma) * matches / words if words else 0.0
