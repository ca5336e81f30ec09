"""What each metric cannot see: how many changes to a hypothesis leave its score as it was.

The question that Callison-Burch, Osborne and Koehn (2006, section 3) ask of BLEU, asked of any metric. A change is
*near* if it moves the score by no more than a share epsilon of it, and *unnoticed* if the score gets no worse: then the
metric takes the variant for as good as the hypothesis. What is a better score, each metric knows (TER: a lower one).

The hypothesis is scored as its tokens, in the same form as its variants, so that nothing is owed to spaces alone.
Intervals are Wilson's, of 95 %; where all variants there are were tried, both ends are the share itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from tertium.audit.blindness.edit_kinds import KINDS, ChangedSegments, change_segments
from tertium.audit.freedom.orders import Spread, estimate_share
from tertium.audit.segment import AuditedSegment
from tertium.audit.twins.scorer import hasten
from tertium.errors import SpecError
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tertium.metrics.tallying import collect, fit
from tertium.progress import Progress
from tertium.registry import unknown
from tertium.stats.resampling import SEED
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array, References, TestSet

# All orders of seven blocks: up to there nothing is left to chance.
MOST = 5_040

# What two ways to add up the same numbers may differ by.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Blindness:
    """What a metric makes of one kind of change to one segment.

    Attributes:
        metric: The metric as it was asked for.
        kind: The kind of change.
        score: The score of the hypothesis.
        tried: How many variants were scored.
        is_exact: Whether these are all there are.
        near: How many leave the score within epsilon.
        unnoticed: How many leave it no worse.
        fall: The mean relative loss; negative if variants are better on average, not a number if the score is 0.
    """

    metric: str
    kind: str
    score: float
    tried: int
    is_exact: bool
    near: int
    unnoticed: int
    fall: float

    @property
    def share(self) -> Spread:
        """The share within epsilon, with its interval; not a number if nothing could be tried."""
        if not self.tried:
            return Spread(nan, nan, nan)
        if self.is_exact:
            return Spread(*[self.near / self.tried] * 3)
        return estimate_share(self.near, self.tried)

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        share = self.share
        figures = {"share": share.mean, "low": share.low, "high": share.high, "fall": self.fall}
        return {**vars(self), **{name: None if isnan(value) else value for name, value in figures.items()}}


@dataclass(frozen=True)
class BlindnessCell:
    """What a metric makes of one kind of change on a test set.

    Attributes:
        metric: The metric as it was asked for.
        kind: The kind of change.
        segments: How many segments could be changed so.
        tried: How many variants were scored.
        unnoticed: The mean over segments of the share of variants that score no worse.
        near: The mean over segments of the share of variants within epsilon.
        fall: The mean over segments of the mean relative loss.
    """

    metric: str
    kind: str
    segments: int
    tried: int
    unnoticed: float
    near: float
    fall: float

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {name: None if value != value else value for name, value in vars(self).items()}


@dataclass(frozen=True)
class BlindnessTable:
    """What each metric cannot see: rows are metrics, columns are kinds of change.

    Attributes:
        metrics: The metrics as they were asked for.
        kinds: The kinds of change.
        cells: By metric and kind.
        segments: How many segments were drawn.
        samples: How many variants were drawn of each at most.
        seed: The seed they were drawn with.
        epsilon: The relative change that counts as none.
    """

    metrics: Sequence[str]
    kinds: Sequence[str]
    cells: Mapping[tuple[str, str], BlindnessCell]
    segments: int
    samples: int
    seed: int
    epsilon: float

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {
            **vars(self),
            "metrics": list(self.metrics),
            "kinds": list(self.kinds),
            "cells": [cell.to_dict() for cell in self.cells.values()],
        }


def measure_blindness(
    hypothesis: str,
    references: Sequence[str],
    metrics: Sequence[str],
    *,
    kinds: Sequence[str] | None = None,
    samples: int = 1_000,
    seed: int = SEED,
    epsilon: float = 0.01,
    threads: int | None = None,
) -> list[Blindness]:
    """Asks each metric which changes to a segment it sees.

    Args:
        hypothesis: The hypothesis.
        references: Its references.
        metrics: Metric specs. Those that learn from references do so from these.
        kinds: Kinds of change; all of ``changes.KINDS`` by default.
        samples: How many variants to draw of a kind that has more than 5,040.
        seed: The same seed draws the same variants.
        epsilon: The relative change of a score that counts as none.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.

    Returns:
        Metric by metric, kind by kind.

    Raises:
        SpecError: A metric or a kind does not exist, or a number makes no sense.
        InputError: There is no reference.
    """
    kinds = _check(metrics, kinds, samples, epsilon)
    segment = AuditedSegment.read(hypothesis, references)
    texts = [references] if isinstance(references, str) else list(references)
    changed = change_segments([segment], [texts], kinds, samples=samples, most=MOST, seed=seed)
    threads = resolve_threads(threads)
    fitted = fit({spec: parse(spec) for spec in metrics}, References.from_nested([texts]), threads)
    return _judge(changed, {spec: hasten(metric) for spec, metric in fitted.items()}, epsilon, threads)


def tabulate_blindness(
    test_set: TestSet,
    metrics: Sequence[str],
    *,
    kinds: Sequence[str] | None = None,
    segments: int = 100,
    samples: int = 50,
    seed: int = SEED,
    epsilon: float = 0.01,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BlindnessTable:
    """Makes the table of what each metric cannot see; other arguments as for ``measure_blindness``.

    Args:
        test_set: The systems and their references; metrics that learn from references do so from all of them.
        metrics: Metric specs.
        kinds: Kinds of change.
        segments: How many outputs to draw, from all systems.
        samples: How many variants of each, by each kind, at most.
        seed: The same seed draws the same outputs and variants.
        epsilon: The relative change of a score that counts as none.
        threads: How many threads to use.
        progress: Called with the number of variants after each batch.

    Raises:
        SpecError: A metric or a kind does not exist, or a number makes no sense.
        InputError: A segment has no reference.
    """
    kinds = _check(metrics, kinds, samples, epsilon)
    require_whole(segments, "the number of segments")
    if segments < 1:
        raise SpecError("without a segment there is no table", remedy="Give 1 or more")
    test_set.references.require_one_each()
    random = np.random.default_rng(seed)
    outputs = list(test_set.systems.values())
    drawn = np.sort(random.permutation(len(outputs) * len(test_set))[:segments]).tolist()
    cells = [divmod(number, len(test_set)) for number in drawn]
    texts = [test_set.references.of(segment) for _, segment in cells]
    audited = [
        AuditedSegment.read(outputs[system][segment], references)
        for (system, segment), references in zip(cells, texts, strict=True)
    ]
    threads = resolve_threads(threads)
    fitted = fit({spec: parse(spec) for spec in metrics}, test_set.references, threads)
    changed = change_segments(audited, texts, kinds, samples=samples, most=samples, seed=seed)
    found = _judge(changed, {spec: hasten(metric) for spec, metric in fitted.items()}, epsilon, threads, progress)
    table = {
        (spec, kind): _summarise([each for each in found if (each.metric, each.kind) == (spec, kind)], spec, kind)
        for spec in fitted
        for kind in kinds
    }
    return BlindnessTable(list(fitted), kinds, table, len(cells), samples, seed, epsilon)


def _check(metrics: Sequence[str], kinds: Sequence[str] | None, samples: int, epsilon: float) -> list[str]:
    """The kinds, if all that was asked for makes sense."""
    if isinstance(metrics, str) or not metrics:
        raise SpecError("the metrics are no list of specs", remedy="Give one or more, such as ['bleu', 'meteor']")
    require_whole(samples, "the number of samples")
    if samples < 1 or not epsilon >= 0:
        raise SpecError("samples or epsilon make no sense", remedy="Give a sample or more, and an epsilon of 0 or more")
    for kind in kinds or ():
        if kind not in KINDS:
            raise unknown("kind of change", kind, KINDS)
    return list(KINDS if kinds is None else dict.fromkeys(kinds))


def _judge(
    changed: ChangedSegments,
    metrics: Mapping[str, Metric],
    epsilon: float,
    threads: int,
    progress: Progress | None = None,
) -> list[Blindness]:
    """Scores all variants by all metrics at once: metric by metric, segment by segment, kind by kind."""
    batches = changed.test_set.batches(min(metric.batch for metric in metrics.values()))
    tallies = collect(batches, metrics, keep_rows=True, threads=threads, progress=progress).tallies[""]
    found = []
    for spec, metric in metrics.items():
        scores = metric.for_segments().score(np.concatenate(tallies[spec].rows))
        # Higher is better from here on.
        scores = scores if metric.higher_is_better else -scores
        for (number, kind), place in changed.places.items():
            score = float(scores[changed.originals[number]])
            near, unnoticed, fall = _compare(score, scores[place], epsilon)
            shown = score if metric.higher_is_better else -score
            is_exact, tried = changed.exact[number, kind], place.stop - place.start
            found.append(Blindness(spec, kind, shown, tried, is_exact, near, unnoticed, fall))
    return found


def _compare(score: float, variants: Array, epsilon: float) -> tuple[int, int, float]:
    """How many are within epsilon, how many are no worse, and the mean relative loss."""
    lost = score - variants
    rounding = _ROUNDING * max(1.0, abs(score))
    near = int((np.abs(lost) <= epsilon * abs(score) + rounding).sum())
    fall = float(lost.mean() / abs(score)) if len(variants) and score else nan
    return near, int((lost <= rounding).sum()), fall


def _summarise(found: Sequence[Blindness], metric: str, kind: str) -> BlindnessCell:
    """The mean over segments: each counts the same, however many variants it has."""
    tried = [each for each in found if each.tried]

    def mean(values: Sequence[float]) -> float:
        kept = [value for value in values if not isnan(value)]
        return float(np.mean(kept)) if kept else nan

    return BlindnessCell(
        metric=metric,
        kind=kind,
        segments=len(tried),
        tried=sum(each.tried for each in tried),
        unnoticed=mean([each.unnoticed / each.tried for each in tried]),
        near=mean([each.share.mean for each in tried]),
        fall=mean([each.fall for each in tried]),
    )
