"""Hold metrics against people: score what was judged, and run experiments on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.meta.correlation.experiment import Cell, Experiment, make_experiment
from tertium.meta.correlation.external import ExternalScores
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.score_store import ScoreStore, make_key
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.study import run_study
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import score_systems
from tertium.metrics.signature import ReferenceCounts, write_signature
from tertium.metrics.spec import parse_all
from tertium.metrics.tallying import group_by_preparation
from tertium.progress import Progress
from tertium.threads import resolve_threads
from tertium.types import Array, Matrix, References, TestSet


def correlate(
    judged: JudgedSet | Sequence[JudgedSet],
    metrics: Sequence[str],
    *,
    external: Mapping[str, ExternalScores] | None = None,
    store: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    comparing: Progress | None = None,
    **question: Any,
) -> Outcome:
    """Says how far metrics agree with people, and which agree better than others.

    Args:
        judged: One judged set, or several.
        metrics: Metric specs.
        external: Scores from elsewhere, by the name of the judged set that they are of; they take part as metrics.
        store: A folder to keep scores in, so that a run that was stopped goes on where it was.
        threads: How many threads to use.
        progress: Called with the number of segments scored.
        comparing: Called with the number of comparisons of metrics made.
        question: Level, statistic, judgment, test, …: the attributes of ``tertium.meta.correlation.question.Question``.
    """
    if isinstance(metrics, str):
        raise SpecError(f"the metrics are one string, {metrics!r}", remedy="Give a list of specs, such as ['bleu']")
    sets = [judged] if isinstance(judged, JudgedSet) else list(judged)
    try:
        asked = Question(**question)
    except TypeError as error:
        raise SpecError(f"there is no such setting of a question: {error}") from error
    if not metrics:
        metrics = [name for scores in (external or {}).values() for name in scores.names]
    experiment = make_experiment(metrics, asked)
    return run_experiment(
        experiment,
        sets,
        external=external,
        store=store,
        threads=threads,
        progress=progress,
        comparing=comparing,
    )


def run_experiment(
    experiment: Experiment,
    judged: Sequence[JudgedSet],
    *,
    external: Mapping[str, ExternalScores] | None = None,
    store: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    comparing: Progress | None = None,
) -> Outcome:
    """Runs an experiment on judged sets; arguments as for ``correlate``."""
    if not judged:
        raise InputError("there is no judged set", remedy="Give judged data, and check the names of language pairs")
    names = [each.name for each in judged]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two judged sets are called {twice[0]!r}", remedy="Give each folder a name of its own, once")
    threads = resolve_threads(threads)
    kept = None if store is None else ScoreStore(Path(store))
    experiment = _add_external(experiment, external or {})
    questions: dict[Question, list[str]] = {}
    for cell in experiment.cells:
        specs = questions.setdefault(experiment.question_of(cell), [])
        if cell.metric not in specs:
            specs.append(cell.metric)
    studies = []
    for each in judged:
        elsewhere = (external or {}).get(each.name)
        others = {} if elsewhere is None else _take_external(elsewhere, each)
        own = [spec for spec in experiment.metrics if spec not in others]
        scores = others | score_judged(each, own, list(questions), store=kept, threads=threads, progress=progress)
        for question, specs in questions.items():
            chosen = [scores[spec] for spec in specs]
            studies.append(run_study(each, chosen, question, threads=threads, progress=comparing))
    return Outcome(experiment, studies)


def score_judged(
    judged: JudgedSet,
    metrics: Sequence[str],
    questions: Sequence[Question],
    *,
    store: ScoreStore | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> dict[str, MetricScores]:
    """The scores of metrics that some questions about a judged set need, and no others: parsing takes long.

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
    parsed = parse_all(metrics)
    shape = (len(judged.test_set.systems), len(judged.test_set))
    found = {
        spec: MetricScores(spec, np.full(shape, np.nan), np.full(shape[0], np.nan), metric.higher_is_better)
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
    """Which translations are to be scored: those that somebody judged."""
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
    """Scores of each metric: of whole systems, or of all segments of one; what is kept is not computed again."""
    references = judged.test_set.references
    texts = make_key([*_describe_systems(test_set), *_describe_references(test_set.references)])
    fitted = make_key(_describe_references(references))
    counts = ReferenceCounts.of(test_set.references)
    for group in group_by_preparation(metrics):
        missing = {}
        for spec, metric in group.items():
            signatures[spec] = write_signature(metric, counts)
            key = make_key([signatures[spec], texts, fitted, str(whole)])
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
    """All that a digest of the outputs has to see: texts, and whose they are."""
    for name, outputs in test_set.systems.items():
        yield from (name, str(len(outputs)), *outputs)


def _describe_references(references: References) -> Iterator[str]:
    """The same of references: texts, and which segment they belong to."""
    yield from (",".join(map(str, references.offsets.tolist())), *references.flat)


def _values(by_system: Mapping[str, Any], spec: str, whole: bool) -> Array:
    if whole:
        return np.array([scores[spec].value for scores in by_system.values()])
    (only,) = by_system.values()
    segments: Array = only[spec].segments
    return segments


def _add_external(experiment: Experiment, external: Mapping[str, ExternalScores]) -> Experiment:
    """Scores from elsewhere take part like any metric, where the experiment does not name them itself."""
    names = dict.fromkeys(name for scores in external.values() for name in scores.names)
    column = experiment.columns[0]
    new = [Cell(name, column=column) for name in names if name not in experiment.metrics]
    return replace(experiment, cells=[*experiment.cells, *new])


def _take_external(scores: ExternalScores, judged: JudgedSet) -> dict[str, MetricScores]:
    shape = (len(judged.test_set.systems), len(judged.test_set))
    no_segments: Matrix = np.full(shape, np.nan)
    no_systems: Array = np.full(shape[0], np.nan)
    return {
        name: MetricScores(
            name,
            scores.segments.get(name, no_segments),
            scores.systems.get(name, no_systems),
            scores.higher_is_better.get(name, True),
        )
        for name in scores.names
    }
