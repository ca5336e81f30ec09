"""Which edits to a hypothesis a metric fails to penalise.

Callison-Burch, Osborne and Koehn (2006, section 3) study this for BLEU; here it is measured for any metric. An edit is
*near* if it changes the score by at most a share epsilon of it, and *unnoticed* if the score gets no worse. Each metric
declares which scores are better (for TER, lower ones).

The hypothesis is scored as tokens, in the same form as its variants, so that spaces make no difference. Intervals are
Wilson's 95 % intervals; where all possible variants were scored, both ends are the share itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from tertium.audit.blindness.edit_kinds import EDIT_KINDS, EditedSegments, edit_segments
from tertium.audit.intervals import Spread, estimate_share
from tertium.audit.segment import AuditedSegment
from tertium.audit.twins.scorer import STEPS
from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tertium.metrics.tallying import collect, fit
from tertium.progress import Progress
from tertium.registry import unknown
from tertium.stats.resampling import SEED
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array, References, TestSet

# All orders of seven blocks: up to this number, all variants are listed.
MOST = 5_040

# Sums of the same numbers in different order may differ by this share.
_ROUNDING = 1e-9


@dataclass(frozen=True, kw_only=True)
class Blindness(JsonResult):
    """How a metric scores one kind of edit to one segment.

    Attributes:
        metric: The spec of the metric.
        kind: The kind of edit.
        score: The score of the hypothesis.
        tried: The number of variants scored.
        is_exact: Whether these are all possible variants.
        near: The number of variants within epsilon.
        unnoticed: The number of variants with a score at least as good.
        fall: The mean relative loss; negative if variants are better on average, NaN if the score is 0.
    """

    json_fields = "metric kind score tried is_exact near unnoticed fall share=share.mean low=share.low high=share.high"

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
        """The share within epsilon, with its interval; NaN if there are no variants."""
        if not self.tried:
            return Spread(nan, nan, nan)
        if self.is_exact:
            return Spread(*[self.near / self.tried] * 3)
        return estimate_share(self.near, self.tried)


@dataclass(frozen=True, kw_only=True)
class BlindnessCell(JsonResult):
    """How a metric scores one kind of edit on a test set.

    Attributes:
        metric: The spec of the metric.
        kind: The kind of edit.
        segments: The number of segments with such variants.
        tried: The number of variants scored.
        unnoticed: The mean over segments of the share of variants with a score at least as good.
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


@dataclass(frozen=True, kw_only=True)
class BlindnessTable(JsonResult):
    """Which edits each metric fails to penalise: rows are metrics, columns are kinds of edits.

    Attributes:
        metrics: The specs of the metrics.
        kinds: The kinds of edits.
        cells: The cells, by metric and kind.
        segments: The number of segments drawn.
        samples: The maximum number of variants per segment and kind.
        seed: The seed of the draws.
        epsilon: The relative change of a score that counts as none.
    """

    json_fields = "metrics kinds cells=cell_list segments samples seed epsilon"

    metrics: Sequence[str]
    kinds: Sequence[str]
    cells: Mapping[tuple[str, str], BlindnessCell]
    segments: int
    samples: int
    seed: int
    epsilon: float

    @property
    def cell_list(self) -> list[BlindnessCell]:
        """The cells, one after the other."""
        return list(self.cells.values())


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
    """Measure which edits to a segment each metric fails to penalise.

    Args:
        hypothesis: The hypothesis.
        references: Its references.
        metrics: Specs of metrics. Those that learn from references learn from these.
        kinds: Kinds of edits; by default all of ``EDIT_KINDS``.
        samples: The number of variants to draw for a kind with more than 5,040.
        seed: The seed of the draws.
        epsilon: The relative change of a score that counts as none.
        threads: The number of threads; by default ``TERTIUM_THREADS`` or all cores.

    Returns:
        One entry per metric and kind.

    Raises:
        SpecError: A metric or a kind does not exist, or a number is out of range.
        InputError: There is no reference.
    """
    kinds = _check(metrics, kinds, samples, epsilon)
    segment = AuditedSegment.read(hypothesis, references)
    texts = [references] if isinstance(references, str) else list(references)
    edited = edit_segments([segment], [texts], kinds, samples=samples, most=MOST, seed=seed)
    threads = resolve_threads(threads)
    fitted = fit({spec: parse(spec) for spec in metrics}, References.from_nested([texts]), threads)
    return _score_edits(edited, {spec: metric.limit_search(STEPS) for spec, metric in fitted.items()}, epsilon, threads)


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
    """Tabulate which edits each metric fails to penalise on a test set.

    Args:
        test_set: The systems and their references; metrics that learn from references use all of them.
        metrics: Specs of metrics.
        kinds: Kinds of edits; by default all of ``EDIT_KINDS``.
        segments: The number of outputs to draw, from all systems.
        samples: The maximum number of variants per output and kind.
        seed: The seed of the draws.
        epsilon: The relative change of a score that counts as none.
        threads: The number of threads; by default ``TERTIUM_THREADS`` or all cores.
        progress: Called after each batch with its number of variants.

    Raises:
        SpecError: A metric or a kind does not exist, or a number is out of range.
        InputError: A segment has no reference.
    """
    kinds = _check(metrics, kinds, samples, epsilon)
    require_whole(segments, "the number of segments")
    if segments < 1:
        raise SpecError(f"{segments} segments cannot be drawn", remedy="Give 1 or more")
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
    known = test_set.sources
    sources = None if known is None else [known[segment] for _, segment in cells]
    edited = edit_segments(audited, texts, kinds, samples=samples, most=samples, seed=seed, sources=sources)
    found = _score_edits(
        edited, {spec: metric.limit_search(STEPS) for spec, metric in fitted.items()}, epsilon, threads, progress
    )
    table = {
        (spec, kind): _summarise([each for each in found if (each.metric, each.kind) == (spec, kind)], spec, kind)
        for spec in fitted
        for kind in kinds
    }
    return BlindnessTable(
        metrics=list(fitted),
        kinds=kinds,
        cells=table,
        segments=len(cells),
        samples=samples,
        seed=seed,
        epsilon=epsilon,
    )


def _check(metrics: Sequence[str], kinds: Sequence[str] | None, samples: int, epsilon: float) -> list[str]:
    """Return the kinds of edits, once all arguments are checked."""
    if isinstance(metrics, str) or not metrics:
        raise SpecError("the metrics are not a list of specs", remedy="Give one or more, such as ['bleu', 'meteor']")
    require_whole(samples, "the number of samples")
    if samples < 1 or not epsilon >= 0:
        raise SpecError(
            f"samples={samples} or epsilon={epsilon:g} is out of range",
            remedy="Give 1 sample or more, and an epsilon of 0 or more",
        )
    for kind in kinds or ():
        if kind not in EDIT_KINDS:
            raise unknown("kind of edit", kind, EDIT_KINDS)
    return list(EDIT_KINDS if kinds is None else dict.fromkeys(kinds))


def _score_edits(
    edited: EditedSegments,
    metrics: Mapping[str, Metric],
    epsilon: float,
    threads: int,
    progress: Progress | None = None,
) -> list[Blindness]:
    """Score all variants by all metrics together, in the order of metrics, segments and kinds."""
    batches = edited.test_set.batches(min(metric.batch_size for metric in metrics.values()))
    tallies = collect(batches, metrics, keep_rows=True, threads=threads, progress=progress).tallies[""]
    found = []
    for spec, metric in metrics.items():
        scores = metric.for_segments().score(np.concatenate(tallies[spec].rows))
        # Higher is better from here on.
        scores = scores if metric.higher_is_better else -scores
        for (number, kind), place in edited.places.items():
            score = float(scores[edited.originals[number]])
            near, unnoticed, fall = _compare(score, scores[place], epsilon)
            shown = score if metric.higher_is_better else -score
            is_exact, tried = edited.exact[number, kind], place.stop - place.start
            found.append(
                Blindness(
                    metric=spec,
                    kind=kind,
                    score=shown,
                    tried=tried,
                    is_exact=is_exact,
                    near=near,
                    unnoticed=unnoticed,
                    fall=fall,
                )
            )
    return found


def _compare(score: float, variants: Array, epsilon: float) -> tuple[int, int, float]:
    """Return how many are within epsilon, how many score at least as well, and the mean relative loss."""
    lost = score - variants
    rounding = _ROUNDING * max(1.0, abs(score))
    near = int((np.abs(lost) <= epsilon * abs(score) + rounding).sum())
    fall = float(lost.mean() / abs(score)) if len(variants) and score else nan
    return near, int((lost <= rounding).sum()), fall


def _summarise(found: Sequence[Blindness], metric: str, kind: str) -> BlindnessCell:
    """Return the means over segments; each segment has the same weight, regardless of its number of variants."""
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
