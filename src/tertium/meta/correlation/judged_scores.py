"""The scores that questions about a judged set need, computed once and kept if wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tertium.meta.correlation.question import Question
from tertium.meta.correlation.score_store import ScoreStore, make_key
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics.language_check import adapt_metrics
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import score_systems
from tertium.metrics.signature import ReferenceCounts, write_signature
from tertium.metrics.spec import parse_all
from tertium.metrics.tallying import group_by_preparation
from tertium.progress import Progress
from tertium.types import Array, References, TestSet


def score_judged(
    judged: JudgedSet,
    metrics: Sequence[str],
    questions: Sequence[Question],
    *,
    store: ScoreStore | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> dict[str, MetricScores]:
    """Return the scores of metrics that some questions about a judged set need, and no others: parsing takes long.

    Args:
        judged: The set.
        metrics: Metric specs.
        questions: What will be asked.
        store: Where scores are kept.
        threads: How many threads to use.
        progress: Called with the number of segments scored.
    """
    if not metrics:
        return {}
    parsed = adapt_metrics(parse_all(metrics), judged.test_set.language)
    shape = (len(judged.test_set.systems), len(judged.test_set))
    found = {
        spec: MetricScores(
            metric=spec,
            segments=np.full(shape, np.nan),
            systems=np.full(shape[0], np.nan),
            higher_is_better=metric.higher_is_better,
        )
        for spec, metric in parsed.items()
    }
    signatures: dict[str, str] = {}
    mask = _wanted_segments(judged, questions)
    if mask.any():
        flat = judged.take(mask)
        for spec, scores in _score_kept(
            flat.to_test_set(), parsed, judged, store, signatures, threads, progress, whole=False
        ):
            found[spec].segments[flat.system_index, flat.segment_index] = scores
    wanted = _wanted_systems(judged, questions)
    if wanted.any():
        names = [name for name, chosen in zip(judged.systems, wanted, strict=True) if chosen]
        part = replace(judged.test_set, systems={name: judged.test_set.systems[name] for name in names}, kinds={})
        for spec, scores in _score_kept(part, parsed, judged, store, signatures, threads, progress, whole=True):
            found[spec].systems[wanted] = scores
    return {spec: replace(scores, signature=signatures[spec]) for spec, scores in found.items()}


def _wanted_segments(judged: JudgedSet, questions: Sequence[Question]) -> np.ndarray:
    """Return which translations are to be scored: those that somebody judged."""
    mask = np.zeros((len(judged.test_set.systems), len(judged.test_set)), dtype=bool)
    for question in questions:
        if not question.is_of_systems:
            kind = "rank" if question.statistic == "kendall-wmt" else question.judgment
            mask |= ~np.isnan(judged.segment_scores(kind))
    return mask


def _wanted_systems(judged: JudgedSet, questions: Sequence[Question]) -> np.ndarray:
    wanted = np.zeros(len(judged.test_set.systems), dtype=bool)
    for question in questions:
        if question.is_of_systems:
            wanted |= ~np.isnan(judged.system_scores(question.judgment))
    return wanted


def _score_kept(
    test_set: TestSet,
    metrics: Mapping[str, Metric],
    judged: JudgedSet,
    store: ScoreStore | None,
    signatures: dict[str, str],
    threads: int,
    progress: Progress | None,
    *,
    whole: bool,
) -> Iterator[tuple[str, Array]]:
    """Return scores of each metric: of whole systems, or of all segments of one; what is kept is not computed again."""
    references = judged.test_set.references
    texts = make_key([*_describe_systems(test_set), *_describe_references(test_set.references)])
    fitted = make_key(_describe_references(references))
    counts = ReferenceCounts.of(test_set.references)
    for group in group_by_preparation(metrics):
        missing = {}
        for spec, metric in group.items():
            signatures[spec] = write_signature(metric, counts, changes=test_set.changes)
            sources = [make_key(test_set.sources or ())] if metric.needs_sources else []
            key = make_key([signatures[spec], texts, fitted, str(whole), *sources])
            kept = None if store is None else store.load(key)
            if kept is None:
                missing[spec] = key
            else:
                yield spec, kept
        if not missing:
            continue
        wanted = {spec: group[spec] for spec in missing}
        by_system = score_systems(test_set, wanted, fit_to=references, threads=threads, progress=progress)
        for spec, key in missing.items():
            scores = _values(by_system, spec, whole)
            if store is not None:
                store.save(key, scores)
            yield spec, scores


def _describe_systems(test_set: TestSet) -> Iterator[str]:
    """Return all that a digest of the outputs has to see: texts, and whose they are."""
    for name, outputs in test_set.systems.items():
        yield from (name, str(len(outputs)), *outputs)


def _describe_references(references: References) -> Iterator[str]:
    """Return the same of references: texts, and which segment they belong to."""
    yield from (",".join(map(str, references.offsets.tolist())), *references.flat)


def _values(by_system: Mapping[str, Any], spec: str, whole: bool) -> Array:
    if whole:
        return np.array([scores[spec].value for scores in by_system.values()])
    (only,) = by_system.values()
    segments: Array = only[spec].segments
    return segments
